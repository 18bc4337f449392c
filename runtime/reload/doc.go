// Package reload notices that files have been saved.
//
// Watch looks after a set of files and calls back when their bytes are no longer those that were read last. What is made of
// them is the caller's: it reads the files, builds the next generation whole, publishes it, and answers which files it has
// read. Every way in which editors and tools save is noticed: written in place, renamed over, deleted and made again, a
// symbolic link that points elsewhere, a folder exchanged, many files at once.
//
// It never reads anything into the files, never changes one, and knows nothing of graphs. Watch belongs to one goroutine
// and starts none that outlives it; File and Stamp may be used from any.
//
// # Why folders are watched
//
// A watched file that is renamed over is not watched any more: what has its name now is another file. So it is the folder
// that is watched, for that name; with links on the way to the file, the folder of each of them.
package reload
