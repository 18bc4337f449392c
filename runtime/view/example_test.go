package view_test

import (
	"context"
	"fmt"
	"strings"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/view"
)

// A run becomes a page that any browser shows, without a server.
func ExampleNew() {
	ctx := context.Background()
	program, _ := tickflow.Compile("greet.tickflow", "[hello]-->world\n", &tickflow.Funcs{})
	runner, _ := tickflow.New(program, tickflow.Config{})
	_, _ = runner.Run(ctx, tickflow.RunOptions{})
	firings, _ := runner.Audit(ctx, tickflow.AuditOptions{})

	document, err := view.New(&view.Run{Name: "greeting", Graph: program.Graph(), Firings: firings, Status: runner.Status()})
	if err != nil {
		fmt.Println(err)
		return
	}
	page := string(document.Page()) // to be written to a file
	fmt.Println(strings.Contains(page, "<title>greeting – tickflow</title>"))
	// Output: true
}
