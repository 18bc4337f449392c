package luabind

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"
)

const (
	httpTimeout   = 30 * time.Second
	httpRedirects = 10
	httpHeaders   = 1 << 20 // bytes of an answer's headers
)

// web is what the machines of a pool reach the network with.
type web struct {
	client    *http.Client
	transport *http.Transport
}

func newWeb() *web {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxResponseHeaderBytes = httpHeaders
	t.MaxIdleConnsPerHost = defaultWorkers
	return &web{
		transport: t,
		client: &http.Client{Transport: t, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > httpRedirects {
				return fmt.Errorf("more than %d redirects, the limit", httpRedirects)
			}
			return nil
		}},
	}
}

func (w *web) close() { w.transport.CloseIdleConnections() }

// openHTTP makes tickflow.http: get(url[, options]), post(url, body[, options]) and request(options).
func (m *vm) openHTTP() lua.LValue {
	if m.host.web == nil {
		return m.locked("tickflow.http", "--allow net", nil)
	}
	m.response = m.metatable("response")
	methods := m.L.CreateTable(0, 1)
	methods.RawSetString("json", m.L.NewFunction(func(L *lua.LState) int {
		return m.decoded(L, lua.LVAsString(L.CheckTable(1).RawGetString("body")))
	}))
	m.response.RawSetString("__index", methods)
	return m.library("tickflow.http", map[string]lua.LGFunction{
		"get": func(L *lua.LState) int { return m.fetch(L, "GET", L.CheckString(1), lua.LNil, L.OptTable(2, nil)) },
		"post": func(L *lua.LState) int {
			return m.fetch(L, "POST", L.CheckString(1), L.CheckAny(2), L.OptTable(3, nil))
		},
		"request": func(L *lua.LState) int { return m.fetch(L, "GET", "", lua.LNil, L.CheckTable(1)) },
	}, nil)
}

// fetch sends a request and pushes the answer: {status, headers, body}, with a method json.
func (m *vm) fetch(L *lua.LState, method, address string, body lua.LValue, options *lua.LTable) int {
	m.needCall(L, "tickflow.http")
	o := m.requestOptions(L, method, address, body, options)
	var answer *answer
	var err error
	m.wait(func(ctx context.Context) { answer, err = m.host.web.send(ctx, o) })
	m.check(L)
	if err != nil {
		L.RaiseError("%s %s: %s", o.method, o.url, err.Error())
	}
	t, headers := L.CreateTable(0, 3), L.CreateTable(0, len(answer.headers))
	for name, values := range answer.headers {
		headers.RawSetString(strings.ToLower(name), lua.LString(strings.Join(values, ", ")))
	}
	t.RawSetString("status", lua.LNumber(answer.status))
	t.RawSetString("headers", headers)
	t.RawSetString("body", lua.LString(answer.body))
	t.Metatable = m.response
	L.Push(t)
	return 1
}

// outgoing is a request as Lua asks for it.
type outgoing struct {
	method, url, body string
	headers           http.Header
	timeout           time.Duration
}

var requestFields = []string{"body", "headers", "json", "method", "timeout", "url"}

func (m *vm) requestOptions(L *lua.LState, method, address string, body lua.LValue, options *lua.LTable) *outgoing {
	o := &outgoing{method: method, url: address, headers: http.Header{"User-Agent": {"tickflow"}}, timeout: httpTimeout}
	if options != nil {
		for key, v := options.Next(lua.LNil); key != lua.LNil; key, v = options.Next(key) {
			switch name := key.String(); name {
			case "method":
				o.method = strings.ToUpper(text(L, name, v))
			case "url":
				o.url = text(L, name, v)
			case "headers":
				setHeaders(L, o.headers, v)
			case "body", "json":
				if body != lua.LNil {
					L.RaiseError("a request has one body")
				}
				body = v
				if name == "json" {
					body = m.jsonBody(L, o, v)
				}
			case "timeout":
				o.timeout = seconds(L, v)
			default:
				L.RaiseError("a request has no field %s; it has: %s%s", name, strings.Join(requestFields, ", "), didYouMean(name, requestFields))
			}
		}
	}
	if o.url == "" {
		L.RaiseError("a request needs a url")
	}
	if _, ok := body.(*lua.LTable); ok {
		body = m.jsonBody(L, o, body)
	}
	if body != lua.LNil {
		o.body = text(L, "body", body)
	}
	return o
}

// jsonBody answers a value as JSON, and says in the headers that it is.
func (m *vm) jsonBody(L *lua.LState, o *outgoing, lv lua.LValue) lua.LValue {
	if o.headers.Get("Content-Type") == "" {
		o.headers.Set("Content-Type", "application/json")
	}
	return lua.LString(m.encoded(L, lv, "the body of a request"))
}

func text(L *lua.LState, field string, v lua.LValue) string {
	if !lua.LVCanConvToString(v) {
		L.RaiseError("the %s of a request is a string, not a %s", field, v.Type())
	}
	return lua.LVAsString(v)
}

func setHeaders(L *lua.LState, headers http.Header, v lua.LValue) {
	t, ok := v.(*lua.LTable)
	if !ok {
		L.RaiseError("the headers of a request are a table, not a %s", v.Type())
	}
	for key, v := t.Next(lua.LNil); key != lua.LNil; key, v = t.Next(key) {
		headers.Set(key.String(), text(L, "header "+key.String(), v))
	}
}

func seconds(L *lua.LState, v lua.LValue) time.Duration {
	n, ok := v.(lua.LNumber)
	if !ok || !(n > 0) {
		L.RaiseError("the timeout of a request is a number of seconds above 0")
	}
	return time.Duration(min(float64(n), 1e9) * float64(time.Second))
}

// answer is what came back.
type answer struct {
	status  int
	headers http.Header
	body    string
}

// send waits for the answer and reads it whole.
func (w *web) send(ctx context.Context, o *outgoing) (*answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, o.timeout, fmt.Errorf("no answer within %s, the timeout", o.timeout))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, o.method, o.url, strings.NewReader(o.body))
	if err != nil {
		return nil, err
	}
	request.Header = o.headers
	if host := o.headers.Get("Host"); host != "" {
		request.Host = host
	}
	response, err := w.client.Do(request)
	if err != nil {
		return nil, reason(ctx, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxString+1))
	switch {
	case err != nil:
		return nil, reason(ctx, err)
	case len(body) > maxString:
		return nil, fmt.Errorf("the answer has more than %s, the limit for strings", size(maxString))
	}
	return &answer{response.StatusCode, response.Header, string(body)}, nil
}

// reason answers why a request failed, without method and address, which are said once.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if outer, ok := errors.AsType[*url.Error](err); ok {
		return outer.Err
	}
	return err
}
