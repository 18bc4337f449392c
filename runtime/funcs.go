package runtime

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tickflow/tickflow/runtime/engine"
)

// Fail is the error by which a body says that it failed: the firing is recorded as failed, all its out-edges write False,
// and the run goes on. A body may wrap it, as in fmt.Errorf("order 7: %w", err): then the whole text is recorded. Joined
// with another error (errors.Join) it is no failure any more, and the tick is discarded.
func Fail(message string) error { return &engine.Failure{Message: message, Type: engine.LLM} }

// FailRun is Fail for what the run cannot recover from: it is aborted after the tick.
func FailRun(message string) error {
	return &engine.Failure{Message: message, Type: engine.Infrastructure}
}

// Funcs are Behaviors written in Go. They must not be changed once they are in use.
type Funcs struct {
	Bodies map[string]Body
	Guards map[string]Guard

	once   sync.Once
	digest string
}

// Body answers the body of that name.
func (f *Funcs) Body(name string) (Body, bool) {
	b, ok := f.Bodies[name]
	return b, ok
}

// Guard answers the guard of that name.
func (f *Funcs) Guard(name string) (Guard, bool) {
	g, ok := f.Guards[name]
	return g, ok
}

var funcsMade atomic.Int64

// Digest tells this Funcs from every other one of the process.
func (f *Funcs) Digest() string {
	f.once.Do(func() { f.digest = "go-" + strconv.FormatInt(funcsMade.Add(1), 10) })
	return f.digest
}

// usable answers behaviours that can be asked, none of them for nil, and an error when a function of theirs is nil.
func usable(b Behaviors) (Behaviors, error) {
	switch b := b.(type) {
	case nil:
		return &Funcs{}, nil
	case *Funcs:
		if b == nil {
			return &Funcs{}, nil
		}
		return b, b.nilFunction()
	case layered:
		for _, layer := range b {
			if _, err := usable(layer); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// nilFunction answers an error that names the first function that is nil.
func (f *Funcs) nilFunction() error {
	for _, name := range slices.Sorted(maps.Keys(f.Bodies)) {
		if f.Bodies[name] == nil {
			return fmt.Errorf("body %s is nil", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Guards)) {
		if f.Guards[name] == nil {
			return fmt.Errorf("guard %s is nil", name)
		}
	}
	return nil
}

// Layer puts behaviours on top of one another: of two with the same name the one further to the left counts. So Go
// functions stand beside a Lua file, or in place of some of its bodies in a test. A nil layer has nothing.
func Layer(layers ...Behaviors) Behaviors {
	return layered(slices.DeleteFunc(slices.Clone(layers), func(b Behaviors) bool {
		funcs, ok := b.(*Funcs)
		return b == nil || ok && funcs == nil
	}))
}

type layered []Behaviors

func (l layered) Body(name string) (Body, bool) {
	for _, b := range l {
		if body, ok := b.Body(name); ok {
			return body, true
		}
	}
	return nil, false
}

func (l layered) Guard(name string) (Guard, bool) {
	for _, b := range l {
		if guard, ok := b.Guard(name); ok {
			return guard, true
		}
	}
	return nil, false
}

func (l layered) Digest() string {
	var digests []string
	for _, b := range l {
		digests = append(digests, b.Digest())
	}
	return strings.Join(digests, "+")
}

// inGo reports whether all of the behaviours are functions in Go.
func inGo(b Behaviors) bool {
	switch b := b.(type) {
	case *Funcs:
		return true
	case layered:
		return !slices.ContainsFunc(b, func(layer Behaviors) bool { return !inGo(layer) })
	}
	return false
}

// namesOf answers the names of all bodies and guards that behaviours have, sorted, as far as they can tell.
func namesOf(b Behaviors) (bodies, guards []string) {
	switch b := b.(type) {
	case *Funcs:
		return slices.Sorted(maps.Keys(b.Bodies)), slices.Sorted(maps.Keys(b.Guards))
	case layered:
		for _, layer := range b {
			moreBodies, moreGuards := namesOf(layer)
			bodies, guards = append(bodies, moreBodies...), append(guards, moreGuards...)
		}
		slices.Sort(bodies)
		slices.Sort(guards)
		return slices.Compact(bodies), slices.Compact(guards)
	case interface {
		Bodies() []string
		Guards() []string
	}:
		return b.Bodies(), b.Guards()
	}
	return nil, nil
}
