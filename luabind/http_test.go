package luabind_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
)

// server answers what the path says.
func server(t testing.TB) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		headers := map[string]string{}
		for name := range r.Header {
			headers[strings.ToLower(name)] = r.Header.Get(name)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Add("X-Two", "1")
		w.Header().Add("X-Two", "2")
		_ = json.NewEncoder(w).Encode(map[string]any{"method": r.Method, "query": r.URL.RawQuery, "body": string(body), "headers": headers})
	})
	mux.HandleFunc("/status/418", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(418) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/once", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/echo?again", http.StatusFound) })
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
	})
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/headers", func(w http.ResponseWriter, r *http.Request) {
		for i := range 100 {
			w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1<<16))
		}
	})
	mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestHTTP(t *testing.T) {
	s := server(t)
	cases := map[string]struct{ body, output, err string }{
		"get":                 {"local r = http.get(url .. '/echo?x=1') local e = r:json() return {r.status, r.headers['content-type'], r.headers['x-two'], e.method, e.query, e.headers['user-agent']}", `[200,"application/json","1, 2","GET","x=1","tickflow"]`, ""},
		"post text":           {"local e = http.post(url .. '/echo', 'text'):json() return {e.method, e.body}", `["POST","text"]`, ""},
		"post a table":        {"local e = http.post(url .. '/echo', {a = {1, tickflow.null}}):json() return {e.body, e.headers['content-type']}", `["{\"a\":[1,null]}","application/json"]`, ""},
		"request":             {"local e = http.request{method = 'put', url = url .. '/echo', body = 'x', headers = {['X-Key'] = 'k', ['User-Agent'] = 'me'}}:json() return {e.method, e.body, e.headers['x-key'], e.headers['user-agent']}", `["PUT","x","k","me"]`, ""},
		"request with JSON":   {"local e = http.request{method = 'PATCH', url = url .. '/echo', json = {1}, headers = {['Content-Type'] = 'application/x'}}:json() return {e.method, e.body, e.headers['content-type']}", `["PATCH","[1]","application/x"]`, ""},
		"status":              {"local r = http.get(url .. '/status/418') return {r.status, r.body}", `[418,""]`, ""},
		"redirect":            {"return http.get(url .. '/once'):json().query", `"again"`, ""},
		"as output":           {"local r = http.get(url .. '/status/418') r.headers = nil return r", `{"body":"","status":418}`, ""},
		"redirects in a loop": {"http.get(url .. '/loop')", "", "more than 10 redirects, the limit"},
		"redirect to a file":  {"http.get(url .. '/file')", "", `unsupported protocol scheme "file"`},
		"file":                {"http.get('file:///etc/passwd')", "", `GET file:///etc/passwd: unsupported protocol scheme "file"`},
		"endless answer":      {"http.get(url .. '/endless')", "", "the answer has more than 16 MiB, the limit for strings"},
		"endless headers":     {"http.get(url .. '/headers')", "", "server response headers exceeded"},
		"timeout":             {"http.get(url .. '/silent', {timeout = 0.05})", "", "/silent: no answer within 50ms, the timeout"},
		"error to catch":      {"local ok, err = pcall(http.get, url .. '/silent', {timeout = 0.05}) return {ok, err:match('no answer')}", `[false,"no answer"]`, ""},
		"nobody there":        {"http.get('http://127.0.0.1:1')", "", "GET http://127.0.0.1:1: dial tcp 127.0.0.1:1: connect: connection refused"},
		"no address":          {"http.get('::')", "", "missing protocol scheme"},
		"no url":              {"http.request{}", "", "a request needs a url"},
		"misspelt":            {"http.request{ulr = url}", "", "a request has no field ulr; it has: body, headers, json, method, timeout, url (did you mean url?)"},
		"two bodies":          {"http.post(url, 'a', {body = 'b'})", "", "a request has one body"},
		"bad method":          {"http.request{url = url, method = 'A B'}", "", `invalid method "A B"`},
		"bad header":          {"http.get(url, {headers = {a = {}}})", "", "the header a of a request is a string, not a table"},
		"bad headers":         {"http.get(url, {headers = 1})", "", "the headers of a request are a table, not a number"},
		"header with a line":  {"http.get(url, {headers = {a = 'b\\r\\nc: d'}})", "", "invalid header field value"},
		"bad timeout":         {"http.get(url, {timeout = 0})", "", "the timeout of a request is a number of seconds above 0"},
		"body without JSON":   {"http.get(url .. '/status/418'):json()", "", "json.decode: the text is empty"},
		"function in a body":  {"http.post(url, {f = print})", "", "the body of a request takes a value, and got a function at value.f"},
		"coroutine":           {"return coroutine.wrap(function() return http.get(url .. '/echo').status end)()", "200", ""},
		"cannot be changed":   {"http.get = nil", "", "tickflow.http cannot be changed"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := allowed(t, "local http, url = tickflow.http, '"+s.URL+"' tickflow.body('b', function(v) "+c.body+"\nend)", luabind.Permissions{Net: true})
			output, _, err := outcome(t, p, "null")
			if output != c.output || !strings.Contains(err, c.err) || (c.err == "") != (err == "") {
				t.Errorf("got %q, %q, want %+v", output, err, c)
			}
		})
	}
}

func TestHTTPAtLoad(t *testing.T) {
	_, err := luabind.LoadText(t.Context(), "test.lua", "require('tickflow').http.get('http://127.0.0.1:1')",
		luabind.Options{Allow: luabind.Permissions{Net: true}})
	if err == nil || !strings.Contains(err.Error(), "tickflow.http is of use in a body or guard only, while it is called") {
		t.Error(err)
	}
}

// A body that waits for the network ends with the context and with its time.
func TestInterruptedHTTP(t *testing.T) {
	s := server(t)
	p, err := luabind.LoadText(t.Context(), "test.lua", "local tickflow = require 'tickflow' tickflow.body('b', function() tickflow.http.get('"+s.URL+"/silent') end)",
		luabind.Options{Allow: luabind.Permissions{Net: true}, CallTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_, err = start(t, "[A]\nA.body: b", p, engine.Config{}).Tick(t.Context(), nil)
	if !errors.Is(err, luabind.ErrCallTimeout) {
		t.Error("time:", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = start(t, "[A]\nA.body: b", p, engine.Config{}).Tick(ctx, nil)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error("context:", err)
	}
}
