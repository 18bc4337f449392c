// Command checkpoint takes a run back to a checkpoint, gives it another graph and lets it go on from there.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/tickflow/tickflow/luabind"
	tickflow "github.com/tickflow/tickflow/runtime"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	pool, err := luabind.Load(ctx, "checkpoint.lua", luabind.Options{})
	if err != nil {
		return err
	}
	defer pool.Close()
	unsigned, err := tickflow.Load("checkpoint.tickflow", pool)
	if err != nil {
		return err
	}
	signed, err := tickflow.Load("signed.tickflow", pool)
	if err != nil {
		return err
	}
	runner, err := tickflow.New(unsigned, tickflow.Config{})
	if err != nil {
		return err
	}
	if err := sendUnsigned(ctx, runner); err != nil {
		return err
	}
	if err := sendSigned(ctx, runner, signed); err != nil {
		return err
	}
	return printHistory(ctx, runner)
}

// sendUnsigned runs to the end, with a checkpoint before tick 1.
func sendUnsigned(ctx context.Context, runner *tickflow.Runner) error {
	if _, err := runner.Run(ctx, tickflow.RunOptions{PauseAt: []int{1}}); err != nil {
		return err
	}
	if err := runner.Checkpoint(ctx, "drafted"); err != nil {
		return err
	}
	if _, err := runner.Run(ctx, tickflow.RunOptions{}); err != nil {
		return err
	}
	fmt.Println("first: ", runner.Result())
	return nil
}

// sendSigned goes on from the checkpoint. The token on its way from draft to polish stays where it is, as both graphs
// have that edge, so the draft is not written again.
func sendSigned(ctx context.Context, runner *tickflow.Runner, signed *tickflow.Program) error {
	if err := runner.RollbackTo(ctx, "drafted"); err != nil {
		return err
	}
	if err := runner.Remap(ctx, signed); err != nil {
		return err
	}
	if _, err := runner.Run(ctx, tickflow.RunOptions{}); err != nil {
		return err
	}
	fmt.Println("second:", runner.Result())
	return nil
}

// printHistory shows that nothing is forgotten: each rollback begins a timeline, and the older ones stay in the audit.
func printHistory(ctx context.Context, runner *tickflow.Runner) error {
	firings, err := runner.Audit(ctx, tickflow.AuditOptions{Superseded: true})
	if err != nil {
		return err
	}
	for _, f := range firings {
		fmt.Printf("timeline %d, tick %d: %s\n", f.Timeline, f.Tick, f.Node)
	}
	return nil
}
