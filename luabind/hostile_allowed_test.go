package luabind_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// hostileAllowed are run one by one with all permissions, and with a long secret that log lines are searched for.
var hostileAllowed = map[string]hostile{
	"many lines at once":       {"io.write(('\\n'):rep(2^24 - 1))", tooLong},
	"many lines at last":       {"for i = 1, 40 do io.write(('x\\n'):rep(2^10)) end while true do io.write(('x\\n'):rep(2^20)) end", tooLong},
	"lines of a command":       {"os.execute('yes') while true do end", tooLong},
	"output of a command":      {"print(os.execute('head -c 100000000 /dev/zero')) return 1", logged},
	"dates":                    {"return os.date(('%c'):rep(2^22))", tooBig},
	"pipes without end":        {"while true do io.popen('sleep 100') end", tooLong},
	"reading without end":      {"return io.popen('yes'):read('*a')", "more than 16 MiB, the limit for strings"},
	"metatable of answers":     {"getmetatable(tickflow.http.get(url)).__index.json = nil", "is nil and has no field json"},
	"fields of answers":        {"local r = tickflow.http.get(url) r.json = nil r.status = nil local again = tickflow.http.get(url) assert(again.status == 200 and again:json()[1] == 7)", ""},
	"the environment by proc":  {"local f = io.open('/proc/self/environ') return f and #f:read('*a') > 0 or true", ""},
	"file of an earlier call":  {"kept = kept", "cannot assign the global kept"},
	"a folder as a file":       {"local f, err = io.open('.') error(err, 0)", "not a regular file"},
	"a terminal as a file":     {"local f, err = io.open('/dev/null', 'w') error(err, 0)", "not a regular file"},
	"an address without a net": {"tickflow.http.get('file:///etc/passwd')", "unsupported protocol scheme"},
}

// TestHostileAllowed is TestHostile for what permissions do not let end otherwise than without them.
func TestHostileAllowed(t *testing.T) {
	t.Setenv("TICKFLOW_LONG", strings.Repeat("k", 3000))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("[7]")) }))
	defer s.Close()
	for name, c := range hostileAllowed {
		t.Run(name, func(t *testing.T) {
			p, err := luabind.LoadText(t.Context(), "test.lua", "local tickflow, url = require 'tickflow', '"+s.URL+"'\ntickflow.body('bad', function(v) "+c.code+"\nend)",
				luabind.Options{
					CallTimeout: max(c.time()/10, 300*time.Millisecond),
					Allow:       luabind.Permissions{IO: true, OS: true, Net: true, Env: []string{"TICKFLOW_LONG"}},
				})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			c.want = strings.Replace(c.want, "100ms", "300ms", 1)
			begun := time.Now()
			_, err = start(t, "[A]\nA.body: bad", p, engine.Config{}).Tick(t.Context(), nil)
			if took := time.Since(begun); took > c.most() {
				t.Errorf("it took %s", took)
			}
			c.judge(t, err)
		})
	}
}
