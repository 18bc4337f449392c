package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/check"
	"github.com/tickflow/tickflow/runtime/proof"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// decidingFlags say how it is decided which joins can wait for ever.
type decidingFlags struct {
	rule     ruleFlag
	mode     modeFlag
	byGuards guardsFlag
	states   int
	time     timeFlag
}

// decideWithin is how long one command decides about joins unless it is told otherwise.
const decideWithin = 30 * time.Second

func (f *decidingFlags) register(cmd *cobra.Command) {
	f.states, f.time = proof.DefaultStates, timeFlag(decideWithin)
	flags := cmd.Flags()
	flags.Var(&f.rule, "rule", "judge joins by `RULE` exact, which tries the runs, or structural, which looks at the drawing")
	flags.Var(&f.mode, "mode", "assume of all guards: `MODE` declared, which goes by the graph, or free, exclusive, exhaustive, xor; with +fail any firing may fail")
	flags.Var(&f.byGuards, "default-guards", "assume of nodes that declare nothing: `MODE` free, exclusive, exhaustive or xor")
	flags.Var(countFlag{&f.states, 1, "states"}, "states", "try `N` states for each join before it counts as undecided")
	flags.Var(&f.time, "time", "decide about joins for `D` at most, such as 90s or 5m")
	complete := func(name string, values ...string) {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("rule", "exact", "structural")
	complete("mode", "declared", "free", "exclusive", "exhaustive", "xor", "free+fail", "xor+fail")
	complete("default-guards", "free", "exclusive", "exhaustive", "xor")
}

func (f *decidingFlags) validate(cmd *cobra.Command) error {
	if f.rule {
		for _, name := range []string{"mode", "default-guards", "states", "time", "trace"} {
			if cmd.Flags().Changed(name) {
				return usage("--"+name+" has no effect with --rule structural, which tries nothing", "leave one of them out")
			}
		}
	}
	if f.mode.Guards != syntax.NoGuards && f.byGuards != 0 {
		return usage("--mode "+f.mode.String()+" overrules --default-guards", "leave one of them out")
	}
	return nil
}

func (f *decidingFlags) options() check.Options {
	mode := proof.Mode(f.mode)
	mode.Default = syntax.Guards(f.byGuards)
	return check.Options{
		Structural: bool(f.rule), Hazards: true,
		Proof: proof.Options{Mode: mode, States: f.states, Workers: runtime.GOMAXPROCS(0)},
	}
}

// within answers a context that ends when the time to decide is up.
func (f *decidingFlags) within() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Duration(f.time))
}

// ruleFlag tells whether the structural rule judges.
type ruleFlag bool

// Set reads "exact" or "structural".
func (f *ruleFlag) Set(s string) error {
	if s != "exact" && s != "structural" {
		return fmt.Errorf("it takes exact or structural")
	}
	*f = s == "structural"
	return nil
}

// Type names what the flag takes, for help.
func (f *ruleFlag) Type() string { return "rule" }

// String answers the rule's name.
func (f *ruleFlag) String() string {
	if *f {
		return "structural"
	}
	return "exact"
}

// guardsFlag is a flag of what the guards of a node may answer.
type guardsFlag syntax.Guards

// Set reads a mode's name.
func (f *guardsFlag) Set(s string) error {
	for _, known := range []syntax.Guards{syntax.Free, syntax.Exclusive, syntax.Exhaustive, syntax.Xor} {
		if s == known.String() {
			*f = guardsFlag(known)
			return nil
		}
	}
	return fmt.Errorf("it takes free, exclusive, exhaustive or xor")
}

// Type names what the flag takes, for help.
func (f *guardsFlag) Type() string { return "mode" }

// String answers the mode's name, or "" for none.
func (f *guardsFlag) String() string {
	if *f == 0 {
		return ""
	}
	return syntax.Guards(*f).String()
}

// modeFlag is a flag of what is assumed of all firings.
type modeFlag proof.Mode

// Set reads "declared" or a mode of guards, and "+fail" after it.
func (f *modeFlag) Set(s string) error {
	name, fail := strings.CutSuffix(s, "+fail")
	var guards guardsFlag
	if name != "declared" {
		if err := guards.Set(name); err != nil {
			return fmt.Errorf("it takes declared, free, exclusive, exhaustive or xor, and +fail after it if firings may fail")
		}
	}
	*f = modeFlag{Guards: syntax.Guards(guards), Fail: fail}
	return nil
}

// Type names what the flag takes, for help.
func (f *modeFlag) Type() string { return "mode" }

// String answers the mode's name.
func (f *modeFlag) String() string { return proof.Mode(*f).String() }
