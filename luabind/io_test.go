package luabind_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

func TestIO(t *testing.T) {
	cases := map[string]struct{ body, output, log, err string }{
		"read all":           {"local f = io.open(v.args.file) local s = f:read('*a') f:close() return s", `"one\ntwo 2\n3.5"`, "", ""},
		"read lines":         {"local f = io.open(v.args.file) return {f:read(), f:read('*l'), f:read('*n'), tostring(f:read()), tostring(f:read('*l'))}", `["one","two 2",3.5,"nil","nil"]`, "", ""},
		"read bytes":         {"local f = io.open(v.args.file, 'rb') local a, b = f:read(2, 3) return {a, b, f:read(0), f:read(100), tostring(f:read(0)), f:read('*a')}", `["on","e\nt","","wo 2\n3.5","nil",""]`, "", ""},
		"lines":              {"local t = {} for line in io.lines(v.args.file) do t[#t + 1] = line end return t", `["one","two 2","3.5"]`, "", ""},
		"lines of a file":    {"local n = 0 for line in io.open(v.args.file):lines() do n = n + 1 end return n", "3", "", ""},
		"write":              {"local f = assert(io.open(v.args.new, 'w')) f:write('a', 1, '\\n') f:close() return io.open(v.args.new):read('*a')", `"a1\n"`, "", ""},
		"append":             {"for i = 1, 2 do local f = io.open(v.args.new, 'a') f:write(i) f:close() end return io.open(v.args.new):read()", `"12"`, "", ""},
		"update":             {"local f = io.open(v.args.file, 'r+') f:read(4) f:write('TWO') f:seek('set') return f:read('*a')", `"one\nTWO 2\n3.5"`, "", ""},
		"seek":               {"local f = io.open(v.args.file) f:read(1) return {f:seek(), f:seek('end'), f:seek('set', 4), f:read(3)}", `[1,13,4,"two"]`, "", ""},
		"missing":            {"return {io.open(v.args.file .. 'x')}", "", "", "nil in a list"},
		"why missing":        {"local f, err = io.open('/no/such/file') return err", `"/no/such/file: no such file or directory"`, "", ""},
		"mode":               {"local f, err = io.open(v.args.file, 'x') return err", `"invalid mode \"x\": it is r, w or a, with + and b behind"`, "", ""},
		"folder":             {"local f, err = io.open(v.args.folder) return err:match('not a regular file')", `"not a regular file"`, "", ""},
		"device":             {"local f, err = io.open('/dev/zero') return err", `"/dev/zero: not a regular file"`, "", ""},
		"file too long":      {"local f = io.open(v.args.new, 'w+') local s = ('x'):rep(2^23) f:write(s, s, s) f:seek('set') f:read('*a')", "", "", "more than 16 MiB, the limit for strings"},
		"line too long":      {"local f = io.open(v.args.new, 'w+') local s = ('x'):rep(2^23) f:write(s, s, s) f:seek('set') f:read()", "", "", "more than 16 MiB, the limit for strings"},
		"closed":             {"local f = io.open(v.args.file) f:close() f:read()", "", "", "attempt to use a closed file"},
		"type":               {"local f = io.open(v.args.file) local a = io.type(f) f:close() return {a, io.type(f), tostring(io.type(1))}", `["file","closed file","nil"]`, "", ""},
		"standard output":    {"io.write('a', 1) io.write('b\\nc') io.stdout:write('d\\n') io.stderr:write('e') return true", "true", "a1b\ncd\ne", ""},
		"standard input":     {"return io.read()", "", "", "a behaviour has no standard input: io.input(name) opens a file, v.args is the run's input"},
		"input":              {"io.input(v.args.file) local a = io.read() return {a, io.read('*a'), io.input() ~= nil}", `["one","two 2\n3.5",true]`, "", ""},
		"output":             {"io.output(v.args.new) io.write('x') io.close() return io.open(v.args.new):read()", `"x"`, "", ""},
		"temporary":          {"local f = io.tmpfile() f:write('abc') f:seek('set') return f:read()", `"abc"`, "", ""},
		"pipe":               {"local p = io.popen('echo one; echo two') local t = {p:read(), p:read('*a')} p:close() return t", `["one","two\n"]`, "", ""},
		"pipe to a command":  {"local p = io.popen('tr a-z A-Z', 'w') p:write('hello\\n') p:close() return 1", "1", "HELLO", ""},
		"exit code":          {"local p = io.popen('exit 3') local ok, err = p:close() return err", `"exit status 3"`, "", ""},
		"errors of commands": {"local p = io.popen('echo wrong >&2') p:close() return 1", "1", "wrong", ""},
		"as output":          {"return io.open(v.args.file)", "", "", "the body returned an object of the machine"},
		"not a file":         {"return io.open(v.args.file).read({})", "", "", "file expected, got table"},
		"methods":            {"return getmetatable(io.open(v.args.file))", `"file"`, "", ""},
		"not os":             {"return os.getenv('HOME')", "", "", "os.getenv is not allowed"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "file")
			if err := os.WriteFile(file, []byte("one\ntwo 2\n3.5"), 0o666); err != nil {
				t.Fatal(err)
			}
			p := allowed(t, "tickflow.body('b', function(v) "+c.body+"\nend)", luabind.Permissions{IO: true})
			output, log, err := outcome(t, p, `{"file": "`+file+`", "new": "`+filepath.Join(dir, "new")+`", "folder": "`+dir+`"}`)
			if output != c.output || log != c.log || !strings.Contains(err, c.err) || (c.err == "") != (err == "") {
				t.Errorf("got %q, %q, %q, want %+v", output, log, err, c)
			}
		})
	}
}

// Files end with the call that opened them, whether it ends well or not.
func TestFilesEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := allowed(t, `local kept
		tickflow.body('b', function(v)
			if kept then return kept:read() end
			kept = io.open(v.args)
			for i = 1, 100 do io.open(v.args) end
			if v.tick == 0 then return io.type(kept) end
		end)
		tickflow.body('raise', function(v) for i = 1, 100 do io.open(v.args) end error('raised') end)`, luabind.Permissions{IO: true})
	before := openFiles(t)
	if got, _, err := outcome(t, p, `"`+file+`"`); got != `"file"` || err != "" {
		t.Fatal(got, err)
	}
	if _, _, err := outcome(t, p, `"`+file+`"`); !strings.Contains(err, "attempt to use a closed file: files end with the call that opened them") {
		t.Error(err)
	}
	if _, err := fires(t, "[A]\nA.body: raise", p, engine.Config{Args: mustValue(t, `"`+file+`"`)}, 1); err == nil {
		t.Error("no error")
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d files open before, %d after", before, after)
	}
}

// openFiles answers how many files the process has open, where the system tells.
func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}
