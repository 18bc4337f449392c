package proof

import (
	"context"
	"testing"
)

// TestRepairCorpora repairs all graphs that people have drawn: no join can starve afterwards. It shows how much else the
// repairs change.
func TestRepairCorpora(t *testing.T) {
	for _, c := range corpora(t) {
		for _, mode := range []string{"declared", "free"} {
			repaired, made, circles, twice := 0, 0, 0, 0
			for i, g := range c.graph {
				fix := Run(context.Background(), g, Options{Mode: modes[mode]}).Repair(context.Background(), Options{})
				for _, j := range fix.Report.Joins {
					if j.Verdict != Proved {
						t.Errorf("%s: %s is %s after the repair (%s)", c.files[i], g.Nodes[j.Node].Name, j.Verdict, mode)
					}
				}
				if len(fix.Joins) == 0 {
					continue
				}
				repaired++
				made += len(fix.Joins)
				if len(fix.Circle) > 0 {
					circles++
				}
				if len(fix.Twice) > 0 {
					twice++
				}
			}
			t.Logf("%-10s %-9s %4d graphs repaired with %4d joins made OR; %3d gain a livelock, %3d let a node fire twice",
				c.name, mode, repaired, made, circles, twice)
		}
	}
}
