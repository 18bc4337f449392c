package luabind_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

// A secret that is a number is masked as one, however the variable writes it.
func TestSecretNumbers(t *testing.T) {
	t.Setenv("TICKFLOW_PIN", "0047110")
	t.Setenv("TICKFLOW_HEX", "0xBEEF")
	t.Setenv("TICKFLOW_FLOAT", "12.50")
	t.Setenv("TICKFLOW_FEW", "007")
	for code, want := range map[string]string{
		"return pin":                                      `"***"`,
		"return {pin, {x = pin}}":                         `["***",{"x":"***"}]`,
		"return 'pin ' .. pin":                            `"pin ***"`,
		"return tickflow.json.encode({pin})":              `"[***]"`,
		"return tonumber(tickflow.env('TICKFLOW_HEX'))":   `"***"`,
		"return tonumber(tickflow.env('TICKFLOW_FLOAT'))": `"***"`,
		"return tonumber(tickflow.env('TICKFLOW_FEW'))":   "7",
		"return pin - 1":                                  "47109",
		"return v.args":                                   `{"n":"***"}`,
		"v.state.pin = pin return v.state.pin":            `"***"`,
	} {
		p := allowed(t, "tickflow.body('b', function(v) local pin = tonumber(tickflow.env('TICKFLOW_PIN')) "+code+" end)",
			luabind.Permissions{Env: []string{"TICKFLOW_PIN", "TICKFLOW_HEX", "TICKFLOW_FLOAT", "TICKFLOW_FEW"}})
		firings, err := start(t, "[A]\nA.body: b", p, engine.Config{Args: mustValue(t, `{"n": 47110}`)}).Tick(t.Context(), nil)
		if err != nil {
			t.Fatal(code, err)
		}
		if got := firings[0].Output.String(); got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
		if state := firings[0].State.String(); strings.Contains(state, "4711") {
			t.Errorf("%s: the state %s", code, state)
		}
	}
}

// Where an error shows a part of a text, it shows no part of a secret.
func TestSecretsCutShort(t *testing.T) {
	const secret = "a-secret-of-some-length-that-no-excerpt-shows-whole"
	t.Setenv("TICKFLOW_SECRET", secret)
	for code, want := range map[string]string{
		"return tickflow.json.decode(secret)":                         `in "***"`,
		"return tickflow.json.decode('[' .. secret .. ']')":           `in "[***]"`,
		"return tickflow.json.decode('[1, ' .. secret)":               `in "[1, ***"`,
		"return tickflow.json.decode('{\"x\": \"' .. secret .. '\"')": `behind "{\"x\": \"***\""`,
		"error('seen')": "B = ",
	} {
		p := allowed(t, "tickflow.body('b', function(v) local secret = tickflow.env('TICKFLOW_SECRET') "+code+" end)\n",
			luabind.Permissions{Env: []string{"TICKFLOW_SECRET"}})
		r, err := engine.New(build(t, "[B]-->A\nA.body: b\nB.body: go"), inGo{p, strings.Repeat("x", 40) + secret}, engine.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Tick(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		_, err = r.Tick(t.Context(), nil)
		var fault *luabind.Error
		if !errors.As(err, &fault) {
			t.Fatal(code, err)
		}
		all := fault.Msg + "; " + fault.Inputs
		if !strings.Contains(all, want) || strings.Contains(all, secret[:6]) {
			t.Errorf("%s: got %s, want %s", code, all, want)
		}
	}
}

// inGo are behaviours with a body "go" beside them that answers a text.
type inGo struct {
	engine.Behaviors
	text string
}

// Body answers the body "go" or another one.
func (b inGo) Body(name string) (engine.Body, bool) {
	if name == "go" {
		return func(context.Context, *engine.View) (value.Value, error) { return value.OfString(b.text), nil }, true
	}
	return b.Behaviors.Body(name)
}

// The names that a file registers are told to everybody.
func TestSecretNames(t *testing.T) {
	t.Setenv("TICKFLOW_SECRET", "hush-hush")
	p := allowed(t, "tickflow.body('a ' .. tickflow.env('TICKFLOW_SECRET'), print) tickflow.guard(tickflow.env('TICKFLOW_SECRET'), print)",
		luabind.Permissions{Env: []string{"TICKFLOW_SECRET"}})
	if got := slices.Concat(p.Bodies(), p.Guards()); !slices.Equal(got, []string{"a ***", "***"}) {
		t.Error(got)
	}
}
