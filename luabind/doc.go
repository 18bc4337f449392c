// Package luabind runs behaviours written in Lua 5.1: it loads a file that registers bodies and guards by name and
// supplies them to the engine. A Pool and the functions it answers may be used by any number of goroutines at once.
//
// This comment is the reference of what behaviours see.
//
// # A behaviours file
//
//	local tickflow = require "tickflow"
//
//	tickflow.body("incr", function(v) return (v.B.value or 0) + 1 end)
//	tickflow.guard("below3", function(v) return v.output < 3 end)
//
// The file is run once, from top to bottom, and what it registers is what a graph can name:
//
//	[seed]-->A
//	A--|below3|-->B
//	B-->A
//	A.join: OR
//	A.inputs: B
//	A.body: incr
//
// A body computes the output of its node; what it returns is kept as the node's latest output. A guard looks at the output
// and answers true or false for the edges that name it. Anything but false and nil counts as yes; a guard that answers
// neither of these nor true is warned of. A name can be registered once as a body and once as a guard.
//
// # The view
//
// Bodies and guards are called with a view, by custom called v:
//
//	v.A, v["A"], v.inputs.A   the input A, a table that cannot be changed (see below)
//	v:items()                 for name, value in v:items() do: the inputs that exist, in the order declared
//	v.state                   a table of the node's own, kept from one firing to the next; guards only read it
//	v.node                    the node's name
//	v.tick                    the number of the tick, from 0
//	v.args                    the run's input, read-only; nil when the run has none
//	v.output                  in guards only: what the body has just returned
//
// A body sees the inputs that its node declares; without a line "N.inputs: A, C" those are the nodes that have an edge to
// it. A guard sees every node, its own with the output of this very firing. Reading another name is an error that says what
// there is. A node that is called like a field of the view is read as v.inputs.NAME.
//
// An input is a table, never the value itself:
//
//	v.A.value     what A has returned; nil when A has not fired or has returned nil
//	v.A.exists    whether A has fired
//	v.A.k         k of an input declared as A[k], the k-th fire; else nil
//
// So "if v.A then" is always true: write "if v.A.exists then". Computing with v.A is an error that says so.
//
// A view and its inputs belong to their call: kept and used in a call for another node, they raise an error.
//
// Inputs come from earlier ticks: nodes that fire in the same tick do not see each other's outputs.
//
// # Bound inputs
//
// A body need not know the names of nodes, so that several can share it. With
//
//	N.bind: [A, C]
//
// it is called with the values of A and C, and with the view last:
//
//	tickflow.body("add", function(a, c, v) return a + c end)
//
// and with N.bind: {left: A, right: C} the view has the values themselves as v.left and v.right. An input that is missing
// arrives as nil. Guards are always called with the view alone.
//
// # State
//
// What a body must remember stands in v.state, an object:
//
//	tickflow.body("count", function(v)
//	  v.state.n = (v.state.n or 0) + 1
//	  return v.state.n
//	end)
//
// It belongs to the node and is part of snapshots; a rewound run gets it back as it was. Nothing else lasts: globals are
// frozen once the file is loaded, and a call may be served by another machine than the one before.
//
// # The module tickflow
//
//	body(name, function)      registers a body
//	guard(name, function)     registers a guard
//	failure(message [, type]) for a body to return when it has failed; see below
//	null                      null inside of tables: {name = tickflow.null}
//	array{...}                a list, also when it is empty
//	object{...}               an object; {} is one anyway
//	log(...), print(...)      a line to the run's log, never to standard output; tables as JSON
//	json.encode(value)        the JSON of a value
//	json.decode(text)         the value of a JSON text
//	now()                     milliseconds since 1970, the same all through a tick
//	random(), random([m,] n)  a number in [0, 1), or an integer from m, or 1, to n; math.random is the same
//	env(name)                 the environment variable, or nil when it is not set; see permissions below
//	http.get(url)             and post, request: a request to the network; see permissions below
//	key()                     a key for services that must not do a thing twice: the same when a firing is tried again
//	version                   the number of the module's version
//
// Random numbers follow from the run's seed, the tick and the node, so a rewound run draws the same.
//
// # Failing
//
// A body that cannot do its work returns a failure:
//
//	if not answer then return tickflow.failure("no answer") end
//
// The firing is recorded as failed, its out-edges get no token, and the run goes on. With the type "infrastructure" as the
// second argument the run is aborted after the tick; "llm" is the default. An error that is raised, by error() or by a
// mistake, discards the whole tick instead, which can be run again once the file is mended.
//
// # Values
//
// Outputs, inputs, states and the run's input are values: nil, booleans, numbers, strings of valid UTF-8, lists and objects.
// They cross by deep copy, in both directions. A table with the keys 1 to n is a list, any other an object with strings as
// keys, and an empty table is an object; so a body that returns a list which may be empty writes
//
//	local found = tickflow.array{}
//	for name, value in v:items() do table.insert(found, value) end
//	return found
//
// Lists that come in are such arrays already, and stay lists when they are emptied. Null inside lists and objects is
// tickflow.null, by itself it is nil. Functions, coroutines, tables that contain themselves, NaN, infinities, and lists with
// gaps or names are refused with the path of what does not fit, such as out.items[3]. Integers are exact up to 2^53.
//
// # Modules and libraries
//
// The base library and table, string, math and coroutine are there, without what reads files, loads bytecode or changes
// environments; library tables cannot be changed. require finds NAME.lua and NAME/init.lua in the folder of the behaviours
// file and, with dots for folders, below it, never above:
//
//	local rules = require "lib.rules"
//
// # Permissions
//
// Of the world outside behaviours see what Options.Allow opens, or --allow of the command. The rest raises an error that
// names the flag.
//
//	io          the library io. Files are regular files and end with the call; what is written to io.stdout goes to the
//	            log, and there is no standard input
//	os          the library os, without what changes the process. What commands print goes to the log, and what they
//	            leave running ends with them, as with io.popen
//	net         tickflow.http
//	env=A,B     tickflow.env("A") and tickflow.env("B")
//
// A request is answered by a table with status, headers (their names in lower case) and body, and with a method json that
// decodes the body:
//
//	local answer = tickflow.http.get(url, {headers = {Authorization = tickflow.env("TOKEN")}, timeout = 5})
//	local answer = tickflow.http.post(url, {a = 1})
//	local answer = tickflow.http.request{method = "PUT", url = url, json = {a = 1}}
//	if answer.status == 200 then return answer:json() end
//
// A table as a body is sent as JSON. A request that is not answered raises an error, any status is an answer. A body that
// waits for one holds no core.
//
// The values that env answers are secrets. In all that leaves a call (outputs, states, failures, errors, log lines) each
// stands as ***, also as JSON, Lua and addresses spell it, so no record, state, snapshot or trace holds one; a node that
// needs a secret asks for it itself. To the network, to files and to commands they go as they are. A value of three
// characters or less is masked where no letter or digit stands beside it. A longer one that tonumber takes is masked as a
// number too: the number 8080 of a variable PORT leaves a call as the string ***. What is made of a value otherwise, a part
// of it, a sum, another case, is not recognized.
//
// # Limits
//
// Whatever a behaviour does, it ends, with an error that names the limit, and the run stands where it stood. There are
// limits of time (Options.CallTimeout, --call-timeout) and of memory (Options.MaxMemory, --max-memory), which pcall does
// not catch; of the depth of calls (1,000), of coroutines that resume one another (64), of strings, whatever makes them, of
// values that leave a call and of what it logs (16 MiB each), of lists (4,194,303 items), of files (1 MiB) and of texts that a call loads (256 KiB),
// of the different constants of one function (about 31,000), and of the steps that matching a pattern takes.
//
// # Errors
//
// Faults are an *Error with the place in the Lua text, the Lua calls that led there, and a hint where something can be said
// about the remedy. What the virtual machine says about values is turned into what the text says about names: which
// expression is nil, and why.
//
// # Other machines of the process
//
// One limit holds for all of gopher-lua: lua.MaxArrayIndex, how long the part of a table is that is a list. While it is
// initialized this package sets it to 4,194,304, since with the 67,108,864 of gopher-lua one assignment behind the end of a
// list takes a gigabyte. A program with Lua states of its own that have longer lists sets it again before it makes the first
// state or loads the first file; an assignment in a behaviour can take as much memory then. Nothing else is shared with
// them.
//
// # Machines
//
// A file is compiled once. A Pool holds virtual machines that have each run the file, grown as calls need them up to
// Options.Workers; a call has a machine to itself, and what it does there is gone when the next call gets it. Nothing but
// compiled code is shared between machines.
package luabind
