package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tickflow/tickflow/runtime/diag"
)

// execute carries out a command line and answers the exit code.
func execute(c *console, args []string) int {
	root := newRoot(c)
	err := knownVerb(root, args)
	if err == nil {
		root.SetArgs(args)
		err = root.Execute()
	}
	if e := c.flush(); err == nil {
		err = e
	}
	return c.explain(err)
}

func newRoot(c *console) *cobra.Command {
	root := &cobra.Command{
		Use:   "tickflow",
		Short: "Run workflows written as graph text",
		Long: `Runs workflows written as a few lines of graph text, with behaviours in Lua, as a Petri net in ticks.

  [seed]-->A          seed is a start; A follows
  A-->B
  B--|below3|-->A     back to A while the guard below3 says so
  A.join: OR          a token from seed or from B is enough for A
  B.body: incr        what B does is called incr in the Lua file`,
		Example: `  tickflow init hello                     files to begin with
  tickflow run hello/hello.tickflow
  tickflow check hello/hello.tickflow     find faults without running`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       thisVersion().Version,
	}
	root.SetVersionTemplate(thisVersion().text())
	root.Flags().Bool("version", false, "tell which version this is, like the verb")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error { return noneEmpty(cmd) }
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(flagFault)
	addGroup(root, "Graphs:", newInit(c), newCheck(c), newReplay(c), newExplain(c), newFmt(c), newExport(c), newView(c))
	addGroup(root, "Runs:", newRun(c), newStep(c), newSnapshot(c), newAudit(c), newDiff(c))
	addGroup(root, "Sessions:", newSessions(c), newResume(c), newAt(c), newLog(c), newCheckpoint(c), newRollback(c), newFork(c))
	root.AddCommand(newVersion(c))
	root.AddCommand(newTopics()...)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

// addGroup adds verbs that help lists under a title of their own.
func addGroup(root *cobra.Command, title string, verbs ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, verb := range verbs {
		verb.GroupID = title
		root.AddCommand(verb)
	}
}

// knownVerb reports a verb that does not exist, also behind help. A graph in its place is a mistake of its own.
func knownVerb(root *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == "help" {
		args = args[1:]
	}
	cmd := root
	for _, verb := range args {
		if !cmd.HasSubCommands() || strings.HasPrefix(verb, "-") || strings.HasPrefix(verb, "__") {
			return nil
		}
		verbs := cmd.Commands()
		i := slices.IndexFunc(verbs, func(c *cobra.Command) bool { return c.Name() == verb })
		if i < 0 {
			return unknownVerb(cmd, verb)
		}
		cmd = verbs[i]
	}
	return nil
}

func unknownVerb(parent *cobra.Command, verb string) error {
	path := parent.CommandPath()
	var verbs []string
	for _, c := range parent.Commands() {
		verbs = append(verbs, c.Name())
	}
	hint := "`" + path + " --help` lists what there is"
	if strings.HasSuffix(verb, graphSuffix) {
		hint = "did you mean `tickflow run " + inShell(verb) + "`?"
	} else if near := diag.Closest(verb, verbs); near != "" {
		hint = "did you mean `" + path + " " + near + "`?"
	}
	return usage("`"+path+"` has no verb `"+verb+"`", hint)
}

// flagFault puts what is wrong with a flag into words.
func flagFault(cmd *cobra.Command, err error) error {
	help := "`" + cmd.CommandPath() + " --help` lists the flags"
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return usage("`"+cmd.CommandPath()+"` has no flag -"+name, help)
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := diag.Closest(name, names); near != "" {
			help = "did you mean --" + near + "?"
		}
		return usage("`"+cmd.CommandPath()+"` has no flag --"+name, help)
	case errors.As(err, &missing):
		return usage("the flag --"+missing.GetFlag().Name+" needs a value", help)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return usage("--"+f.Name+" cannot be "+strconv.Quote(invalid.GetValue())+": "+whatItTakes(f, invalid), "")
	}
	return usage(err.Error(), help)
}

// noneEmpty refuses flags with an empty text, which a variable of the shell may have given them: that they are ignored is
// the last thing one would think of.
func noneEmpty(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		text := f.Value.String()
		if err == nil && f.Value.Type() == "string" && (text == "" || text == "=") { // the latter is what -o= comes to
			err = usage("--"+f.Name+" is empty", "give it a value, or leave it out")
		}
	})
	return err
}

// whatItTakes says which values a flag has.
func whatItTakes(f *pflag.Flag, invalid *pflag.InvalidValueError) string {
	if f.Value.Type() == "bool" {
		return "it is given or not, without a value"
	}
	return invalid.Unwrap().Error()
}

// oneGraph demands exactly one graph behind the verb.
func oneGraph(cmd *cobra.Command, args []string) error {
	path := cmd.CommandPath()
	switch {
	case len(args) == 0:
		return usage("`"+path+"` needs a graph", "name the file: `"+path+" counter.tickflow`, or `-` for standard input")
	case len(args) == 1:
		return nil
	}
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasSuffix(a, ".lua") }); i >= 0 {
		return usage("`"+path+"` takes one graph, and `"+args[i]+"` is no graph", "behaviours are named with -b: `-b "+inShell(args[i])+"`")
	}
	return usage(fmt.Sprintf("`%s` takes one graph, and here are %d: %s", path, len(args), strings.Join(args, ", ")), "run them one by one")
}

// completeGraphs completes arguments that are graph files.
func completeGraphs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{strings.TrimPrefix(graphSuffix, ".")}, cobra.ShellCompDirectiveFilterFileExt
}

// atMostOnce demands that standard input is named at most once.
func atMostOnce(files ...string) error {
	n := 0
	for _, f := range files {
		if f == stdin {
			n++
		}
	}
	if n > 1 {
		return usage("standard input is named twice", "it can be read once only: put one of the two into a file")
	}
	return nil
}
