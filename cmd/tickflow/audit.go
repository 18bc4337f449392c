package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/record"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type auditFlags struct {
	session    sessionFlags
	node       string
	status     statusFlag
	superseded bool
	ticks      tickRange
	json       bool
}

func newAudit(c *console) *cobra.Command {
	f := &auditFlags{ticks: tickRange{0, math.MaxInt}}
	cmd := &cobra.Command{
		Use:   "audit [FILE]",
		Short: "Show what fired in a run",
		Long: `Shows the firings in a file that run -o, step --out or snapshot has written, or with --db those of a session, in the order in
which they happened: tick, node, how it ended, inputs, output, and what was written to its edges.

With --json the result is an array of {"timeline", "tick", "node", "k", "inputs", "output", "edges_fired": [[consumer, guard
or null, written], ...], "status": "ok|failed|aborted", "error", "mutable_state"}; "input_fires" is there for inputs A[k],
"now" when a body asked for the time.

Exit codes: 0, or 2 for wrong input or usage.`,
		Example: `  tickflow audit run.json
  tickflow audit run.json --node B --ticks 3..9
  tickflow audit --db runs.db --session monday --status failed
  tickflow audit run.json --json | jq '.[] | .output'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if !f.session.given() {
				return oneDump(cmd, args)
			}
			if len(args) > 0 {
				return usage("`tickflow audit` takes a file or a session, not both", "leave one of them out")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if f.session.given() {
				return c.auditSession(f)
			}
			return c.audit(args[0], f)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	f.session.register(cmd)
	flags := cmd.Flags()
	flags.Var(&f.status, "status", "only firings that ended so: `STATUS` ok, failed or aborted")
	flags.StringVar(&f.node, "node", "", "only the firings of `NODE`")
	flags.BoolVar(&f.superseded, "superseded", false, "also the firings that going back to an earlier tick has superseded")
	flags.Var(&f.ticks, "ticks", "only these ticks: `A..B`, A.., ..B or A, both ends included")
	flags.BoolVar(&f.json, "json", false, "print the firings as JSON")
	return cmd
}

func oneDump(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usage("`tickflow audit` takes one file, a dump of a run", "`tickflow run GRAPH -o run.json` writes one")
}

func (c *console) audit(path string, f *auditFlags) error {
	src, err := c.read(path)
	if err != nil {
		return err
	}
	dump, err := tickflow.ReadDump([]byte(src.Text))
	if err != nil {
		return snapshotFault(src, err)
	}
	all := dump.Live()
	live := record.LivePath(dump.Snapshot.Timelines, dump.Snapshot.Timeline)
	if f.superseded {
		all = dump.Snapshot.Records
	}
	firings := slices.DeleteFunc(slices.Clone(all), func(r tickflow.Firing) bool {
		return f.node != "" && r.Node != f.node || !f.ticks.has(r.Tick) || !f.status.has(r.Status)
	})
	if err := f.knownNode(path, dump, all); err != nil {
		return err
	}
	if len(firings) == 0 && !f.json {
		c.nothingToAudit(path, dump, all, f)
		return nil
	}
	c.printFirings(firings, f, live)
	return nil
}

func (c *console) printFirings(firings []tickflow.Firing, f *auditFlags, live record.Path) {
	if f.json {
		fmt.Fprintf(c.out, "%s\n", record.AppendAll(nil, firings))
		return
	}
	t := auditTable(firings, f.superseded, live)
	t.print(c.out, c.paintOut, c.outWidth)
}

func auditTable(firings []tickflow.Firing, superseded bool, live record.Path) *table {
	t := &table{head: []string{"tick", "node", "status", "inputs", "output", "edges"}, right: []bool{true}}
	if superseded {
		t.head = slices.Insert(t.head, 0, "timeline", "path")
		t.right = []bool{true, false, true}
	}
	for i := range firings {
		f := &firings[i]
		cells := []string{strconv.Itoa(f.Tick), f.Node, f.Status.String(), inputsText(f, 0), auditOutput(f), edgesText(f)}
		if superseded {
			mark := "live"
			if !live.Has(f.Timeline, f.Tick) {
				mark = "superseded"
			}
			cells = slices.Insert(cells, 0, strconv.Itoa(f.Timeline), mark)
		}
		t.add(cells...)
	}
	return t
}

// auditOutput answers the output, or why there is none.
func auditOutput(f *tickflow.Firing) string {
	if f.Status == record.OK {
		return f.Output.String()
	}
	return f.Error
}

// nothingToAudit says why no firing is shown.
func (c *console) nothingToAudit(path string, dump *tickflow.Dump, all []tickflow.Firing, f *auditFlags) {
	msg, hint := "no firing in "+path+" is like that", ""
	switch {
	case len(all) == 0 && dump.Snapshot.Tick > 0:
		msg, hint = path+" holds no firings: it is a plain snapshot, or records were not kept", "files that run -o or snapshot writes hold them"
	case len(all) == 0:
		msg = "nothing had fired when " + path + " was written"
	case f.node != "" && !slices.Contains(nodesOf(all), f.node):
		msg, hint = "no node `"+f.node+"` has fired in "+path, "these have: "+listed(nodesOf(all))
	}
	fmt.Fprintln(c.err, visible(msg))
	if hint != "" {
		c.report().tail("  ", "hint", hint)
	}
}

// nodesOf answers the nodes that have fired, in the order of their first firing.
func nodesOf(firings []tickflow.Firing) []string {
	var names []string
	for _, r := range firings {
		if !slices.Contains(names, r.Node) {
			names = append(names, r.Node)
		}
	}
	return names
}

// knownNode refuses a node that the file says nothing of, where it holds firings at all.
func (f *auditFlags) knownNode(path string, dump *tickflow.Dump, all []tickflow.Firing) error {
	names := nodesOf(all)
	if f.node == "" || len(all) == 0 || slices.Contains(names, f.node) || stands(dump.Snapshot, f.node) {
		return nil
	}
	hint := "these have fired: " + listed(names)
	if near := diag.Closest(f.node, names); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	return usage("no node `"+f.node+"` has fired in "+path, hint)
}

// stands reports whether a snapshot speaks of a node as one that is to fire or holds a token.
func stands(s *tickflow.Snapshot, node string) bool {
	return slices.Contains(s.Fireable, node) || slices.Contains(s.Marking.ArmedStarts, node) ||
		slices.ContainsFunc(s.Marking.Slots, func(p engine.SlotPair) bool { return p.Consumer == node })
}
