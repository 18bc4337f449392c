package main

import (
	"strconv"

	"github.com/tickflow/tickflow/runtime/value"

	tickflow "github.com/tickflow/tickflow/runtime"
)

// stepJSON answers what step prints with --json.
func (d *drive) stepJSON(ticks []ranTick) []byte {
	r, o := d.runner, d.outcome()
	b := []byte(`{"ticks":[`)
	for i, t := range ticks {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"tick":`...), int64(t.tick), 10)
		b = appendFirings(append(b, `,"firings":`...), t.firings)
		b = append(b, '}')
	}
	b = strconv.AppendInt(append(b, `],"tick":`...), int64(r.Now()), 10)
	b = append(b, `,"fireable":[`...)
	for i, node := range r.Fireable() {
		if i > 0 {
			b = append(b, ',')
		}
		b = value.AppendString(b, node)
	}
	b = value.AppendString(append(b, `],"status":`...), o.status.String())
	return o.appendTo(append(b, '}'))
}

// appendFirings appends a JSON array of firings.
func appendFirings(b []byte, firings []tickflow.Firing) []byte {
	b = append(b, '[')
	for i := range firings {
		if i > 0 {
			b = append(b, ',')
		}
		b = firings[i].AppendJSON(b)
	}
	return append(b, ']')
}
