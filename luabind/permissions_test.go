package luabind_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

func TestPermissionsAdd(t *testing.T) {
	cases := map[string]struct {
		texts []string
		want  luabind.Permissions
		err   string
	}{
		"one":             {[]string{"io"}, luabind.Permissions{IO: true}, ""},
		"several":         {[]string{"io,net"}, luabind.Permissions{IO: true, Net: true}, ""},
		"one by one":      {[]string{"io", "os"}, luabind.Permissions{IO: true, OS: true}, ""},
		"variables":       {[]string{"env=A,B"}, luabind.Permissions{Env: []string{"A", "B"}}, ""},
		"variables last":  {[]string{"net,env=A,B", "env=B,C"}, luabind.Permissions{Net: true, Env: []string{"A", "B", "C"}}, ""},
		"nothing":         {[]string{""}, luabind.Permissions{}, ""},
		"misspelt":        {[]string{"nett"}, luabind.Permissions{}, `"nett" is nothing to allow; there is io, os, net and env=NAME (did you mean net?)`},
		"no names":        {[]string{"env"}, luabind.Permissions{}, "env needs the names of variables: env=TOKEN,USER"},
		"empty name":      {[]string{"env=A,"}, luabind.Permissions{}, "env= needs the names of variables, such as env=TOKEN,USER"},
		"behind the list": {[]string{"env=A,net"}, luabind.Permissions{}, "net behind env= would be the name of a variable: put it before, as in net,env=TOKEN"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got luabind.Permissions
			err := ""
			for _, text := range c.texts {
				if e := got.Add(text); e != nil {
					err = e.Error()
				}
			}
			if err != c.err {
				t.Fatalf("got error %q, want %q", err, c.err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" && c.err == "" {
				t.Error(diff)
			}
			var again luabind.Permissions
			if err := again.Add(got.String()); err != nil || cmp.Diff(got, again) != "" {
				t.Errorf("%q reads as %+v, %v", got.String(), again, err)
			}
		})
	}
}

// allowed loads a file with some permissions.
func allowed(t *testing.T, text string, allow luabind.Permissions) *luabind.Pool {
	t.Helper()
	p, err := luabind.LoadText(t.Context(), "test.lua", "local tickflow = require 'tickflow'\n"+text, luabind.Options{
		Allow: allow, CallTimeout: 20 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// outcome runs a body once and answers its output, what it logs, and its error.
func outcome(t *testing.T, p *luabind.Pool, args string) (output, log, err string) {
	t.Helper()
	var lines []string
	r := start(t, "[A]\nA.body: b", p, engine.Config{
		Args: mustValue(t, args), Log: func(_ int, _, line string) { lines = append(lines, line) },
	})
	firings, e := r.Tick(t.Context(), nil)
	if e != nil {
		return "", strings.Join(lines, "\n"), e.Error()
	}
	return firings[0].Output.String(), strings.Join(lines, "\n"), firings[0].Error
}

func TestOS(t *testing.T) {
	t.Setenv("TICKFLOW_TEST", "set")
	cases := map[string]struct{ body, output, log, err string }{
		"environment":       {"return os.getenv('TICKFLOW_TEST')", `"set"`, "", ""},
		"time":              {"return os.time{year=2024, month=1, day=2, hour=12} - os.time{year=2024, month=1, day=1, hour=12}", "86400", "", ""},
		"date":              {"return os.date('!%Y', 0)", `"1970"`, "", ""},
		"command":           {"return os.execute('echo said; echo wrong >&2; exit 3')", "3", "said\nwrong", ""},
		"command unknown":   {"return os.execute('no-such-command 2>/dev/null')", "127", "", ""},
		"shell":             {"return os.execute()", "1", "", ""},
		"exit":              {"os.exit(1)", "", "", "a behaviour cannot end the process"},
		"nothing to set":    {"os.setenv('X', '1')", "", "", "os.setenv does not exist; it has: clock, date, difftime, execute, exit, getenv,"},
		"only os":           {"return io.open('x')", "", "", "io.open is not allowed: --allow io opens it"},
		"cannot be changed": {"os.time = nil", "", "", "os cannot be changed"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := allowed(t, "tickflow.body('b', function(v) "+c.body+"\nend)", luabind.Permissions{OS: true})
			output, log, err := outcome(t, p, "null")
			if output != c.output || log != c.log || !strings.Contains(err, c.err) || (c.err == "") != (err == "") {
				t.Errorf("got %q, %q, %q, want %+v", output, log, err, c)
			}
		})
	}
}

// A command that does not end is killed, with all it has started, when its call must end.
func TestEndlessCommands(t *testing.T) {
	for name, code := range map[string]string{
		"execute":        "os.execute('sleep 100; true')",
		"in background":  "os.execute('sleep 100 & sleep 100 & wait')",
		"read":           "io.popen('sleep 100; true'):read('*a')",
		"close":          "io.popen('sleep 100; true', 'w'):close()",
		"write":          "local p = io.popen('sleep 100; true', 'w') while true do p:write(('x'):rep(2^16)) end",
		"endless output": "io.popen('yes'):read('*a')",
		"left behind":    "io.popen('sleep 100; true') error('other')",
	} {
		t.Run(name, func(t *testing.T) {
			p, err := luabind.LoadText(t.Context(), "test.lua", "require('tickflow').body('b', function(v) "+code+" end)", luabind.Options{
				Allow: luabind.Permissions{IO: true, OS: true}, CallTimeout: 200 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			begun := time.Now()
			_, _, got := outcome(t, p, "null")
			if took := time.Since(begun); got == "" || took > 10*time.Second {
				t.Errorf("got %q after %s", got, took)
			}
		})
	}
}
