package engine

import (
	"strconv"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// SnapshotDepth is how many levels below the top of a snapshot's JSON the values of the run lie at most, as
// value.ParseDocument counts them.
const SnapshotDepth = 5

// SnapshotError says where a snapshot's JSON is not one.
type SnapshotError struct {
	Path string // "marking.slots[2]", or "" for the whole
	Msg  string
}

// Error answers path and message.
func (e *SnapshotError) Error() string {
	if e.Path == "" {
		return "not a snapshot: " + e.Msg
	}
	return "not a snapshot: " + e.Path + ": " + e.Msg
}

// MarshalJSON answers the snapshot's JSON object, members in the order the format lists them.
func (s *Snapshot) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// AppendJSON appends the snapshot's JSON object.
func (s *Snapshot) AppendJSON(b []byte) []byte {
	b = append(b, `{"format":`...)
	b = strconv.AppendInt(b, Format, 10)
	b = append(b, `,"graph_digest":`...)
	b = value.AppendString(b, s.GraphDigest)
	b = append(b, `,"timeline":`...)
	b = strconv.AppendInt(b, int64(s.Timeline), 10)
	b = append(b, `,"tick":`...)
	b = strconv.AppendInt(b, int64(s.Tick), 10)
	if s.GraphSince > 0 {
		b = strconv.AppendInt(append(b, `,"graph_since":`...), int64(s.GraphSince), 10)
	}
	b = append(b, `,"marking":{"slots":[`...)
	for i, p := range s.Marking.Slots {
		b = comma(b, i)
		b = append(b, '[')
		b = append(value.AppendString(b, p.Consumer), ',')
		b = append(value.AppendString(b, p.Producer), ']')
	}
	b = append(b, `],"armed_starts":`...)
	b = appendNames(b, s.Marking.ArmedStarts)
	b = append(b, `},"run_state":`...)
	b = s.appendRunState(b)
	b = append(b, `,"seed":`...)
	b = strconv.AppendUint(b, s.Seed, 10)
	b = append(b, `,"args":`...)
	b = s.Args.AppendJSON(b)
	b = append(b, `,"status":`...)
	b = value.AppendString(b, s.Status.String())
	b = append(b, `,"cancel_reason":`...)
	b = value.AppendString(b, s.CancelReason)
	b = append(b, `,"fireable":`...)
	b = appendNames(b, s.Fireable)
	return append(b, '}')
}

func (s *Snapshot) appendRunState(b []byte) []byte {
	b = append(b, `{"edges":{`...)
	first := true
	s.eachNode(func(n *NodeSnapshot) {
		if len(n.Fires) > 0 {
			b = appendKey(b, &first, n.Name)
			b = appendFires(b, n.Fires)
		}
	})
	b, first = append(b, `},"fire_counts":{`...), true
	s.eachNode(func(n *NodeSnapshot) {
		if n.Count > 0 {
			b = appendKey(b, &first, n.Name)
			b = strconv.AppendInt(b, int64(n.Count), 10)
		}
	})
	b = append(b, `},"pinned":[`...)
	for i, p := range s.Pinned {
		b = comma(b, i)
		b = append(b, `{"node":`...)
		b = value.AppendString(b, p.Node)
		b = append(b, `,"k":`...)
		b = strconv.AppendInt(b, int64(p.K), 10)
		if p.Lost {
			b = append(b, `,"lost":true}`...)
			continue
		}
		b = append(b, `,"value":`...)
		b = append(p.Value.AppendJSON(b), '}')
	}
	b, first = append(b, `],"state":{`...), true
	s.eachNode(func(n *NodeSnapshot) {
		if n.State.Len() > 0 {
			b = appendKey(b, &first, n.Name)
			b = n.State.AppendJSON(b)
		}
	})
	b = append(b, `},"keep_records":`...)
	b = strconv.AppendBool(b, s.KeepRecords)
	if s.Timelines != nil {
		b = s.appendHistory(b)
	}
	return append(b, '}')
}

// appendHistory appends what only a full dump holds.
func (s *Snapshot) appendHistory(b []byte) []byte {
	b = append(b, `,"records":[`...)
	for i := range s.Records {
		b = s.Records[i].AppendJSON(comma(b, i))
	}
	b = append(b, `],"timelines":[`...)
	for i, t := range s.Timelines {
		b = append(comma(b, i), `{"id":`...)
		b = strconv.AppendInt(b, int64(t.ID), 10)
		b = append(b, `,"parent":`...)
		b = strconv.AppendInt(b, int64(t.Parent), 10)
		b = append(b, `,"fork":`...)
		b = append(strconv.AppendInt(b, int64(t.Fork), 10), '}')
	}
	return append(b, ']')
}

func (s *Snapshot) eachNode(do func(*NodeSnapshot)) {
	for i := range s.Nodes {
		do(&s.Nodes[i])
	}
}

func appendFires(b []byte, fires []Fire) []byte {
	b = append(b, '[')
	for i, f := range fires {
		b = comma(b, i)
		b = append(b, `{"tick":`...)
		b = strconv.AppendInt(b, int64(f.Tick), 10)
		b = append(b, `,"output":`...)
		b = f.Output.AppendJSON(b)
		if f.Status != record.OK {
			b = append(b, `,"status":`...)
			b = value.AppendString(b, f.Status.String())
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

func appendKey(b []byte, first *bool, key string) []byte {
	if !*first {
		b = append(b, ',')
	}
	*first = false
	return append(value.AppendString(b, key), ':')
}

func appendNames(b []byte, names []string) []byte {
	b = append(b, '[')
	for i, n := range names {
		b = value.AppendString(comma(b, i), n)
	}
	return append(b, ']')
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

// UnmarshalJSON reads a snapshot; a fault is a *SnapshotError with its path.
func (s *Snapshot) UnmarshalJSON(data []byte) error {
	v, err := value.ParseDocument(data, SnapshotDepth)
	if err != nil {
		return &SnapshotError{Msg: err.Error()}
	}
	read, err := FromValue(v)
	if err != nil {
		return err
	}
	*s = *read
	return nil
}
