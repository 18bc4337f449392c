package luabind_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// Whatever way a secret takes out of a machine, it is masked; to the network it goes as it is.
func TestSecrets(t *testing.T) {
	const secret = `p&s "wörd"`
	t.Setenv("TICKFLOW_SECRET", secret)
	t.Setenv("TICKFLOW_SHORT", "abc")
	t.Setenv("TICKFLOW_OTHER", "other")
	var seen string
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.Header.Get("X-Key") }))
	defer s.Close()
	cases := map[string]struct{ body, output, state, log, err string }{
		"output":               {"return secret", `"***"`, "{}", "", ""},
		"part of an output":    {"return {'<' .. secret .. '>'}", `["<***>"]`, "{}", "", ""},
		"key":                  {"return {[secret] = {x = secret}}", `{"***":{"x":"***"}}`, "{}", "", ""},
		"JSON":                 {"return tickflow.json.encode({secret})", `"[\"***\"]"`, "{}", "", ""},
		"literal":              {"return string.format('%q', secret)", `"\"***\""`, "{}", "", ""},
		"state":                {"v.state.token = secret return 1", "1", `{"token":"***"}`, "", ""},
		"log":                  {"print('token', secret) tickflow.log({secret}) return 1", "1", "{}", "token\t***\n[\"***\"]", ""},
		"failure":              {"return tickflow.failure('no ' .. secret)", "null", "{}", "", "no ***"},
		"error":                {"error(secret)", "", "", "", "test.lua:4:32: ***"},
		"error of a table":     {"error({token = secret})", "", "", "", `an error was raised with the value {"token":"***"}`},
		"error message":        {"error({message = secret})", "", "", "", `***`},
		"path of an error":     {"return {[secret] = print}", "", "", "", `the body returned a table with a function at out["***"]`},
		"path in the state":    {"v.state[secret] = print return 1", "", "", "", `v.state["***"] cannot be kept: it is a function`},
		"address":              {"tickflow.http.get('http://127.0.0.1:1/?key=' .. 'p%26s+%22w%C3%B6rd%22')", "", "", "", "GET http://127.0.0.1:1/?key=***: "},
		"input handed back":    {"return {v.args, v.args.key}", `[{"***":"***","key":"***"},"***"]`, "{}", "", ""},
		"command":              {"os.execute([[printf '%s\\n' \"$TICKFLOW_SECRET\"]]) return 1", "1", "{}", "***", ""},
		"standard output":      {"io.write(secret, '\\n') return 1", "1", "{}", "***", ""},
		"from os":              {"return os.getenv('TICKFLOW_SECRET')", `"***"`, "{}", "", ""},
		"short alone":          {"return tickflow.env('TICKFLOW_SHORT')", `"***"`, "{}", "", ""},
		"short by itself":      {"return 'is abc.'", `"is ***."`, "{}", "", ""},
		"short in a word":      {"return 'abcd xabc abc_'", `"abcd xabc abc_"`, "{}", "", ""},
		"usable":               {"return {#secret, secret == os.getenv('TICKFLOW_SECRET')}", `[11,true]`, "{}", "", ""},
		"not set":              {"return tickflow.env('TICKFLOW_UNSET') == nil", "true", "{}", "", ""},
		"not allowed":          {"return tickflow.env('TICKFLOW_OTHER')", "", "", "", "the environment variable TICKFLOW_OTHER is not allowed: --allow env=TICKFLOW_OTHER opens it"},
		"not masked elsewhere": {"return 'other'", `"other"`, "{}", "", ""},
		"sent as it is":        {"tickflow.http.get('" + s.URL + "', {headers = {['X-Key'] = secret}}) return 1", "1", "{}", "", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := allowed(t, "local secret = tickflow.env('TICKFLOW_SECRET')\n\ntickflow.body('b', function(v) "+c.body+"\nend)",
				luabind.Permissions{IO: true, OS: true, Net: true, Env: []string{"TICKFLOW_SECRET", "TICKFLOW_SHORT", "TICKFLOW_UNSET"}})
			var lines []string
			inJSON, _ := json.Marshal(secret)
			r := start(t, "[A]\nA.body: b", p, engine.Config{
				Args: mustValue(t, `{"key": `+string(inJSON)+`, `+string(inJSON)+`: "p&s \"wörd\""}`),
				Log:  func(_ int, _, line string) { lines = append(lines, line) },
			})
			firings, err := r.Tick(t.Context(), nil)
			if log := strings.Join(lines, "\n"); log != c.log {
				t.Errorf("log %q, want %q", log, c.log)
			}
			if err != nil {
				if !strings.Contains(err.Error(), c.err) || c.err == "" {
					t.Errorf("error %q, want %q", err, c.err)
				}
				return
			}
			f := firings[0]
			if f.Output.String() != c.output || f.State.String() != c.state || f.Error != c.err {
				t.Errorf("got %s, %s, %q, want %+v", f.Output, f.State, f.Error, c)
			}
		})
	}
	if seen != secret {
		t.Errorf("%q was sent", seen)
	}
}

// What a file prints and raises while it is loaded is masked too.
func TestSecretsAtLoad(t *testing.T) {
	t.Setenv("TICKFLOW_SECRET", "hush-hush")
	var lines []string
	_, err := luabind.LoadText(t.Context(), "test.lua", "local s = require('tickflow').env('TICKFLOW_SECRET') print(s) error('bad ' .. s)", luabind.Options{
		Allow: luabind.Permissions{Env: []string{"TICKFLOW_SECRET"}}, Log: func(line string) { lines = append(lines, line) },
	})
	if err == nil || err.Error() != "test.lua:1:63: bad ***" || strings.Join(lines, "\n") != "***" {
		t.Error(err, lines)
	}
}

// No secret is logged in halves, neither where a long line is cut nor where it has line feeds itself.
func TestSecretsAcrossLogLines(t *testing.T) {
	t.Setenv("TICKFLOW_SECRET", "hush-hush")
	t.Setenv("TICKFLOW_KEY", "-- begin\nkey\n")
	xs := strings.Repeat("x", 65530)
	ys := strings.Repeat("y", 100)
	cases := map[string]struct{ body, want string }{
		"across the cut":   {"io.write(xs, 'hush-hush', ys)", xs + "|***" + ys},
		"in parts":         {"io.write(xs, 'hush') io.write('-') io.write('hush', ys)", xs + "|***" + ys},
		"up to the cut":    {"io.write(xs:sub(4), 'hush-hush', ys)", xs[3:] + "***|" + ys},
		"of a command":     {"os.execute('printf %s%s%s ' .. xs .. ' hush-hush ' .. ys)", xs + "|***" + ys},
		"no secret":        {"io.write(xs, 'hush-hash', ys)", xs + "hush-h|ash" + ys},
		"lines":            {"os.execute([[printf '%s' \"$TICKFLOW_KEY\"; echo next]])", "***next"},
		"lines in parts":   {"io.write('a\\n-- begin\\n') io.write('key') io.write('\\nb\\n')", "a|***b"},
		"lines of another": {"io.write('a\\n-- begin\\n') io.write('kex\\n')", "a|-- begin|kex"},
		"lines begun":      {"io.write('a\\n-- begin\\n')", "a|-- begin"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := allowed(t, "local xs, ys = ('x'):rep(65530), ('y'):rep(100)\ntickflow.body('b', function(v) "+c.body+"\nend)",
				luabind.Permissions{IO: true, OS: true, Env: []string{"TICKFLOW_SECRET", "TICKFLOW_KEY"}})
			_, log, err := outcome(t, p, "null")
			if got := strings.ReplaceAll(log, "\n", "|"); got != c.want || err != "" {
				t.Errorf("got %s, %q, want %s", ends(got), err, ends(c.want))
			}
		})
	}
}

// ends leaves out the middle of a long text.
func ends(text string) string {
	if len(text) <= 300 {
		return text
	}
	return text[:20] + "…" + text[len(text)-280:]
}

// Whoever takes the cause out of an error does not get a secret that the error itself masks.
func TestSecretsInCauses(t *testing.T) {
	t.Setenv("TICKFLOW_SECRET", "hush-hush")
	t.Setenv("TICKFLOW_PIN", "4711")
	for name, c := range map[string]struct{ body, want string }{
		"output":      {"return {['hush-hush'] = print}", `out["***"]: a function`},
		"state":       {"v.state['hush-hush'] = print", `state["***"]: a function`},
		"no UTF-8":    {"return {['hush-hush\\255'] = 1}", `out["***\xff"]: a key that is not valid UTF-8`},
		"in a list":   {"return {1, ['hush-hush'] = 2}", `out["***"]: a key that is none of a list`},
		"number":      {"return {[-4711] = 1}", "out[-***]: a number as a key"},
		"in a member": {"v.state.x = {1, ['hush-hush'] = 2}", `state.x["***"]: a key that is none of a list`},
	} {
		t.Run(name, func(t *testing.T) {
			p := allowed(t, "tickflow.body('b', function(v) "+c.body+" end)", luabind.Permissions{Env: []string{"TICKFLOW_SECRET", "TICKFLOW_PIN"}})
			_, err := start(t, "[A]\nA.body: b", p, engine.Config{}).Tick(t.Context(), nil)
			var cause *value.PathError
			if !errors.As(err, &cause) || cause.Error() != c.want {
				t.Errorf("got %v, want %s", cause, c.want)
			}
		})
	}
}
