package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/diag"
)

type checkFlags struct {
	behaviours string
	assume     []string
	deciding   decidingFlags
	fix        bool
	trace      string
	verbose    bool
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

Of every AND-join it is decided whether a run can come to where the join holds a token and can never fire any more. If so,
that is an error with the shortest such run, tick by tick. The runs are all that guards may answer: a node with several
guards takes exactly one of its branches, unless NODE.guards or --default-guards says otherwise; --mode overrules both. It is
tried within --states and --time; what is not decided then is a warning. -v tells for each safe join what makes sure of it.
--fix makes OR-joins of those that can wait for ever, in the graph files, and says what else that changes. --trace writes the
runs to a file that ` + "`tickflow replay`" + ` plays.

With --json the result is {"findings": [{"file", "line", "column", "end_line", "end_column", "start", "end", "severity":
"error|warning|info|hint", "code", "message", "hint", "docs": address of the code's documentation, "related": [place with
"message"], "fixes": [{"title", "edits": [place with "text"]}]}], "errors", "warnings", "infos", "hints", "graphs": [{"file", "mode",
"ending", "can_stop", "dead": [node], "joins": [{"node", "verdict": "proved|refuted|unknown", "rule", "why", "assumes",
"fires", "states", "ticks", "budget", "overwritten", "clobbered", "trace"}]}], "mended": [{"file", "joins": [{"node", "why"}],
"notes"}]}. Where very many joins of a very large graph can wait for ever, "trace" is null for the last of them. Lines and columns
count from 1, columns in Unicode characters; start and end are offsets in bytes; ends are exclusive.

With --sarif it is a log in SARIF 2.1.0, which services that show findings beside changes read. Its paths are relative to
the folder you are in, which should be the root of the repository. What is a hint or of severity info is a note there.

` + "`tickflow explain CODE`" + ` tells what the findings of a code mean.

Exit codes: 0 nothing at or above --fail-on; 1 something was found, joins that can wait for ever among it; 2 the graph could
not run at all: errors in its text or its names, or wrong usage; 3 some join is not decided.`,
		Example: `  tickflow check counter.tickflow
  tickflow check *.tickflow --fail-on warning
  tickflow check review.tickflow --fix
  tickflow check review.tickflow --trace t.json; tickflow replay t.json
  tickflow check counter.tickflow --assume incr,below3    # bodies and guards in Go
  tickflow check counter.tickflow --json | jq .findings
  tickflow check flows/*.tickflow --sarif > tickflow.sarif`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return oneGraph(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(cmd, args); err != nil {
				return err
			}
			return c.check(args, f)
		},
		ValidArgsFunction: completeGraphs,
	}
	behavioursFlag(cmd, &f.behaviours)
	cmd.Flags().StringSliceVar(&f.assume, "assume", nil, "take these `NAMES` of bodies and guards as registered, for those in Go")
	f.deciding.register(cmd)
	cmd.Flags().BoolVar(&f.fix, "fix", false, "make OR-joins of those that can wait for ever, in the graph files")
	cmd.Flags().StringVar(&f.trace, "trace", "", "write the runs after which joins wait for ever to a `FILE`")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "tell also what is worth knowing though no fault, why joins are safe, and the runs that hints are about")
	cmd.Flags().Var(&f.failOn, "fail-on", "exit with 1 from findings of that `SEVERITY` on: error, warning or hint")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the findings as JSON")
	cmd.Flags().BoolVar(&f.sarif, "sarif", false, "print the findings as a log in SARIF 2.1.0")
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions([]string{"error", "warning", "hint"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *checkFlags) validate(cmd *cobra.Command, graphs []string) error {
	switch {
	case f.json && f.sarif:
		return usage("--json and --sarif are two forms of one result", "keep one of them")
	case f.verbose && (f.json || f.sarif):
		return usage("-v has no effect on --json and --sarif, which tell everything", "leave -v out")
	case f.trace == stdin:
		return usage("--trace writes to a file, since the findings go to standard output", "name a file: `--trace trace.json`")
	case f.trace != "" && len(graphs) > 1:
		return usage("--trace writes the runs of one graph", "name one graph")
	case f.fix && f.trace != "":
		return usage("--fix mends the joins whose runs --trace would write", "write the runs first, then mend")
	case f.fix && slices.Contains(graphs, stdin):
		return usage("standard input cannot be mended in place", "name a file, or leave --fix out")
	}
	if err := atMostOnce(append(slices.Clone(graphs), f.behaviours)...); err != nil {
		return err
	}
	if err := spares(f.trace, append(slices.Clone(graphs), f.behaviours)...); err != nil {
		return err
	}
	return f.deciding.validate(cmd)
}

func (c *console) check(graphs []string, f *checkFlags) error {
	k := &checking{c: c, seen: map[string]*behavioursFile{}, assumed: f.assume, options: f.deciding.options(), fix: f.fix}
	ctx, end := f.deciding.within()
	defer end()
	for _, path := range graphs {
		if err := k.graph(ctx, path, f.behaviours); err != nil {
			return err
		}
	}
	k.unused()
	k.bareInputs()
	if err := k.writeTraces(f.trace); err != nil {
		return err
	}
	if err := c.printFound(k, len(graphs), f); err != nil {
		return err
	}
	return endWith(verdict(k.found, diag.Severity(f.failOn)))
}

func (c *console) printFound(k *checking, graphs int, f *checkFlags) error {
	switch {
	case f.json:
		return c.printFindingsJSON(k)
	case f.sarif:
		return c.printSARIF(k.found)
	}
	c.tellMended(k.mended)
	r := c.reportOut()
	r.verbose = f.verbose
	found := k.found
	if !f.verbose {
		found = slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool { return d.Severity == diag.Info })
	}
	r.findings(found)
	if f.verbose {
		c.tellProved(k.decided)
	}
	fmt.Fprintln(c.out, summary(graphs, found)+safe(k.decided))
	return nil
}

// verdict answers the exit code that findings come to.
func verdict(found diag.List, failOn diag.Severity) int {
	code := exitOK
	for _, d := range found {
		switch {
		case d.Severity == diag.Error && !check.IsDeadlock(d):
			return exitUsage
		case d.Code == diag.UndecidedJoin && code == exitOK:
			code = exitUndecided
		case d.Severity == diag.Info: // it is worth knowing, and no fault
		case d.Code != diag.UndecidedJoin && d.Severity <= failOn:
			code = exitFailed
		}
	}
	return code
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
