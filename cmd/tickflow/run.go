package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"

	tickflow "github.com/tickflow/tickflow/runtime"
)

type runFlags struct {
	program programFlags
	start   startFlags
	stop    stopFlags
	trace   bool
	strict  bool
	watch   bool
	restart bool
	json    bool
	out     string
	page    string
	session sessionFlags
}

func newRun(c *console) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run GRAPH",
		Short: "Run a graph until nothing is fireable",
		Long: `Runs a graph until nothing is fireable, and prints the last output of every node and the result: the last output of
the node that no edge leaves. With several such nodes the result is an object by node name.

Ctrl-C lets the tick that is running finish, then writes what was asked for; a second one gives the tick up, and a third
everything. SIGTERM, SIGHUP, and SIGINT where there is no terminal give the tick up by themselves after 5 seconds.

With --watch the command stays when the run has come to rest, and looks after the graph and every Lua file that it
requires. What is saved is loaded whole and takes over between two ticks: tokens, states and outputs of nodes and edges that
are still there stay, what has changed is told, and a run that was stuck, or whose body raised an error, goes on. A save with
faults is told and changes nothing; neither does one after which a join could wait for ever from where the run stands.
--restart starts over with each good save. --max-ticks counts anew with each save at rest. Ctrl-C ends it.

-o never writes over what the command reads but the file of --from-snapshot. What cannot be written is said last, after
how the run ended. -b takes pipes, such as <(...), too; what comes out of one requires nothing but "tickflow".

With --db and --session every tick is kept in a database as it happens, and resume goes on with the run, also after the
process was killed. With --from-snapshot the session begins with all that the file has of the run.

With --json the result is one JSON object: {"format", "graph_digest", "timeline", "tick", "marking", "run_state" with all
records, "args", "status", "cancel_reason", "fireable", "result", "checkpoints", "reason", "error", "waiting", "graph"}. "status" is
"idle" at the end, "running" where it may go on, "failed" when it is stuck or an error was raised, or "aborted"; "reason"
says why in words. "error" is null or what was raised: {"file", "line", "column", "message", "node", "tick"}. "waiting" has
the joins at which a run is stuck: {"node", "since": a tick, "holds": whose tokens are there, "lacks": whose are not,
"reasons": why, one for each of lacks}. "graph" is {"name", "text", "joins": those that are not what the text says}.
--from-snapshot, audit and view read all of it.

Exit codes: 0 idle, paused or at the tick limit; 1 stuck, aborted, refused, an error was raised, or with --strict a firing
failed; 2 wrong input or usage, or a result could not be written; 130 interrupted.`,
		Example: `  tickflow run counter.tickflow
  tickflow run counter.tickflow --input '{"from": 3}' --trace
  tickflow run counter.tickflow --pause-at 5 -o half.json
  tickflow run counter.tickflow --from-snapshot half.json
  tickflow run counter.tickflow --db runs.db --session monday
  tickflow run ask.tickflow --allow net,env=API_TOKEN --call-timeout 2m
  tickflow run counter.tickflow --watch --restart
  cat counter.tickflow | tickflow run - -b counter.lua --json`,
		Args: oneGraph,
		RunE: func(_ *cobra.Command, args []string) error { return c.run(args[0], f) },
	}
	f.program.register(cmd)
	f.start.register(cmd)
	f.stop.register(cmd)
	f.registerOutput(cmd)
	f.session.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.watch, "watch", false, "go on with what is saved of the graph and its Lua files while it runs, and wait for it when nothing does")
	flags.BoolVar(&f.start.noRecords, "no-records", false, "keep no firings in memory: -o and --json have where the run stands, and not how it came there")
	flags.BoolVar(&f.restart, "restart", false, "with --watch, start over with what is saved rather than go on")
	return cmd
}

// registerOutput adds the flags that say what is shown and kept of a run.
func (f *runFlags) registerOutput(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.trace, "trace", false, "tell every firing as it happens, on standard error; very long values are cut in the middle")
	flags.BoolVar(&f.strict, "strict", false, "exit with 1 when a firing failed")
	flags.BoolVar(&f.json, "json", false, "print everything about the run as JSON")
	flags.StringVarP(&f.out, "out", "o", "", "write everything about the run, as JSON, to `FILE`")
	flags.StringVar(&f.page, "view", "", "write a page that shows the run, to `FILE`; see tickflow view")
}

func (c *console) run(graph string, f *runFlags) (err error) {
	if err := f.validatePage(graph); err != nil {
		return err
	}
	watched := f.watch || f.restart
	if watched {
		if err := f.validateWatch(graph); err != nil {
			return err
		}
	}
	if f.session.given() {
		if err := f.validateSession(); err != nil {
			return err
		}
		keep, end := c.keeping(&f.session)
		defer end(&err)
		f.start.make = keep
	}
	if watched {
		return c.runWatched(graph, f)
	}
	d, end, err := c.begin(graph, &f.program, &f.start, f.out)
	if err != nil {
		return err
	}
	defer end()
	if f.session.db != "" {
		d.goOn = f.session.resumption(graph, &f.program)
	}
	return d.carryOut(f)
}

// validatePage refuses a place where no page can be written.
func (f *runFlags) validatePage(graph string) error {
	switch {
	case f.page == "":
		return nil
	case f.page == stdin && (f.json || f.out == stdin):
		return usage("standard output is wanted twice", "write the page of --view to a file")
	case f.page == f.out:
		return usage("-o and --view name the same file", "a page goes to a file such as run.html")
	}
	return mayWrite(f.page, graph, f.program.behaviours, f.start.from)
}

// validateSession refuses what a run that a session keeps cannot do.
func (f *runFlags) validateSession() error {
	if err := f.session.required("run"); err != nil {
		return err
	}
	if f.start.noRecords {
		return usage("--no-records keeps no firings, a session keeps all of them", "leave --no-records or --db out")
	}
	return nil
}

// carryOut runs to the end, or as far as the flags say, and shows and keeps what they ask for.
func (d *drive) carryOut(f *runFlags) error {
	if f.trace {
		d.runner.AddHooks(tickflow.Hooks{OnFire: d.trace})
	}
	d.page = f.page
	d.run(tickflow.RunOptions{MaxTicks: f.stop.maxTicks, PauseAt: f.stop.pauseAt})
	return d.finish(f.out, f.json, d.printOutputs, func() error { return d.conclude(f.strict) })
}

// begin makes a run of a graph that does not tick yet, once its flags have been found to go together. The answered function
// must be called when it is over.
func (c *console) begin(graph string, pf *programFlags, sf *startFlags, out string) (d *drive, end func(), err error) {
	d, unload, err := c.beginWith(c.loader(pf, out), graph, sf)
	if err != nil {
		return nil, nil, err
	}
	return d, func() { d.heed.end(); unload() }, nil
}

// beginWith is begin with a loader of one's own. The answered function unloads the program; the signals that the run heeds
// must be ended too.
func (c *console) beginWith(l *loader, graph string, sf *startFlags) (d *drive, unload func(), err error) {
	input, pf := inputFile(sf.input.text), l.flags
	err = firstError(
		pf.validate(), sf.validate(), mayWrite(l.out, graph, pf.behaviours, input),
		atMostOnce(graph, pf.behaviours, sf.from, input),
	)
	if err != nil {
		return nil, nil, err
	}
	outliveReaders()
	o, err := c.origin(sf)
	if err != nil {
		return nil, nil, err
	}
	program, unload, err := l.load(context.Background(), graph)
	if err != nil {
		return nil, nil, err
	}
	start := origin.start
	if sf.make != nil {
		start = sf.make
	}
	runner, err := start(o, program, c.config(o, sf, pf))
	if err != nil {
		unload()
		return nil, nil, err
	}
	d = &drive{c: c, runner: runner, origin: o, heed: c.heed(), goOn: continuation(graph, pf, l.out)}
	return d, unload, nil
}

// outliveReaders makes a reader who goes away an error like others: the run is kept all the same. The signal is received, by
// nobody, rather than ignored: commands of behaviours would ignore it too, and write on when nobody reads.
func outliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// continuation answers the command that goes on from the file that a run is written to.
func continuation(graph string, f *programFlags, out string) string {
	if out == "" || out == stdin || graph == stdin || f.behaviours == stdin {
		return ""
	}
	return "tickflow run " + inShell(graph) + f.again() + " --from-snapshot " + inShell(out)
}

// printOutputs prints what every node came to, and the result when the graph has one; nothing when nothing has fired.
func (d *drive) printOutputs() {
	fired := map[string]*engine.NodeSnapshot{}
	nodes := d.runner.Snapshot().Nodes
	for i := range nodes {
		fired[nodes[i].Name] = &nodes[i]
	}
	if len(nodes) == 0 {
		return
	}
	g := d.runner.Program().Graph()
	t := table{head: []string{"node", "fires", "status", "output"}, right: []bool{false, true}}
	ends := false
	for i, node := range g.Nodes {
		n := fired[node.Name]
		if n == nil {
			t.add(node.Name, "0", "-", "-")
			continue
		}
		last := n.Fires[len(n.Fires)-1]
		t.add(n.Name, strconv.Itoa(n.Count), last.Status.String(), last.Output.String())
		ends = ends || len(g.Out(graph.ID(i))) == 0
	}
	t.print(d.c.out, d.c.paintOut, d.c.outWidth)
	if ends {
		fmt.Fprintf(d.c.out, "\n%s %s\n", d.c.paintOut.in(bold, "result:"), visible(d.runner.Result().String()))
	}
}

// traceLimit is how many characters of a value --trace tells; --json and -o have all of it.
const traceLimit = 200

// trace tells a firing on a line of its own, as long as that can be written.
func (d *drive) trace(f *tickflow.Firing) error {
	if d.untold == nil {
		lead := d.c.paintErr.in(faint, fmt.Sprintf("tick %d", f.Tick))
		_, d.untold = io.WriteString(d.c.err, lead+"  "+visible(firingLine(f, traceLimit))+"\n")
	}
	return nil
}

func inputFile(input string) string {
	if len(input) > 0 && input[0] == '@' {
		return input[1:]
	}
	return ""
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
