package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

func newExplain(c *console) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Tell what a finding means and how it is mended",
		Long: `Tells what the findings of a code say, why that is a problem, and how it is mended, with an example of both. The code is
what stands in brackets behind a finding. Without a code it lists them all.

With --json the result is {"code", "severity": the worst that such a finding has, "title", "why", "example": {"files":
[{"name", "text"}], "do": what to do with the files, "" when check shows it}, "mended": the like, "docs": address of the
documentation}; without a code it is {"codes": [these]}.

Exit codes: 0, or 2 for a code that does not exist and wrong usage.`,
		Example: `  tickflow explain no-start
  tickflow explain
  tickflow explain structural-deadlock --json | jq -r .why`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(fmt.Sprintf("`tickflow explain` takes one code, and here are %d: %s", len(args), strings.Join(args, ", ")), "")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.listCodes(asJSON)
			}
			return c.explainCode(args[0], asJSON)
		},
		ValidArgsFunction: completeCodes,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

// completeCodes completes a code; shells that can show its title beside it.
func completeCodes(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var codes []cobra.Completion
	if len(args) == 0 {
		for _, e := range allCodes() {
			codes = append(codes, cobra.CompletionWithDesc(string(e.Code), e.Title))
		}
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}

func allCodes() []catalog.Entry {
	var all []catalog.Entry
	for _, chapter := range catalog.Chapters() {
		all = append(all, chapter.Entries...)
	}
	return all
}

func (c *console) listCodes(asJSON bool) error {
	if asJSON {
		list := struct {
			Codes []codeJSON `json:"codes"`
		}{}
		for _, e := range allCodes() {
			list.Codes = append(list.Codes, codeToJSON(e))
		}
		return c.printJSON(list)
	}
	longest := 0
	for _, e := range allCodes() {
		longest = max(longest, len(e.Code))
	}
	for i, chapter := range catalog.Chapters() {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintln(c.out, c.paintOut.in(bold, "About "+chapter.Title+":"))
		for _, e := range chapter.Entries {
			line := fmt.Sprintf("  %-*s  %-7s  %s", longest, e.Code, e.Severity, e.Title)
			fmt.Fprintln(c.out, clip(line, c.outWidth))
		}
	}
	return nil
}

func (c *console) explainCode(name string, asJSON bool) error {
	e, ok := catalog.Lookup(diag.Code(strings.Trim(name, "[]"))) // as it stands behind a finding
	if !ok {
		return unknownCode(name)
	}
	if asJSON {
		return c.printJSON(codeToJSON(e))
	}
	c.printCode(e)
	return nil
}

func (c *console) printCode(e catalog.Entry) {
	p, width := c.paintOut, textWidth(c.outWidth)
	fmt.Fprintf(c.out, "%s %s %s\n\n", p.in(bold, string(e.Code)+":"), e.Title, p.in(severity(e.Severity), "("+e.Severity.String()+")"))
	fmt.Fprintln(c.out, wrapped(e.Why, width))
	for _, part := range []struct {
		title string
		catalog.Example
	}{{"An example:", e.Example}, {"The example mended:", e.Mended}} {
		fmt.Fprintf(c.out, "\n%s\n", p.in(bold, part.title))
		if part.Do != "" {
			fmt.Fprintf(c.out, "\n%s\n", wrapped(part.Do, width))
		}
		for _, f := range part.Files {
			fmt.Fprintln(c.out)
			if len(part.Files) > 1 {
				fmt.Fprintln(c.out, p.in(faint, "  "+f.Name))
			}
			for line := range strings.Lines(f.Text) {
				fmt.Fprintln(c.out, strings.TrimRight("    "+visible(strings.TrimRight(line, "\n")), " "))
			}
		}
	}
	fmt.Fprintf(c.out, "\n%s\n", e.Code.Docs())
}

func unknownCode(name string) error {
	var codes []string
	for _, e := range allCodes() {
		codes = append(codes, string(e.Code))
	}
	hint := "`tickflow explain` lists them all"
	if near := diag.Closest(name, codes); near != "" {
		hint = "did you mean `tickflow explain " + near + "`?"
	}
	return usage("there is no code `"+name+"`", hint)
}
