package main

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/tickflow/tickflow/runtime/record"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// tickDifference is what fired in a tick of one run and not of another.
type tickDifference struct {
	tick int
	a, b []tickflow.Firing // only there
}

// differing answers the ticks in which two runs differ, holding no more than two ticks in memory.
func differing(a, b iter.Seq2[[]tickflow.Firing, error]) iter.Seq2[tickDifference, error] {
	return func(yield func(tickDifference, error) bool) {
		nextA, stopA := iter.Pull2(a)
		defer stopA()
		nextB, stopB := iter.Pull2(b)
		defer stopB()
		x, errA, moreA := nextA()
		y, errB, moreB := nextB()
		for moreA || moreB {
			if err := firstError(errA, errB); err != nil {
				yield(tickDifference{}, err)
				return
			}
			var d tickDifference
			inA, inB := moreA, moreB
			if moreA && moreB {
				inA, inB = x[0].Tick <= y[0].Tick, y[0].Tick <= x[0].Tick
			}
			if inA {
				d.tick, d.a = x[0].Tick, x
				x, errA, moreA = nextA()
			}
			if inB {
				d.tick, d.b = y[0].Tick, y
				y, errB, moreB = nextB()
			}
			if d.a, d.b = withoutThose(d.a, d.b), withoutThose(d.b, d.a); len(d.a)+len(d.b) > 0 && !yield(d, nil) {
				return
			}
		}
	}
}

// withoutThose answers the firings that others have no equal of. Timelines and the time that bodies saw do not count.
func withoutThose(firings, others []tickflow.Firing) []tickflow.Firing {
	return slices.DeleteFunc(slices.Clone(firings), func(f tickflow.Firing) bool {
		text := f.AppendJSON(nil)
		return slices.ContainsFunc(others, func(o tickflow.Firing) bool {
			o.Timeline, o.Now = f.Timeline, f.Now
			return o.Node == f.Node && bytes.Equal(o.AppendJSON(nil), text)
		})
	})
}

// diffRuns tells in what two runs differ, and reports whether they do not.
func (c *console) diffRuns(a, b *side, asJSON bool) (same bool, err error) {
	if asJSON {
		return c.diffRunsJSON(a, b)
	}
	const most = 100 // lines; a first difference has many more behind it
	lines, more, last := 0, 0, 0
	for d, err := range differing(a.ticks, b.ticks) {
		switch {
		case err != nil:
			return false, usage(err.Error(), "")
		case lines == 0:
			fmt.Fprintln(c.out, sameUntil(d.tick))
			fmt.Fprintf(c.out, "%s\n%s\n", visible("--- "+a.name), visible("+++ "+b.name))
		case lines > most:
			more, last = more+1, d.tick
			continue
		}
		lines += 1 + len(d.a) + len(d.b)
		fmt.Fprintln(c.out, c.paintOut.in(bold, "tick "+strconv.Itoa(d.tick)))
		for i := range d.a {
			fmt.Fprintln(c.out, c.paintOut.in(red, visible("- "+firingLine(&d.a[i], traceLimit))))
		}
		for i := range d.b {
			fmt.Fprintln(c.out, c.paintOut.in(green, visible("+ "+firingLine(&d.b[i], traceLimit))))
		}
	}
	if more > 0 {
		fmt.Fprintf(c.out, "and %s that differ, up to tick %d\n", count(more, "more tick"), last)
	}
	return lines == 0, nil
}

func sameUntil(tick int) string {
	if tick == 0 {
		return "they differ from the first tick on"
	}
	return fmt.Sprintf("they are the same up to tick %d and differ from tick %d on", tick-1, tick)
}

// diffRunsJSON is diffRuns for programs.
func (c *console) diffRunsJSON(a, b *side) (same bool, err error) {
	out, lead := []byte(nil), `"ticks":[`
	for d, err := range differing(a.ticks, b.ticks) {
		if err != nil {
			return false, usage(err.Error(), "")
		}
		out = append(out, lead+`{"tick":`...)
		out = strconv.AppendInt(out, int64(d.tick), 10)
		out = record.AppendAll(append(out, `,"a":`...), d.a)
		out = record.AppendAll(append(out, `,"b":`...), d.b)
		out, lead = append(out, '}'), ","
	}
	if same = out == nil; same {
		out = []byte(lead)
	}
	fmt.Fprintf(c.out, `{"same":%t,%s]}`+"\n", same, out)
	return same, nil
}
