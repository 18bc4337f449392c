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
		Seed:         uint64(d.int("seed", top.at("seed"))),
		Args:         top.at("args"),
		CancelReason: d.string("cancel_reason", top.at("cancel_reason")),
		Fireable:     d.names("fireable", top.at("fireable")),
	}
	s.Status = d.status("status", top.at("status"))
	marking := d.object("marking", top.at("marking"))
	s.Marking.ArmedStarts = d.names("marking.armed_starts", marking.at("armed_starts"))
	for i, pair := range d.list("marking.slots", marking.at("slots")) {
		path := "marking.slots" + value.ItemPath(i)
		names := d.names(path, pair)
		if len(names) != 2 {
			d.fail(path, "not a pair of consumer and producer")
			break
		}
		s.Marking.Slots = append(s.Marking.Slots, SlotPair{names[0], names[1]})
	}
	s.Nodes = d.nodes(top.at("run_state"))
	s.Pinned = d.pins("run_state.pinned", d.object("run_state", top.at("run_state")).at("pinned"))
	d.history(s, top.at("run_state"))
	d.checkTicks(s)
	if d.err != nil {
		return nil, d.err
	}
	return s, nil
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

// int reads a count: an integer from 0 to 2^53.
func (d *decoding) int(path string, v value.Value) int {
	if !d.kind(path, v, value.Number) {
		return 0
	}
	f, _ := v.Number()
	if f < 0 || f > value.MaxInt || f != math.Trunc(f) {
		d.fail(path, "%v, should be a whole number from 0 on", v)
		return 0
	}
	return int(f)
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
func (d *decoding) nodes(v value.Value) []NodeSnapshot {
	state := d.object("run_state", v)
	fires := d.object("run_state.edges", state.at("edges"))
	counts := d.object("run_state.fire_counts", state.at("fire_counts"))
	states := d.object("run_state.state", state.at("state"))
	var nodes []NodeSnapshot
	for _, m := range counts.Members() {
		path := "run_state.fire_counts" + value.MemberPath(m.Key)
		n := NodeSnapshot{Name: m.Key, Count: d.int(path, m.Value), State: emptyState}
		n.Fires = d.fires("run_state.edges"+value.MemberPath(m.Key), fires.at(m.Key))
		if want := min(n.Count, 2); len(n.Fires) != want {
			d.fail("run_state.edges"+value.MemberPath(m.Key), "%d fires, should be %d of %d", len(n.Fires), want, n.Count)
		}
		if s, ok := states.Get(m.Key); ok {
			d.kind("run_state.state"+value.MemberPath(m.Key), s, value.Object)
			n.State = s
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
		fire := Fire{Tick: d.int(path+".tick", f.at("tick")), Output: f.at("output")}
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
		p := PinSnapshot{Node: d.string(path+".node", o.at("node")), K: d.int(path+".k", o.at("k")), Value: o.at("value")}
		if p.K < 1 || p.K > math.MaxInt32 {
			d.fail(path+".k", "%d, should be at least 1", p.K)
		}
		pins = append(pins, p)
	}
	return pins
}

// history reads what only a full dump holds.
func (d *decoding) history(s *Snapshot, state value.Value) {
	o := object{state}
	s.KeepRecords, _ = o.at("keep_records").Bool()
	if records := o.at("records"); !records.IsNull() {
		for i, v := range d.list("run_state.records", records) {
			f, err := record.FromValue(v)
			if err != nil {
				d.fail("run_state.records"+value.ItemPath(i), "%v", err)
				return
			}
			s.Records = append(s.Records, f)
		}
	}
	if timelines := o.at("timelines"); !timelines.IsNull() {
		s.Timelines = []record.Timeline{}
		for i, v := range d.list("run_state.timelines", timelines) {
			path := "run_state.timelines" + value.ItemPath(i)
			t := record.Timeline{ID: d.int(path+".id", object{v}.at("id")), Parent: -1, Fork: d.int(path+".fork", object{v}.at("fork"))}
			if t.ID > 0 {
				t.Parent = d.int(path+".parent", object{v}.at("parent"))
			}
			s.Timelines = append(s.Timelines, t)
		}
	}
}

// checkTicks refuses fires that lie in the snapshot's future or out of order.
func (d *decoding) checkTicks(s *Snapshot) {
	for _, n := range s.Nodes {
		for i, f := range n.Fires {
			if f.Tick >= s.Tick || i > 0 && f.Tick <= n.Fires[i-1].Tick {
				d.fail("run_state.edges"+value.MemberPath(n.Name)+value.ItemPath(i)+".tick",
					"%d, should be after the fire before and before tick %d", f.Tick, s.Tick)
			}
		}
	}
}
