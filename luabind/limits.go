package luabind

import (
	"errors"
	"fmt"
	"runtime/metrics"
	"strings"
	"time"

	lua "github.com/yuin/gopher-lua"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/value"
)

// What a call may use at most. Options set the time and the memory; the others are far beyond what behaviours need.
const (
	// maxString is the size of a string, in bytes, whatever makes it, of a value that leaves a call, and of what it logs.
	maxString = 16 << 20
	// maxSource is the size of a file of Lua text, in bytes, and maxLoaded of a text that a call loads.
	maxSource = luaindex.MaxText
	maxLoaded = 256 << 10
	// maxMessage is how much of an error's message, of a failure's and of a log line is kept, in bytes.
	maxMessage = 64 << 10
	// maxLookups is how often compiling a text may compare constants or labels: each use of one is looked for among all that
	// its function has, one by one. A function may have about 31,000 different ones.
	maxLookups = 500_000_000
	// maxNesting is how deep expressions, blocks and functions of a text may stand in each other.
	maxNesting = 4000
	// maxCoroutines is how many coroutines may have resumed one another.
	maxCoroutines = 64
	// maxList is how many items a list has. It is also how much memory, in machine words, one assignment to an item far
	// behind the end can take.
	maxList = 1 << 22
	// maxSteps is how many steps of matching a pattern takes, and stepsPerByte how many more for each byte it matches.
	maxSteps     = 10_000_000
	stepsPerByte = 32
	// partSize is what each part of a value counts, in bytes, beside the text in it.
	partSize = 16
)

const (
	defaultCallTimeout = 30 * time.Second
	defaultMaxMemory   = 2 << 30
)

// ErrCallTimeout is what an *Error wraps when a call was stopped because it took longer than Options.CallTimeout.
var ErrCallTimeout = errors.New("the call took too long")

// ErrMaxMemory is what an *Error wraps when a call was stopped because the process used more memory than
// Options.MaxMemory.
var ErrMaxMemory = errors.New("the process uses too much memory")

func init() {
	// An item behind the end of a list makes the machine fill everything up to it in one go. The machine's own bound for
	// that is 1 GiB, and cannot be set for one machine only. Here, nobody can have a machine yet: later it would be a race.
	lua.MaxArrayIndex = maxList
}

// checkString refuses to make a string of n bytes.
func checkString(L *lua.LState, n int, by string) {
	if n < 0 || n > maxString {
		L.RaiseError("%s would make a string of more than %s, the limit for strings", by, size(maxString))
	}
}

// size answers a number of bytes for messages.
func size(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// cut shortens a message to what is kept of it, and makes it valid UTF-8.
func cut(msg string) string {
	if len(msg) > maxMessage {
		msg = msg[:maxMessage] + fmt.Sprintf("… (%d bytes more)", len(msg)-maxMessage)
	}
	return strings.ToValidUTF8(msg, "\uFFFD")
}

// weight answers what a value counts, in bytes, towards the limit for values.
func weight(v value.Value) int {
	n := partSize
	if s, ok := v.Str(); ok {
		n += len(s)
	}
	for _, item := range v.Items() {
		n += weight(item)
	}
	for _, member := range v.Members() {
		n += len(member.Key) + weight(member.Value)
	}
	return n
}

// heapSize answers how many bytes of objects the process has, those included that are not collected yet.
func heapSize() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
