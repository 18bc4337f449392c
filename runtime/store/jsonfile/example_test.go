package jsonfile_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	tickflow "github.com/tickflow/tickflow/runtime"
	"github.com/tickflow/tickflow/runtime/store/jsonfile"
)

// A run leaves a folder behind that people can read.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	sessions, err := jsonfile.Open(folder, jsonfile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	session, err := sessions.Open(ctx, "monday")
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

	files, err := filepath.Glob(filepath.Join(folder, "monday", "*.json*"))
	for _, file := range files {
		fmt.Println(filepath.Base(file), err)
	}
	// Output:
	// firings.jsonl <nil>
	// session.json <nil>
	// tick_0.json <nil>
	// tick_1.json <nil>
	// tick_2.json <nil>
}
