//go:build cgo

package sqlite_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/sqlite"
)

// A run is kept in a database, which lists it afterwards.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	db, err := sqlite.Open(ctx, filepath.Join(folder, "runs.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	session, err := db.Open(ctx, "monday")
	if err != nil {
		log.Fatal(err)
	}
	program, err := tickflow.Compile("two.tickflow", "[A]-->B\n", nil)
	if err != nil {
		log.Fatal(err)
	}
	runner, err := tickflow.New(program, tickflow.Config{Store: session})
	if err != nil {
		log.Fatal(err)
	}
	runner.Run(ctx, tickflow.RunOptions{})
	session.Close()

	sessions, err := db.List(ctx)
	for _, info := range sessions {
		fmt.Println(info.Name, "stands at", info.Head, err)
	}
	// Output:
	// monday stands at tick 2 <nil>
}
