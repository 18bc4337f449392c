package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/render"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// formats are the languages that graphs are exported to, in the order in which help names them.
var formats = []struct {
	name   string
	render func(*graph.Graph) []byte
}{
	{"mermaid", func(g *graph.Graph) []byte { return []byte(render.Mermaid(g)) }},
	{"dot", func(g *graph.Graph) []byte { return []byte(render.DOT(g)) }},
	{"svg", render.SVG},
	{"json", func(g *graph.Graph) []byte { return append(render.JSON(g), '\n') }},
}

func formatNames() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

func newExport(c *console) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "export mermaid|dot|svg|json GRAPH",
		Short: "Draw a graph, or write it in another language",
		Long: `Draws a graph as SVG, which follows the viewer's light or dark theme, or writes it as a mermaid flowchart, in the
language of Graphviz, or as JSON: {"nodes": [...], "edges": [{"from", "to", "guard"}], "starts": [...]}. Behaviours are not needed.

Exit codes: 0, or 2 for errors in the graph or wrong usage.`,
		Example: `  tickflow export mermaid counter.tickflow
  tickflow export svg counter.tickflow -o counter.svg
  tickflow export dot counter.tickflow | dot -Tpng > counter.png
  tickflow export json counter.tickflow -o counter.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) == 1 && !strings.HasSuffix(args[0], graphSuffix) {
				return usage("`tickflow export` needs a format and a graph", "`tickflow export mermaid counter.tickflow`; formats are "+strings.Join(formatNames(), ", "))
			}
			if err := knownFormat(args[0]); err != nil {
				return err
			}
			return oneGraph(cmd, args[1:])
		},
		RunE: func(_ *cobra.Command, args []string) error { return c.export(args[0], args[1], out) },
		ValidArgsFunction: func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return formatNames(), cobra.ShellCompDirectiveNoFileComp
			}
			return completeGraphs(cmd, args, prefix)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", stdin, "the `FILE` to write, - for standard output")
	return cmd
}

func knownFormat(name string) error {
	for _, f := range formats {
		if f.name == name {
			return nil
		}
	}
	hint := "formats are " + strings.Join(formatNames(), ", ")
	if strings.HasSuffix(name, graphSuffix) {
		hint = "the format stands before the graph: `tickflow export mermaid " + inShell(name) + "`"
	} else if near := diag.Closest(name, formatNames()); near != "" {
		hint = "did you mean " + near + "?"
	}
	return usage("there is no format `"+name+"`", hint)
}

func (c *console) export(format, path, out string) error {
	if err := mayWrite(out, path); err != nil {
		return err
	}
	src, err := c.readGraph(path)
	if err != nil {
		return err
	}
	tree, found := syntax.Parse(src)
	g, faults := graph.Build(tree)
	found = append(found, faults...)
	found.Sort()
	if err := found.Err(); err != nil {
		return err
	}
	for _, f := range formats {
		if f.name == format {
			err = c.writeOut(out, f.render(g))
		}
	}
	return err
}
