package luabind

import (
	"context"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// runBody calls the i-th body.
func (m *vm) runBody(ctx context.Context, v *engine.View, i int) (value.Value, error) {
	body := &m.bodies[i]
	m.begin(ctx, v)
	m.L.Push(body.fn)
	n := m.pushBound()
	m.L.Push(m.openView())
	if err := m.protected(n+1, 1); err != nil {
		// The machine stays unfit: making another one costs less than finding out what this one is left with.
		return value.Value{}, m.placed(m.fault(err, "body "+body.name), body)
	}
	out, err := m.takeResult(body)
	m.end()
	return out, err
}

// askGuard calls the i-th guard.
func (m *vm) askGuard(ctx context.Context, v *engine.View, i int) (bool, error) {
	guard := &m.guards[i]
	m.begin(ctx, v)
	m.L.Push(guard.fn)
	m.L.Push(m.openView())
	if err := m.protected(1, 1); err != nil {
		return false, m.placed(m.fault(err, "guard "+guard.name), guard)
	}
	answer := m.L.Get(-1)
	m.L.Pop(1)
	if failureOf(answer) != nil {
		return false, m.faultOf(guard, "a guard cannot answer a failure: only bodies fail")
	}
	if answer != lua.LTrue && answer != lua.LFalse && answer != lua.LNil {
		v.Warn(diag.GuardAnswer, m.oddAnswer(guard.name, answer))
	}
	m.end()
	return lua.LVAsBool(answer), nil
}

func (m *vm) begin(ctx context.Context, v *engine.View) {
	// Until the call has ended well the machine is not fit for another one.
	m.spoilt = true
	m.view = v
	m.start(ctx)
}

func (m *vm) end() {
	// Most calls have left nothing here, and writing pointers costs while memory is being collected.
	m.closeFiles()
	m.closeView()
	m.view = nil
	if m.state != nil {
		m.state = nil
	}
	m.hideAll()
	m.endThreads()
	if m.logged.Load() != 0 {
		m.logged.Store(0)
	}
	m.ctx.end()
	m.spoilt = false
}

// pushBound pushes the inputs that the body gets by position and answers how many.
func (m *vm) pushBound() int {
	bind := m.view.Bind()
	if bind == nil || bind.Named {
		return 0
	}
	for _, i := range bind.Inputs {
		m.L.Push(m.toLua(m.view.Input(i).Value))
	}
	return len(bind.Inputs)
}

// bound answers an input that the body gets by a field of the view.
func (m *vm) bound(L *lua.LState, field string) (lua.LValue, bool) {
	bind := m.view.Bind()
	if bind == nil || !bind.Named || m.view.InGuard() {
		return nil, false
	}
	for j, name := range bind.Fields {
		if name == field {
			producer := m.view.Inputs()[bind.Inputs[j]].Producer
			return L.GetField(m.input(L, m.view.Graph().Nodes[producer].Name), "value"), true
		}
	}
	return nil, false
}

// takeResult takes what a body returned and what it left in v.state.
func (m *vm) takeResult(body *registration) (value.Value, error) {
	lv := m.L.Get(-1)
	m.L.Pop(1)
	if m.state != nil {
		state, u := m.leaving(m.state)
		if u == nil && state.Kind() != value.Object {
			u = refuse("a list").hinting("a state is an object: a table with names as its keys").err()
		}
		if u != nil {
			return value.Value{}, m.unfitState(body, u)
		}
		if !value.Equal(state, m.view.State()) {
			m.view.SetState(state)
		}
	}
	if f := failureOf(lv); f != nil {
		return value.Value{}, &engine.Failure{Message: strings.Clone(cut(m.host.secrets.hide(f.Message))), Type: f.Type}
	}
	out, u := m.leaving(lv)
	if u != nil {
		return value.Value{}, m.unfitOutput(body, u)
	}
	return out, nil
}

// nodeState answers v.state: in a body a table of its own, in a guard one that is read-only.
func (m *vm) nodeState() lua.LValue {
	if m.view.InGuard() {
		return m.show(m.view.State(), "v.state")
	}
	if m.state == nil {
		m.state = m.nested(m.view.State()).(*lua.LTable)
	}
	return m.state
}
