package main

import (
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/syntax"
)

type fmtFlags struct{ write, diff bool }

func newFmt(c *console) *cobra.Command {
	f := &fmtFlags{}
	cmd := &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Format graphs",
		Long: `Prints graphs in the one canonical layout. Comments and the order of lines stay. A graph with errors in its text is
reported and left alone.

Exit codes: 0; 1 when -d shows a difference; 2 when a file has errors or cannot be read or written.`,
		Example: `  tickflow fmt counter.tickflow
  tickflow fmt -w *.tickflow
  tickflow fmt -d *.tickflow          # what would change?
  cat counter.tickflow | tickflow fmt -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("`tickflow fmt` needs a graph", "name the files: `tickflow fmt -w *.tickflow`, or `-` for standard input")
			}
			return nil
		},
		RunE:              func(_ *cobra.Command, args []string) error { return c.format(args, f) },
		ValidArgsFunction: completeGraphs,
	}
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "write the files in place, instead of printing them")
	cmd.Flags().BoolVarP(&f.diff, "diff", "d", false, "print what would change, instead of the files; exit with 1 when something would")
	return cmd
}

func (c *console) format(files []string, f *fmtFlags) error {
	if err := atMostOnce(files...); err != nil {
		return err
	}
	code := exitOK
	for _, path := range files {
		changed, err := c.formatFile(path, f)
		if err != nil {
			code = c.explain(err)
		} else if changed && f.diff {
			code = max(code, exitFailed)
		}
	}
	return endWith(code)
}

func (c *console) formatFile(path string, f *fmtFlags) (changed bool, err error) {
	if f.write && path == stdin {
		return false, usage("standard input cannot be written in place", "leave -w out: the result goes to standard output")
	}
	src, err := c.readGraph(path)
	if err != nil {
		return false, err
	}
	tree, found := syntax.Parse(src)
	if found.Has(diag.Error) {
		return false, found.Err()
	}
	text := syntax.Format(tree)
	changed = text != src.Text
	if f.diff {
		if _, err := c.out.Write(diff.Diff(path+".orig", []byte(src.Text), path, []byte(text))); err != nil {
			return changed, err
		}
	}
	switch {
	case f.write && changed:
		return true, c.writeOut(path, []byte(text))
	case !f.write && !f.diff:
		_, err = c.out.WriteString(text)
	}
	return changed, err
}
