// Package luaindex finds what a behaviours file registers without running it, also while it is half typed: names and
// where they stand, the modules it requires, the view fields its functions read.
//
// It goes by the shape of the text. What a name stands for is guessed file-wide, without scopes; a name that is computed
// cannot be known and is reported as dynamic. Spans are byte offsets into the file's Source. Files are immutable once
// indexed and may be shared between goroutines.
package luaindex
