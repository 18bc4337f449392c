package runtime

import (
	"fmt"

	"github.com/tickflow/tickflow/runtime/record"
)

// SetOutput answers an edit for Fork: it puts a value in the place of what a node returned when it last fired, for all that
// read it from there on. A node whose last firing failed counts as one that has returned the value; what that firing wrote
// to its edges stays. The edit answers an error when the node has not fired.
func SetOutput(node string, v Value) func(*Snapshot) error {
	return func(s *Snapshot) error {
		for i := range s.Nodes {
			n := &s.Nodes[i]
			if n.Name != node {
				continue
			}
			last := &n.Fires[len(n.Fires)-1]
			last.Output, last.Status = v, record.OK
			for j := range s.Pinned {
				if p := &s.Pinned[j]; p.Node == node && p.K == n.Count {
					p.Value, p.Lost = v, false
				}
			}
			return nil
		}
		return fmt.Errorf("node %s has not fired before tick %d", node, s.Tick)
	}
}
