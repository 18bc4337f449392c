// Package luabind runs behaviours written in Lua 5.1: it loads a file that registers bodies and guards by name and
// supplies them to the engine.
//
// A file is compiled once. A Pool holds virtual machines that have each run the file, grown as calls need them up to
// Options.Workers; a call has a machine to itself, and what it does there is gone when the next call gets it. Nothing but
// compiled code is shared between machines.
//
// Behaviours see a view of their node (its inputs, its state, the tick) and the module "tickflow". They never see the
// file system, the process, the clock or another run: libraries that lead there are not opened, globals are frozen once
// the file is loaded, library tables cannot be changed, and require finds modules beside the file and below only.
//
// Values cross by deep copy, in both directions. What has no place in a value.Value is refused with its path, such as
// "out.items[3]: function". A list is a table with the keys 1..n, any other table is an object, and so is an empty one;
// tickflow.array{} makes an empty list and tickflow.null stands for null inside tables.
//
// A Pool and the functions it answers may be used by any number of goroutines at once.
package luabind
