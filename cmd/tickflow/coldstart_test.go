//go:build unix

package main

import (
	"os/exec"
	"testing"
)

// BenchmarkColdStart is one whole run of a small graph; BenchmarkFloorProcess is a process that does nothing.
func BenchmarkColdStart(b *testing.B) {
	benchmarkProcess(b, "tickflow", "run", "../../examples/counter/counter.tickflow")
}

func BenchmarkFloorProcess(b *testing.B) { benchmarkProcess(b, "true") }

func benchmarkProcess(b *testing.B, name string, args ...string) {
	for b.Loop() {
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
}
