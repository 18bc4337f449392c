package memory

import (
	"encoding/binary"
	"math"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// encoder writes firings for the same process to read: every name is written once, as its number afterwards.
type encoder struct {
	bytes []byte
	names map[string]uint64
}

func (e *encoder) int(n int)   { e.bytes = binary.AppendVarint(e.bytes, int64(n)) }
func (e *encoder) byte(b byte) { e.bytes = append(e.bytes, b) }

func (e *encoder) text(s string) {
	e.int(len(s))
	e.bytes = append(e.bytes, s...)
}

func (e *encoder) name(s string) {
	n, ok := e.names[s]
	if !ok {
		if e.names == nil {
			e.names = map[string]uint64{}
		}
		n = uint64(len(e.names))
		e.names[s] = n
	}
	e.bytes = binary.AppendUvarint(e.bytes, n)
	if !ok {
		e.text(s)
	}
}

func (e *encoder) bool(b bool) {
	if b {
		e.byte(1)
	} else {
		e.byte(0)
	}
}

func (e *encoder) firing(f *record.Firing) {
	e.int(f.Timeline)
	e.int(f.Tick)
	e.name(f.Node)
	e.int(f.K)
	e.byte(byte(f.Status))
	e.int(len(f.Inputs))
	for i := range f.Inputs {
		in := &f.Inputs[i]
		e.name(in.Producer)
		e.int(in.K)
		e.value(in.Value)
	}
	e.value(f.Output)
	e.int(len(f.Edges))
	for i := range f.Edges {
		w := &f.Edges[i]
		e.name(w.Consumer)
		e.name(w.Guard)
		e.bool(w.Value)
	}
	e.text(f.Error)
	e.value(f.State)
	e.bytes = binary.AppendVarint(e.bytes, f.Now)
}

func (e *encoder) value(v value.Value) {
	e.byte(byte(v.Kind()))
	switch v.Kind() {
	case value.Bool:
		b, _ := v.Bool()
		e.bool(b)
	case value.Number:
		f, _ := v.Number()
		e.bytes = binary.LittleEndian.AppendUint64(e.bytes, math.Float64bits(f))
	case value.String:
		s, _ := v.Str()
		e.text(s)
	case value.List:
		e.int(v.Len())
		for _, item := range v.Items() {
			e.value(item)
		}
	case value.Object:
		e.int(v.Len())
		for _, m := range v.Members() {
			e.name(m.Key)
			e.value(m.Value)
		}
	}
}

// decoder reads what an encoder of this process has written.
type decoder struct {
	bytes []byte // what is left to be read
	names []string
}

func (d *decoder) int64() int64 {
	n, size := binary.Varint(d.bytes)
	d.bytes = d.bytes[size:]
	return n
}

func (d *decoder) int() int { return int(d.int64()) }

func (d *decoder) byte() byte {
	b := d.bytes[0]
	d.bytes = d.bytes[1:]
	return b
}

func (d *decoder) text() string {
	n := d.int()
	s := string(d.bytes[:n])
	d.bytes = d.bytes[n:]
	return s
}

func (d *decoder) name() string {
	n, size := binary.Uvarint(d.bytes)
	d.bytes = d.bytes[size:]
	if n == uint64(len(d.names)) {
		d.names = append(d.names, d.text())
	}
	return d.names[n]
}

func (d *decoder) firing() (f record.Firing) {
	f.Timeline, f.Tick, f.Node, f.K, f.Status = d.int(), d.int(), d.name(), d.int(), record.Status(d.byte())
	if n := d.int(); n > 0 {
		f.Inputs = make([]record.Input, n)
	}
	for i := range f.Inputs {
		f.Inputs[i] = record.Input{Producer: d.name(), K: d.int(), Value: d.value()}
	}
	f.Output = d.value()
	if n := d.int(); n > 0 {
		f.Edges = make([]record.Edge, n)
	}
	for i := range f.Edges {
		f.Edges[i] = record.Edge{Consumer: d.name(), Guard: d.name(), Value: d.byte() == 1}
	}
	f.Error, f.State, f.Now = d.text(), d.value(), d.int64()
	return f
}

func (d *decoder) value() value.Value {
	switch value.Kind(d.byte()) {
	case value.Bool:
		return value.OfBool(d.byte() == 1)
	case value.Number:
		bits := binary.LittleEndian.Uint64(d.bytes)
		d.bytes = d.bytes[8:]
		return value.OfNumber(math.Float64frombits(bits))
	case value.String:
		return value.OfString(d.text())
	case value.List:
		items := make([]value.Value, d.int())
		for i := range items {
			items[i] = d.value()
		}
		return value.OfList(items...)
	case value.Object:
		members := make([]value.Member, d.int())
		for i := range members {
			members[i] = value.Member{Key: d.name(), Value: d.value()}
		}
		return value.OfObject(members...)
	}
	return value.Value{}
}
