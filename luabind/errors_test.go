package luabind_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// TestErrors loads main.lua of every archive in testdata/errors, runs its graph for up to five ticks, and compares what
// goes wrong, with the traceback, to the section "want".
func TestErrors(t *testing.T) {
	paths, err := filepath.Glob("testdata/errors/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives: ", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files, graph := fstest.MapFS{}, ""
			want := -1
			for i, f := range archive.Files {
				switch f.Name {
				case "graph":
					graph = string(f.Data)
				case "want":
					want = i
				default:
					files[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			got := whatGoesWrong(t, files, graph)
			if os.Getenv("TICKFLOW_UPDATE") == "1" {
				archive.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(archive.Files[want].Data), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func whatGoesWrong(t *testing.T, files fstest.MapFS, graph string) string {
	p, err := luabind.LoadFS(t.Context(), files, "main.lua", luabind.Options{})
	if err == nil {
		defer p.Close()
		_, err = fires(t, graph, p, engine.Config{}, 5)
	}
	if err == nil {
		return "nothing\n"
	}
	var b bytes.Buffer
	b.WriteString(err.Error() + "\n")
	var fault *luabind.Error
	if errors.As(err, &fault) {
		for line := range strings.Lines(fault.Traceback) {
			b.WriteString("  " + strings.TrimSuffix(line, "\n") + "\n")
		}
		if fault.Source != nil {
			b.WriteString("marked: " + fault.Source.Slice(fault.Span) + "\n")
		}
		if fault.Inputs != "" {
			b.WriteString("inputs: " + fault.Inputs + "\n")
		}
		if fault.Hint != "" {
			b.WriteString("hint: " + fault.Hint + "\n")
		}
	}
	return b.String()
}

func TestInterruptedBody(t *testing.T) {
	cases := map[string]string{
		"endless loop":          "while true do end",
		"endless loop in pcall": "while true do pcall(function() while true do end end) end",
		"endless recursion":     "local function f() return f() end return f()",
		"endless coroutine":     "coroutine.wrap(function() while true do end end)()",
		"endless coroutines":    "while true do local co = coroutine.create(function() coroutine.yield() end); coroutine.resume(co) end",
		"endless sort":          "local t = {} for i = 1, 50 do t[i] = i end while true do table.sort(t, function(a, b) return a > b end) end",
		"returned by pcall":     "return pcall(function() while true do end end)",
		"returned by xpcall":    "return xpcall(function() while true do end end, function() return 1 end)",
		"returned by resume":    "return coroutine.resume(coroutine.create(function() while true do end end))",
		"swallowed at the end":  "pcall(function() while true do end end) error('other')",
	}
	for name, code := range cases {
		t.Run(name, func(t *testing.T) {
			p := load(t, "tickflow.body('b', function(v) "+code+" end) tickflow.body('ok', function(v) return 1 end)")
			for _, why := range []error{context.Canceled, context.DeadlineExceeded} {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				if why == context.Canceled {
					ctx, cancel = context.WithCancel(t.Context())
					time.AfterFunc(20*time.Millisecond, cancel)
				}
				r := start(t, "[A]\nA.body: b", p, engine.Config{})
				_, err := r.Tick(ctx, nil)
				cancel()
				var fault *luabind.Error
				if !errors.Is(err, why) || !errors.As(err, &fault) || fault.Source == nil {
					t.Errorf("got %v, want an Error with a place that is %v", err, why)
				}
				if got, err := fires(t, "[A]\nA.body: ok", p, engine.Config{}, 1); err != nil || got[0] != "A=1" {
					t.Errorf("the next call: %v, %v", got, err)
				}
			}
		})
	}
}

// A file that never finishes loading is stopped by the context too.
func TestInterruptedLoad(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := luabind.LoadText(ctx, "test.lua", "while true do end", luabind.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
