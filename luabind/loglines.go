package luabind

import (
	"bytes"
	"strings"
	"sync"
)

// logLines writes what is written to it to the log of the call, line by line.
type logLines struct {
	m    *vm
	mu   sync.Mutex // a command has two streams
	rest []byte
}

// Write logs all lines that are complete. It fails once the call must end or has logged too much; a command is told so.
func (l *logLines) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, text...)
	for {
		end, next := l.line()
		if next == 0 {
			return len(text), nil
		}
		if err := l.m.mayLog(); err != nil {
			l.rest = nil
			return 0, err
		}
		l.m.say(string(l.rest[:end]))
		l.rest = l.rest[next:]
	}
}

// line answers where the first line ends and where the next one begins, 0 and 0 when that cannot be said yet. No secret is
// in two lines, since neither would be masked: one with line feeds in it keeps its lines together.
func (l *logLines) line() (end, next int) {
	secrets := l.m.host.secrets
	for from := 0; ; from = end + 1 {
		i := bytes.IndexByte(l.rest[from:], '\n')
		if i < 0 {
			break
		}
		if end = from + i; secrets.around(l.rest, end) < 0 {
			return end, end + 1
		}
	}
	longest := secrets.longestSpelling()
	most := max(maxMessage, longest)
	if len(l.rest) <= most+longest {
		return 0, 0
	}
	end = secrets.seam(l.rest, most)
	return end, end
}

// flush logs what has no line feed behind it.
func (l *logLines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.rest) > 0 {
		l.m.say(strings.TrimSuffix(l.m.host.secrets.hide(string(l.rest)), "\n"))
		l.rest = nil
	}
}
