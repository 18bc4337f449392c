package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/luabind"
)

// sandboxFlags say what behaviours may do and use.
type sandboxFlags struct {
	allow   allowFlag
	timeout timeFlag
	memory  sizeFlag
	cpu     int
}

func (f *sandboxFlags) register(cmd *cobra.Command) {
	f.timeout, f.memory = timeFlag(30*time.Second), 2<<30
	flags := cmd.Flags()
	flags.Var(&f.allow, "allow", "let behaviours reach `WHAT`: io, os, net, env=NAME,...; may be given several times, or with commas")
	flags.Var(&f.timeout, "call-timeout", "stop a call of a body or guard after `TIME`")
	flags.Var(&f.memory, "max-memory", "stop the calls that run when the process uses more than `SIZE`; 0 never does")
	flags.Var(countFlag{&f.cpu, 0, "bodies"}, "cpu", "let `N` bodies compute at once, waiting ones not counted; 0 is as many as there are cores")
	_ = cmd.RegisterFlagCompletionFunc("allow", cobra.FixedCompletions([]string{"io", "os", "net", "env="}, cobra.ShellCompDirectiveNoSpace))
}

// options answers how behaviours are loaded.
func (f *programFlags) options() luabind.Options {
	o := luabind.Options{
		Workers: f.workers, CPU: f.sandbox.cpu, Allow: luabind.Permissions(f.sandbox.allow),
		CallTimeout: time.Duration(f.sandbox.timeout), MaxMemory: int64(f.sandbox.memory),
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = -1
	}
	return o
}

// again answers the flags as the command that goes on with a run has to repeat them.
func (f *sandboxFlags) again() string {
	if allowed := f.allow.String(); allowed != "" {
		return " --allow " + inShell(allowed)
	}
	return ""
}

// allowFlag is a flag of what behaviours may reach.
type allowFlag luabind.Permissions

// Set adds what "io,net" or "env=TOKEN" names.
func (f *allowFlag) Set(s string) error {
	if s == "" {
		return fmt.Errorf("it takes io, os, net or env=NAME, several with commas")
	}
	return (*luabind.Permissions)(f).Add(s)
}

// Type names what the flag takes, for help.
func (f *allowFlag) Type() string { return "permissions" }

// String answers a text that Set takes.
func (f *allowFlag) String() string { return (*luabind.Permissions)(f).String() }

// timeFlag is a flag of a time above 0.
type timeFlag time.Duration

// Set reads "90s" or "2m", or a number of seconds.
func (f *timeFlag) Set(s string) error {
	d, err := time.ParseDuration(s)
	if n, e := strconv.ParseFloat(s, 64); e == nil && n < 1e9 {
		d, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf("it takes a time above 0 such as 500ms, 90s or 2m")
	}
	*f = timeFlag(d)
	return nil
}

// Type names what the flag takes, for help.
func (f *timeFlag) Type() string { return "time" }

// String answers the time.
func (f *timeFlag) String() string { return time.Duration(*f).String() }

// sizeFlag is a flag of a number of bytes.
type sizeFlag int64

var sizeUnits = []struct {
	name  string
	bytes int64
}{{"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"", 1}}

// Set reads "512M", "512MB", "2GiB" or a number of bytes. A unit is 1024 of the one below.
func (f *sizeFlag) Set(s string) error {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), "I")
	for _, unit := range sizeUnits {
		digits, ok := strings.CutSuffix(number, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if err != nil || !(0 <= n && n*float64(unit.bytes) < 1<<62) {
			break
		}
		*f = sizeFlag(n * float64(unit.bytes))
		return nil
	}
	return fmt.Errorf("it takes a size such as 512M or 2G")
}

// Type names what the flag takes, for help.
func (f *sizeFlag) Type() string { return "size" }

// String answers the size.
func (f *sizeFlag) String() string {
	for _, unit := range sizeUnits {
		if n := int64(*f); n >= unit.bytes && n%unit.bytes == 0 && unit.name != "" {
			return strconv.FormatInt(n/unit.bytes, 10) + unit.name
		}
	}
	return strconv.FormatInt(int64(*f), 10)
}
