package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

type checkFlags struct {
	behaviours string
	assume     []string
	failOn     severityFlag
	json       bool
	sarif      bool
}

func newCheck(c *console) *cobra.Command {
	f := &checkFlags{failOn: severityFlag(diag.Error)}
	cmd := &cobra.Command{
		Use:   "check GRAPH...",
		Short: "Find faults of graphs without running them",
		Long: `Finds faults of graphs and of the names that their behaviours files register. No Lua is run. Findings go to standard
output.

Bodies and guards that no Lua file registers, since a Go program has them, are named with --assume.

With --json the result is {"findings": [{"file", "line", "column", "end_line", "end_column", "start", "end", "severity":
"error|warning|info|hint", "code", "message", "hint", "docs": address of the code's documentation, "related": [place with
"message"], "fixes": [{"title", "edits": [place with "text"]}]}], "errors", "warnings", "infos", "hints"}. Lines and columns
count from 1, columns in Unicode characters; start and end are offsets in bytes; ends are exclusive.

With --sarif it is a log in SARIF 2.1.0, which services that show findings beside changes read. Its paths are relative to
the folder you are in, which should be the root of the repository. What is a hint or of severity info is a note there.

` + "`tickflow explain CODE`" + ` tells what the findings of a code mean.

Exit codes: 0 nothing at or above --fail-on; 1 something was found, joins that may wait forever among it; 2 the graph could
not run at all: errors in its text or its names, or wrong usage.`,
		Example: `  tickflow check counter.tickflow
  tickflow check *.tickflow --fail-on warning
  tickflow check counter.tickflow --assume incr,below3    # bodies and guards in Go
  tickflow check counter.tickflow --json | jq .findings
  tickflow check flows/*.tickflow --sarif > tickflow.sarif`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return oneGraph(cmd, args)
			}
			return nil
		},
		RunE:              func(_ *cobra.Command, args []string) error { return c.check(args, f) },
		ValidArgsFunction: completeGraphs,
	}
	behavioursFlag(cmd, &f.behaviours)
	cmd.Flags().StringSliceVar(&f.assume, "assume", nil, "take these `NAMES` of bodies and guards as registered, for those in Go")
	cmd.Flags().Var(&f.failOn, "fail-on", "exit with 1 from findings of that `SEVERITY` on: error, warning or hint")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the findings as JSON")
	cmd.Flags().BoolVar(&f.sarif, "sarif", false, "print the findings as a log in SARIF 2.1.0")
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions([]string{"error", "warning", "hint"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (c *console) check(graphs []string, f *checkFlags) error {
	if f.json && f.sarif {
		return usage("--json and --sarif are two forms of one result", "keep one of them")
	}
	if err := atMostOnce(append(graphs, f.behaviours)...); err != nil {
		return err
	}
	k := &checking{c: c, seen: map[string]*behavioursFile{}, assumed: f.assume}
	for _, path := range graphs {
		if err := k.graph(path, f.behaviours); err != nil {
			return err
		}
	}
	k.unused()
	k.bareInputs()
	if err := c.printFound(k, len(graphs), f); err != nil {
		return err
	}
	return endWith(verdict(k.found, diag.Severity(f.failOn)))
}

func (c *console) printFound(k *checking, graphs int, f *checkFlags) error {
	switch {
	case f.json:
		return c.printFindingsJSON(k.found)
	case f.sarif:
		return c.printSARIF(k.found)
	}
	r := reporter{c.out, c.paintOut}
	r.findings(k.found)
	fmt.Fprintln(c.out, summary(graphs, k.found))
	return nil
}

// checking collects the findings of several graphs.
type checking struct {
	c       *console
	assumed []string                   // names that count as registered
	seen    map[string]*behavioursFile // by path, so that each is read once
	found   diag.List
}

func (k *checking) graph(path, behaviours string) error {
	src, err := k.c.readGraph(path)
	if err != nil {
		k.add(err)
		return nil
	}
	file, err := locate(src, behaviours)
	if err != nil {
		return err
	}
	names, err := k.names(file)
	if err != nil {
		k.add(err)
	}
	tree, written := syntax.Parse(src)
	g, faults := graph.Build(tree)
	var known check.Names // none, which says nothing about names, when the file cannot be read
	if err == nil {
		known = assumption{names, k.assumed}
	}
	found := check.Join(append(written, faults...), check.Run(g, known))
	if file.path == "" {
		found = withoutBehaviours(path, found)
	}
	if used := k.seen[file.path]; used != nil {
		used.namedBy(path, g, found)
	}
	k.found = append(k.found, found...)
	if err == nil {
		k.viewsFirst(g, names)
	}
	return nil
}

// add takes the findings of an error that is made of them.
func (k *checking) add(err error) {
	if list, ok := err.(*diag.ErrorList); ok {
		k.found = append(k.found, list.Findings...)
	}
}

// names answers what a behaviours file registers, and takes the findings about the file when it is first met.
func (k *checking) names(file located) (*luaindex.Names, error) {
	if file.path == "" {
		return &luaindex.Names{}, nil
	}
	if seen := k.seen[file.path]; seen != nil {
		return seen.names, nil
	}
	names, err := luaindex.Load(file.path, func(name string) (string, error) {
		text, err := k.c.readAll(name)
		return string(text), err
	})
	if err != nil {
		return nil, file.unreadable(err)
	}
	k.seen[file.path] = &behavioursFile{names: names, by: map[string]bool{}}
	k.found = append(k.found, names.Findings()...)
	return names, nil
}

// verdict answers the exit code that findings come to.
func verdict(found diag.List, failOn diag.Severity) int {
	for _, d := range found {
		if d.Severity == diag.Error && d.Code != diag.StructuralDeadlock {
			return exitUsage
		}
	}
	if found.Has(failOn) {
		return exitFailed
	}
	return exitOK
}

// summary answers "2 graphs: 1 error, 3 warnings".
func summary(graphs int, found diag.List) string {
	var counts [diag.Hint + 1]int
	for _, d := range found {
		counts[d.Severity]++
	}
	var parts []string
	for s := diag.Error; s <= diag.Hint; s++ {
		if counts[s] > 0 {
			parts = append(parts, count(counts[s], s.String()))
		}
	}
	if parts == nil {
		parts = []string{"nothing found"}
	}
	return count(graphs, "graph") + ": " + strings.Join(parts, ", ")
}

// severityFlag is a flag of the severities that can decide an exit code.
type severityFlag diag.Severity

// Set reads a severity's name.
func (f *severityFlag) Set(s string) error {
	for _, known := range []diag.Severity{diag.Error, diag.Warning, diag.Hint} {
		if s == known.String() {
			*f = severityFlag(known)
			return nil
		}
	}
	return fmt.Errorf("it takes error, warning or hint")
}

// Type names what the flag takes, for help.
func (f *severityFlag) Type() string { return "severity" }

// String answers the severity's name.
func (f *severityFlag) String() string { return diag.Severity(*f).String() }
