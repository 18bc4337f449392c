package main

import (
	"strconv"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
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
		b = record.AppendAll(append(b, `,"firings":`...), t.firings)
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
