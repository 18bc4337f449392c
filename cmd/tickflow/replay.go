package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/proof"
)

type replayFlags struct {
	join string
	svg  string
	json bool
}

func newReplay(c *console) *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{
		Use:   "replay TRACE",
		Short: "Play how a join comes to wait for ever",
		Long: `Plays the traces that ` + "`tickflow check --trace`" + ` has written, tick by tick, and shows in the end which join waits, what it
lacks and why that never comes. The engine that also runs graphs does the playing: guards answer, and bodies fail, as the
trace says, and everything else is what comes of it. No Lua is run. When the engine does anything else than the trace says,
the playing ends there.

The graph is in the trace. When its text was edited there, the trace is played as long as it still fits.

With --svg there is a picture of each tick: who fired, where tokens are, who can fire next and which joins wait. Other files
in the folder are left alone.

With --json the result is {"graph", "edited", "verified", "traces": [{"node": the join, "mode": what was assumed of guards,
"verified": the engine does what the trace says, "difference": what it does otherwise, or "", "ticks": [{"tick", "fired",
"failed", "guards": {"NODE.GUARD": true}, "true_after": ["CONSUMER<-PRODUCER"]}], "cycle_from": the tick from which on the
ticks repeat for ever, or null, "waiting": null or {"holds", "lacks", "reasons": one for each of lacks, "closing"}}]}.

Exit codes: 0 the engine does what the traces say; 1 it does not; 2 the file is no trace or does not fit its graph, wrong
usage, or a picture could not be written.`,
		Example: `  tickflow check flow.tickflow --trace flow.trace.json
  tickflow replay flow.trace.json
  tickflow replay flow.trace.json --join M --svg pictures
  tickflow replay flow.trace.json --json | jq .verified`,
		Args:              oneTrace,
		RunE:              func(_ *cobra.Command, args []string) error { return c.replay(args[0], f) },
		ValidArgsFunction: completeTraces,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.join, "join", "", "play the trace of this `NODE` only")
	flags.StringVar(&f.svg, "svg", "", "draw every tick into the folder `DIR`")
	flags.BoolVar(&f.json, "json", false, "print what happens as JSON")
	_ = cmd.MarkFlagDirname("svg")
	return cmd
}

// oneTrace demands exactly one file behind the verb.
func oneTrace(cmd *cobra.Command, args []string) error {
	path := cmd.CommandPath()
	switch {
	case len(args) == 0:
		return usage("`"+path+"` needs a trace", "`tickflow check GRAPH --trace FILE` writes one; `-` is standard input")
	case len(args) > 1:
		return usage(fmt.Sprintf("`%s` takes one trace, and here are %d: %s", path, len(args), strings.Join(args, ", ")), "play them one by one")
	}
	return nil
}

// completeTraces completes arguments that are files of traces.
func completeTraces(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
}

func (c *console) replay(path string, f *replayFlags) error {
	file, err := c.readTraces(path)
	if err != nil {
		return err
	}
	plays, err := playAll(file, f.join)
	if err != nil {
		return err
	}
	if f.svg != "" {
		if err := drawPlays(f.svg, plays); err != nil {
			return err
		}
	}
	if f.json {
		err = c.printJSON(replayJSONOf(file, plays))
	} else {
		c.tellPlays(plays)
	}
	if err == nil && slices.ContainsFunc(plays, func(p *play) bool { return p.differs != "" }) {
		return endWith(exitFailed)
	}
	return err
}

// readTraces reads a file of traces and says so when its graph was edited.
func (c *console) readTraces(path string) (*proof.TraceFile, error) {
	src, err := c.read(path)
	if err != nil {
		return nil, err
	}
	file, err := proof.ReadTraceFile([]byte(src.Text))
	if err != nil {
		return nil, traceFault(src, err)
	}
	if file.Edited {
		c.report().tail("", "note", "the graph in "+src.Name+" was edited after its traces were found; they still fit and are played with the graph as it is now")
	}
	return file, nil
}

// traceFault says why a file cannot be played.
func traceFault(src *diag.Source, err error) error {
	hint := "it takes a file that `tickflow check GRAPH --trace FILE` has written, whole; when its graph has changed, a new one"
	if strings.HasSuffix(src.Name, graphSuffix) {
		hint = "this looks like a graph: `tickflow check " + inShell(src.Name) + " --trace FILE` writes the traces of its joins"
	}
	if msg, ok := notJSON(src); ok {
		return usage(msg, hint)
	}
	return usage(src.Name+": "+err.Error(), hint)
}

// playAll plays the traces of a file, or the one of a join.
func playAll(file *proof.TraceFile, join string) ([]*play, error) {
	var plays []*play
	var joins []string
	for i, said := range file.Traces() {
		script := file.Scripts[i]
		joins = append(joins, script.Node)
		if join != "" && join != script.Node {
			continue
		}
		p, err := playTrace(context.Background(), file, script, said)
		if err != nil {
			return nil, err
		}
		plays = append(plays, p)
	}
	if plays == nil && join != "" {
		hint := "there are traces of " + listed(joins)
		if near := diag.Closest(join, joins); near != "" {
			hint = "did you mean `--join " + near + "`?"
		}
		return nil, usage("there is no trace of `"+join+"`", hint)
	}
	return plays, nil
}
