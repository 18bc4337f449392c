package engine

import (
	"fmt"
	"math"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// FromValue reads a snapshot from its JSON form. Members it does not know are ignored. A fault is a *SnapshotError.
func FromValue(v value.Value) (*Snapshot, error) {
	d := &decoding{}
	top := d.object("", v)
	if format := d.int("format", top.at("format")); d.err == nil && format != Format {
		return nil, &SnapshotError{Path: "format", Msg: fmt.Sprintf("this version reads format %d, not %d", Format, format)}
	}
	s := &Snapshot{
		GraphDigest:  d.string("graph_digest", top.at("graph_digest")),
		Timeline:     d.int("timeline", top.at("timeline")),
		Tick:         d.int("tick", top.at("tick")),
		Seed:         d.whole("seed", top.at("seed"), value.MaxInt),
		Args:         d.given("args", top, "args"),
		Status:       d.status("status", top.at("status")),
		CancelReason: d.string("cancel_reason", top.at("cancel_reason")),
		Fireable:     d.names("fireable", top.at("fireable")),
		Marking:      d.marking(d.object("marking", top.at("marking"))),
	}
	if since, ok := top.Get("graph_since"); ok {
		s.GraphSince = d.int("graph_since", since)
	}
	state := d.object("run_state", top.at("run_state"))
	s.Nodes = d.nodes(state)
	s.Pinned = d.pins("run_state.pinned", state.at("pinned"))
	d.history(s, state)
	d.plausible(s)
	d.plausibleHistory(s)
	if d.err != nil {
		return nil, d.err
	}
	return s, nil
}

func (d *decoding) marking(o object) Marking {
	m := Marking{ArmedStarts: d.names("marking.armed_starts", o.at("armed_starts"))}
	for i, pair := range d.list("marking.slots", o.at("slots")) {
		path := "marking.slots" + value.ItemPath(i)
		names := d.names(path, pair)
		if len(names) != 2 {
			d.fail(path, "not a pair of consumer and producer")
			break
		}
		m.Slots = append(m.Slots, SlotPair{names[0], names[1]})
	}
	return m
}

// decoding keeps the first fault; after it every reading answers zero values.
type decoding struct{ err error }

type object struct{ value.Value }

func (o object) at(key string) value.Value {
	v, _ := o.Get(key)
	return v
}

func (d *decoding) fail(path, format string, args ...any) {
	if d.err == nil {
		d.err = &SnapshotError{Path: path, Msg: fmt.Sprintf(format, args...)}
	}
}

func (d *decoding) kind(path string, v value.Value, want value.Kind) bool {
	switch {
	case v.Kind() == want:
		return true
	case v.IsNull():
		d.fail(path, "missing, should be %s", indefinite(want))
	default:
		d.fail(path, "%s, should be %s", indefinite(v.Kind()), indefinite(want))
	}
	return false
}

func indefinite(k value.Kind) string {
	if k == value.Object {
		return "an object"
	}
	return "a " + k.String()
}

func (d *decoding) object(path string, v value.Value) object {
	d.kind(path, v, value.Object)
	return object{v}
}

func (d *decoding) list(path string, v value.Value) []value.Value {
	d.kind(path, v, value.List)
	return v.Items()
}

func (d *decoding) string(path string, v value.Value) string {
	d.kind(path, v, value.String)
	s, _ := v.Str()
	return s
}

// mostCount keeps what a run counts on from below value.MaxInt, and within an int, however long it goes on.
const mostCount = min(value.MaxInt, math.MaxInt) / 2

// int reads a count.
func (d *decoding) int(path string, v value.Value) int { return int(d.whole(path, v, mostCount)) }

// whole reads an integer from 0 to most.
func (d *decoding) whole(path string, v value.Value, most float64) uint64 {
	if !d.kind(path, v, value.Number) {
		return 0
	}
	f, _ := v.Number()
	if f < 0 || f > most || f != math.Trunc(f) {
		d.fail(path, "%v, should be a whole number from 0 to %.0f", v, most)
		return 0
	}
	return uint64(f)
}

// value reads a value of the run, which may be anything that is not too deep.
func (d *decoding) value(path string, v value.Value) value.Value {
	if v.Depth() > value.MaxDepth {
		d.fail(path, "nested more than %d deep", value.MaxDepth)
	}
	return v
}

// given reads a value of the run that has to be there: what is missing is not null.
func (d *decoding) given(path string, o object, key string) value.Value {
	v, ok := o.Get(key)
	if !ok {
		d.fail(path, "missing, should be a value: null for none")
	}
	return d.value(path, v)
}

func (d *decoding) names(path string, v value.Value) []string {
	var names []string
	for i, item := range d.list(path, v) {
		names = append(names, d.string(path+value.ItemPath(i), item))
	}
	return names
}

func (d *decoding) status(path string, v value.Value) Status {
	name := d.string(path, v)
	s, ok := parseStatus(name)
	if !ok {
		d.fail(path, "%q is no status", name)
	}
	return s
}

// nodes joins the three objects that a snapshot keeps by node name. They are in name order, whatever order they had.
func (d *decoding) nodes(state object) []NodeSnapshot {
	fires := d.object("run_state.edges", state.at("edges"))
	counts := d.object("run_state.fire_counts", state.at("fire_counts"))
	states := d.object("run_state.state", state.at("state"))
	var nodes []NodeSnapshot
	for _, m := range counts.Members() {
		path := "run_state.fire_counts" + value.MemberPath(m.Key)
		n := NodeSnapshot{Name: m.Key, Count: d.int(path, m.Value), State: emptyState}
		n.Fires = d.fires("run_state.edges"+value.MemberPath(m.Key), fires.at(m.Key))
		if s, ok := states.Get(m.Key); ok {
			path := "run_state.state" + value.MemberPath(m.Key)
			n.State = d.value(path, d.object(path, s).Value)
		}
		nodes = append(nodes, n)
	}
	d.sameNodes("run_state.edges", fires, counts)
	d.sameNodes("run_state.state", states, counts)
	return nodes
}

func (d *decoding) sameNodes(path string, o, counts object) {
	for _, m := range o.Members() {
		if _, ok := counts.Get(m.Key); !ok {
			d.fail(path+value.MemberPath(m.Key), "a node that never fired")
		}
	}
}

func (d *decoding) fires(path string, v value.Value) []Fire {
	var fires []Fire
	for i, item := range d.list(path, v) {
		path := path + value.ItemPath(i)
		f := d.object(path, item)
		fire := Fire{Tick: d.int(path+".tick", f.at("tick")), Output: d.given(path+".output", f, "output")}
		if s := f.at("status"); !s.IsNull() {
			status, ok := record.ParseStatus(d.string(path+".status", s))
			if !ok {
				d.fail(path+".status", "%v is no status of a firing", s)
			}
			fire.Status = status
		}
		fires = append(fires, fire)
	}
	return fires
}

func (d *decoding) pins(path string, v value.Value) []PinSnapshot {
	var pins []PinSnapshot
	for i, item := range d.list(path, v) {
		path := path + value.ItemPath(i)
		o := d.object(path, item)
		p := PinSnapshot{Node: d.string(path+".node", o.at("node")), K: d.int(path+".k", o.at("k"))}
		if lost := o.at("lost"); !lost.IsNull() {
			d.kind(path+".lost", lost, value.Bool)
			p.Lost, _ = lost.Bool()
		}
		if !p.Lost {
			p.Value = d.given(path+".value", o, "value")
		}
		pins = append(pins, p)
	}
	return pins
}

// history reads what only a full dump holds.
func (d *decoding) history(s *Snapshot, state object) {
	if keep := state.at("keep_records"); !keep.IsNull() {
		d.kind("run_state.keep_records", keep, value.Bool)
		s.KeepRecords, _ = keep.Bool()
	}
	if records := state.at("records"); !records.IsNull() {
		for i, v := range d.list("run_state.records", records) {
			f, err := record.FromValue(v)
			if err != nil {
				d.fail("run_state.records"+value.ItemPath(i), "%v", err)
				return
			}
			s.Records = append(s.Records, f)
		}
	}
	if timelines := state.at("timelines"); !timelines.IsNull() {
		s.Timelines = d.timelines("run_state.timelines", timelines)
	}
}

// timelines reads all timelines of a run: the first, then younger ones, each with an older parent.
func (d *decoding) timelines(path string, v value.Value) []record.Timeline {
	all := []record.Timeline{}
	for i, item := range d.list(path, v) {
		path := path + value.ItemPath(i)
		o := d.object(path, item)
		t := record.Timeline{ID: d.int(path+".id", o.at("id")), Parent: -1, Fork: d.int(path+".fork", o.at("fork"))}
		switch {
		case i == 0 && t.ID != 0:
			d.fail(path+".id", "%d, should be 0", t.ID)
		case i > 0:
			t.Parent = d.int(path+".parent", o.at("parent"))
			if t.ID <= all[i-1].ID || t.Parent >= t.ID {
				d.fail(path, "%d with the parent %d, should be younger than its parent and the timeline before", t.ID, t.Parent)
			}
		}
		all = append(all, t)
	}
	return all
}
