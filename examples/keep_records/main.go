// Command keep_records runs a long loop twice: with a record of every firing, and without.
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
	pool, err := luabind.Load(ctx, "keep_records.lua", luabind.Options{})
	if err != nil {
		return err
	}
	defer pool.Close()
	program, err := tickflow.Load("keep_records.tickflow", pool)
	if err != nil {
		return err
	}
	for _, drop := range []bool{false, true} {
		if err := count(ctx, program, drop); err != nil {
			return err
		}
	}
	return nil
}

// count runs the loop and shows what is left of it. Without records there is no audit; the states, the last two firings
// of a node and the result are there all the same, since the run itself needs them.
func count(ctx context.Context, program *tickflow.Program, drop bool) error {
	runner, err := tickflow.New(program, tickflow.Config{DropRecords: drop})
	if err != nil {
		return err
	}
	if _, err := runner.Run(ctx, tickflow.RunOptions{}); err != nil {
		return err
	}
	audit, err := runner.Audit(ctx, tickflow.AuditOptions{})
	if err != nil {
		return err
	}
	firings, err := runner.FiringsOf(ctx, "count")
	if err != nil {
		return err
	}
	fmt.Printf("DropRecords: %t\n", drop)
	fmt.Printf("  audit            %d firings\n", len(audit))
	fmt.Printf("  firings of count %d\n", len(firings))
	fmt.Printf("  state of count   %s\n", runner.NodeStates()["count"])
	fmt.Printf("  result           %s\n", runner.Result())
	return nil
}
