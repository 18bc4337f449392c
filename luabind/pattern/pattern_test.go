package pattern_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/yuin/gopher-lua/pm"
	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/luabind/pattern"
)

const enough = 1_000_000

// find answers the captures of the first match, or the error, on one line.
func find(text, pat string, init int) string {
	var m pattern.Matcher
	m.Use(text, pat, true, enough)
	start, end, ok, err := m.Find(min(init, len(text)))
	if err != nil {
		return "error: " + err.Error()
	}
	if !ok {
		return "nil"
	}
	var captures []string
	for i := range max(m.Captures(), 1) {
		text, place, err := m.Capture(i, start, end)
		if err != nil {
			return "error: " + err.Error()
		}
		if place > 0 {
			text = strconv.Itoa(place)
		}
		captures = append(captures, text)
	}
	return strings.Join(captures, "|")
}

// TestLua51 compares with what string.match of Lua 5.1.5 answered. A line of the file is the text, the pattern, where the
// search begins, and the captures or the error.
func TestLua51(t *testing.T) {
	f, err := os.Open("testdata/lua51.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var text, pat, want string
		var init int
		if _, err := fmt.Sscanf(lines.Text(), "%q %q %d %q", &text, &pat, &init, &want); err != nil {
			t.Fatal(lines.Text(), err)
		}
		if got := find(text, pat, init-1); got != want {
			t.Errorf("match(%q, %q, %d): got %q, want %q", text, pat, init, got, want)
		}
	}
	if n < 400 {
		t.Errorf("%d cases only", n)
	}
}

// TestAgainstTheMachine compares with the matcher of the machine on random texts and patterns, of those pieces on which it
// agrees with Lua 5.1: not %f, back references, odd sets, anchors in the middle and malformed patterns.
func TestAgainstTheMachine(t *testing.T) {
	item := rapid.SampledFrom([]string{"a", "b", ".", "%a", "%d", "%s", "%W", "%x", "%p", "%u", "%%", "[ab]", "[^a]", "[a-c]", "[%a_]", "[^%s%d]", "1", " "})
	single := rapid.Custom(func(t *rapid.T) string {
		return item.Draw(t, "item") + rapid.SampledFrom([]string{"", "", "*", "+", "-", "?"}).Draw(t, "repeat")
	})
	part := rapid.Custom(func(t *rapid.T) string {
		inner := strings.Join(rapid.SliceOfN(single, 0, 3).Draw(t, "inner"), "")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			if inner != "" {
				return "(" + inner + ")"
			}
			return "()"
		case 1:
			return "%b()"
		}
		return inner
	})
	pat := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"", "", "", "^"}).Draw(t, "start") +
			strings.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "parts"), "") +
			rapid.SampledFrom([]string{"", "", "", "$"}).Draw(t, "end")
	})
	text := rapid.StringOfN(rapid.RuneFrom([]rune("aabbc1 _()AB%\t")), 0, 14, -1)
	rapid.Check(t, func(t *rapid.T) {
		text, pat := text.Draw(t, "text"), pat.Draw(t, "pattern")
		if got, want := find(text, pat, 0), machine(text, pat); got != want {
			t.Fatalf("match(%q, %q): got %q, want %q", text, pat, got, want)
		}
	})
}

func machine(text, pat string) string {
	matches, err := pm.Find(pat, []byte(text), 0, 1)
	if err != nil {
		return "error: " + err.Error()
	}
	if len(matches) == 0 {
		return "nil"
	}
	m := matches[0]
	if m.CaptureLength() == 2 {
		return text[m.Capture(0):m.Capture(1)]
	}
	var captures []string
	for i := 2; i < m.CaptureLength(); i += 2 {
		if m.IsPosCapture(i) {
			captures = append(captures, strconv.Itoa(m.Capture(i)))
		} else {
			captures = append(captures, text[m.Capture(i):m.Capture(i+1)])
		}
	}
	return strings.Join(captures, "|")
}

// Whatever the pattern, matching ends, and soon.
func TestBudget(t *testing.T) {
	a := strings.Repeat("a", 5000)
	cases := map[string]struct {
		text, pat string
		want      error
	}{
		"choices":      {a[:40], strings.Repeat("a?", 40) + a[:40] + "b", pattern.ErrSteps},
		"stars":        {a, ".*.*.*.*b", pattern.ErrSteps},
		"lazy":         {a, ".-.-.-b", pattern.ErrSteps},
		"from all":     {a, "a*b", pattern.ErrSteps},
		"back":         {a, "(a*)%1b", pattern.ErrSteps},
		"balanced":     {strings.Repeat("(", 5000), "%b()", pattern.ErrSteps},
		"nested":       {a, strings.Repeat("a?", 6000), pattern.ErrDepth},
		"captures":     {a, strings.Repeat("(a", 40), errors.New("too many captures")},
		"within":       {a, "^(a*)(a*)$", nil},
		"long pattern": {a, a, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var m pattern.Matcher
			m.Use(c.text, c.pat, true, enough)
			_, _, ok, err := m.Find(0)
			if fmt.Sprint(err) != fmt.Sprint(c.want) || ok != (c.want == nil) {
				t.Errorf("got %v, %v, want %v", ok, err, c.want)
			}
		})
	}
}

// What Stop answers ends a match.
func TestStop(t *testing.T) {
	stopped := errors.New("stopped")
	asked := 0
	m := pattern.Matcher{Stop: func() error {
		if asked++; asked == 3 {
			return stopped
		}
		return nil
	}}
	m.Use(strings.Repeat("a", 5000), ".*.*.*.*b", true, 1<<40)
	if _, _, _, err := m.Find(0); err != stopped || asked != 3 {
		t.Error(err, asked)
	}
	m.Use("ab", "b", true, enough)
	if start, _, ok, err := m.Find(0); start != 1 || !ok || err != nil {
		t.Error("the next match:", start, ok, err)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("hello world", "(%w+) (%w+)")
	f.Add("((a)(b))", "%b()")
	f.Add("THE (quick) fox", "%f[%a]%a+")
	f.Add("aaa", "^(a-)%1$")
	f.Add("x", "[^]")
	f.Add("x", "%")
	f.Fuzz(func(t *testing.T, text, pat string) {
		begun := time.Now()
		find(text, pat, 0)
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}
