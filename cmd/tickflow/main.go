// Command tickflow runs workflows written as a few lines of graph text, with behaviours in Lua.
//
// Every verb is a file of its own and only wires: it reads files and flags, calls the library, prints, and picks the exit
// code. Results go to standard output, everything else to standard error; "-" in place of a file is standard input.
//
// Exit codes: 0 done, paused or at the tick limit; 1 failed, refused or something found; 2 wrong input or usage;
// 130 interrupted.
package main

import "os"

func main() { os.Exit(execute(newConsole(os.Stdin, os.Stdout, os.Stderr), os.Args[1:])) }
