package luabind_test

import (
	"context"
	"fmt"
	"os"
	"testing/fstest"
	"time"

	"github.com/tickflow/tickflow/luabind"
	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/engine"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// A counter that goes round until its guard ends it.
func Example() {
	ctx := context.Background()
	behaviours, err := luabind.LoadText(ctx, "counter.lua", `
		local tickflow = require "tickflow"
		tickflow.body("incr", function(v) return (v.Check.value or 0) + 1 end)
		tickflow.guard("below3", function(v) return v.Check.value < 3 end)
	`, luabind.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	defer behaviours.Close()

	file, _ := syntax.Parse(diag.NewSource("counter", "[Count]-->Check\nCheck--|below3|-->Count\nCount.body: incr\n"))
	net, _ := graph.Build(file)
	run, err := engine.New(net, behaviours, engine.Config{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	for {
		firings, err := run.Tick(ctx, nil)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		if len(firings) == 0 {
			return
		}
		for _, f := range firings {
			fmt.Println(f.Tick, f.Node, f.Output)
		}
	}
	// Output:
	// 0 Count 1
	// 1 Check 1
	// 2 Count 2
	// 3 Check 2
	// 4 Count 3
	// 5 Check 3
}

// Behaviours that are built into a program, with a module; embed.FS is such a file system.
func ExampleLoadFS() {
	files := fstest.MapFS{
		"flows/main.lua": {Data: []byte(`
			local tickflow = require "tickflow"
			local words = require "lib.words"
			tickflow.body("greet", words.greet)
			tickflow.guard("long", function(v) return #v.output > 10 end)
		`)},
		"flows/lib/words.lua": {Data: []byte(`return {greet = function(v) return "Hello, " .. v.args.name end}`)},
	}
	behaviours, err := luabind.LoadFS(context.Background(), files, "flows/main.lua", luabind.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	defer behaviours.Close()
	fmt.Println(behaviours.Bodies(), behaviours.Guards())
	// Output: [greet] [long]
}

// What a file of behaviours may reach is said when it is loaded.
func ExamplePermissions_Add() {
	var allow luabind.Permissions
	for _, flag := range []string{"net", "env=API_TOKEN"} {
		if err := allow.Add(flag); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
	}
	behaviours, err := luabind.LoadText(context.Background(), "ask.lua", `
		local tickflow = require "tickflow"
		tickflow.body("ask", function(v)
			local answer = tickflow.http.get(v.args.url, {headers = {Authorization = tickflow.env("API_TOKEN")}})
			return answer:json()
		end)
	`, luabind.Options{Allow: allow, CallTimeout: time.Minute})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	defer behaviours.Close()
	fmt.Println(behaviours.Bodies(), allow.String())
	// Output: [ask] net,env=API_TOKEN
}
