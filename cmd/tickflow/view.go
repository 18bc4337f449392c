package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/view"
)

type viewFlags struct {
	session sessionFlags
	graph   string
	other   string
	out     string
	tick    int
	open    bool
}

func newView(c *console) *cobra.Command {
	f := &viewFlags{tick: -1}
	cmd := &cobra.Command{
		Use:   "view [FILE]",
		Short: "Show a graph, a run or a trace as a page to look at",
		Long: `Writes a page that shows a run tick by tick: the graph with its tokens, what every firing read and returned, which joins wait
and for what, and a timeline of all nodes. The page is one file that needs no network and opens in any browser.

FILE is a run that run -o, step --out or snapshot has written, a trace that check --trace has written, or a graph, of which the
joins that can wait for ever are played. With --db it is a session, which may be running meanwhile. --diff shows another one of
its kind beside it, where the two first differ. Standard input is - .

Runs of this version have their graph in them; --graph names that of a file without one.

Exit codes: 0, or 2 for wrong input or usage.`,
		Example: `  tickflow run counter.tickflow -o run.json
  tickflow view run.json --open
  tickflow view monday.json --diff tuesday.json -o both.html
  tickflow view --db runs.db --session monday --diff fixed --open
  tickflow check flow.tickflow --trace flow.trace.json; tickflow view flow.trace.json
  tickflow view flow.tickflow -o flow.html`,
		Args: func(cmd *cobra.Command, args []string) error { return f.oneThing(args) },
		RunE: func(_ *cobra.Command, args []string) error { return c.view(f, args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"json", "tickflow"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	f.session.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.graph, "graph", "", "the graph of the run, in a `FILE`")
	flags.StringVar(&f.other, "diff", "", "show `OTHER` beside it: a file, or with --db a session")
	flags.StringVarP(&f.out, "out", "o", "", "the `FILE` to write, - for standard output; else the name with .html for its ending")
	flags.Var(countFlag{&f.tick, 0, "ticks"}, "at", "begin before tick `N`")
	flags.BoolVar(&f.open, "open", false, "open the page in the browser")
	_ = cmd.RegisterFlagCompletionFunc("diff", func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if f.session.db == "" {
			return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
		}
		return f.session.complete(cmd, args, typed)
	})
	return cmd
}

// oneThing demands a file or a session.
func (f *viewFlags) oneThing(args []string) error {
	inDB := f.session.db != "" || f.session.name != ""
	switch {
	case inDB && len(args) > 0:
		return usage("`tickflow view` takes a file or a session, not both", "leave one of them out")
	case inDB:
		return nil
	case len(args) == 1:
		return nil
	}
	return usage("`tickflow view` takes one file: a run, a trace or a graph", "`tickflow run GRAPH -o run.json` writes a run")
}

func (c *console) view(f *viewFlags, args []string) error {
	name := f.session.name
	if len(args) > 0 {
		name = args[0]
	}
	out := f.out
	if out == "" {
		out = pageName(name)
	}
	if f.open && out == stdin {
		return usage("--open needs a file", "name one with -o")
	}
	if err := firstError(atMostOnce(name, f.other, f.graph), mayWrite(out, name, f.other, f.graph)); err != nil {
		return err
	}
	doc, err := c.document(f, name)
	if err != nil {
		return err
	}
	if err := c.writeOut(out, doc.Page()); err != nil {
		return err
	}
	return c.showPage(out, f.open)
}

// document answers what the page is about.
func (c *console) document(f *viewFlags, name string) (*view.Document, error) {
	ctx := context.Background()
	runs, err := c.seen(ctx, f, name)
	if err != nil {
		return nil, err
	}
	if f.other != "" {
		others, err := c.seen(ctx, f, f.other)
		if err != nil {
			return nil, err
		}
		if runs[0].Name == others[0].Name {
			others[0].Name += " (2)"
		}
		runs = []*view.Run{runs[0], others[0]}
	}
	doc, err := view.New(runs...)
	if err != nil {
		return nil, usage(err.Error(), "its firings are not those of its graph; was one of the two edited?")
	}
	if f.other != "" {
		doc.Compare()
	}
	if f.tick >= 0 {
		doc.At(f.tick)
	}
	return doc, nil
}

// seen answers the runs that a name stands for.
func (c *console) seen(ctx context.Context, f *viewFlags, name string) ([]*view.Run, error) {
	if f.session.db != "" || f.session.name != "" {
		return c.seenSession(ctx, &sessionFlags{f.session.db, name})
	}
	return c.seenFile(ctx, name, f.graph)
}
