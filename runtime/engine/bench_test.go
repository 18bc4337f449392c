package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/value"
)

const counterLoop = "[seed]-->A\nA-->B\nB--|always|-->A\nA.join: OR\nA.body: incr\nB.body: echo\n"

// goLoop are the counter loop's behaviours in Go; the guard never ends it.
type goLoop struct{}

func (goLoop) Body(name string) (engine.Body, bool) {
	if name == "incr" {
		return func(_ context.Context, v *engine.View) (value.Value, error) {
			for i := range v.Inputs() {
				if f, ok := v.Input(i).Value.Number(); ok {
					return value.OfNumber(f + 1), nil
				}
			}
			return value.OfInt(0), nil
		}, true
	}
	return func(_ context.Context, v *engine.View) (value.Value, error) { return v.Input(0).Value, nil }, true
}

func (goLoop) Guard(string) (engine.Guard, bool) {
	return func(_ context.Context, v *engine.View) (bool, error) {
		f, _ := v.Output().Number()
		return f >= 0, nil
	}, true
}

func (goLoop) Digest() string { return "loop" }

// BenchmarkCounterLoopGo reports the time of one firing of the counter loop with Go bodies, its record dropped.
// Its floor is BenchmarkFloorGo.
func BenchmarkCounterLoopGo(b *testing.B) {
	r, err := engine.New(build(b, counterLoop), goLoop{}, engine.Config{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Tick(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFloorGo is what a firing cannot do without: an indirect call and two writes to slices.
func BenchmarkFloorGo(b *testing.B) {
	bodies := []func(float64) float64{func(x float64) float64 { return x + 1 }, func(x float64) float64 { return x }}
	outputs, slots := make([]float64, 2), make([]bool, 2)
	i := 0
	for b.Loop() {
		outputs[i&1] = bodies[i&1](outputs[(i+1)&1])
		slots[i&1] = !slots[i&1]
		i++
	}
}

// BenchmarkOneTokenInGo reports the time of a firing when one token circles in a ring whose nodes lie in memory in random
// order. The large ring pays for cache misses, as BenchmarkFloorRing does.
func BenchmarkOneTokenInGo(b *testing.B) {
	for _, n := range []int{10, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r, err := engine.New(build(b, ring(n)), goLoop{}, engine.Config{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := r.Tick(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFloorRing follows a shuffled ring of indices.
func BenchmarkFloorRing(b *testing.B) {
	for _, n := range []int{10, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			next := make([]int32, n)
			order := shuffled(n)
			for i, id := range order {
				next[id] = int32(order[(i+1)%n])
			}
			at := int32(0)
			for b.Loop() {
				at = next[at]
			}
		})
	}
}

func shuffled(n int) []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) }

// ring is the text of a ring of n nodes whose node order is shuffled.
func ring(n int) string {
	order := shuffled(n)
	next := make([]int, n)
	for i, id := range order {
		next[id] = order[(i+1)%n]
	}
	var text strings.Builder
	for id := range n {
		fmt.Fprintf(&text, "N%d-->N%d\nN%d.body: echo\n", id, next[id], id)
	}
	text.WriteString("[N0]\nN0.join: OR\n")
	return text.String()
}
