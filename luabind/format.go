package luabind

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// format is string.format as in C, with at most two digits for a width or precision. Other than there, %s takes any value
// as tostring would show it.
func (m *vm) format(L *lua.LState) int {
	var b strings.Builder
	arg := 1
	for text := L.CheckString(1); ; {
		before, after, more := strings.Cut(text, "%")
		checkString(L, b.Len()+len(before), "string.format")
		b.WriteString(before)
		if !more {
			break
		}
		if strings.HasPrefix(after, "%") {
			b.WriteByte('%')
			text = after[1:]
			continue
		}
		d := directive(L, after)
		arg++
		if arg > L.GetTop() {
			L.ArgError(arg, "no value")
		}
		shown := d.show(L, arg, maxString-b.Len())
		checkString(L, b.Len()+len(shown), "string.format")
		b.WriteString(shown)
		text = after[d.length:]
	}
	L.Push(lua.LString(b.String()))
	return 1
}

// formatDirective is what stands behind a percent sign.
type formatDirective struct {
	flags     string
	width     string
	precision string // with its dot, or ""
	verb      byte
	length    int // in bytes
}

// directive reads flags, width, precision and the letter that says what to show.
func directive(L *lua.LState, text string) formatDirective {
	rest := strings.TrimLeft(text, "-+ #0")
	d := formatDirective{flags: text[:len(text)-len(rest)]}
	number := func() string {
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		rest = rest[len(digits):]
		return digits
	}
	d.width = number()
	if strings.HasPrefix(rest, ".") {
		rest = rest[1:]
		d.precision = "." + number()
	}
	if len(d.flags) > 5 || len(d.width) > 2 || len(d.precision) > 3 {
		L.RaiseError("invalid format: flags, width or precision too long, of a number two digits are the limit")
	}
	if rest == "" {
		L.RaiseError("invalid format: it ends with '%%'")
	}
	d.verb, d.length = rest[0], len(text)-len(rest)+1
	return d
}

// show answers an argument as the directive has it. Of a text that would be longer than most only the size counts.
func (d formatDirective) show(L *lua.LState, arg, most int) string {
	switch d.verb {
	case 'c':
		return d.string(string([]byte{byte(int64(L.CheckNumber(arg)))}))
	case 'd', 'i':
		return d.print("d", integer(L.CheckNumber(arg)))
	case 'u':
		return d.unsigned("d", L.CheckNumber(arg))
	case 'o', 'x', 'X':
		return d.unsigned(string(d.verb), L.CheckNumber(arg))
	case 'e', 'E', 'f', 'g', 'G':
		return d.float(float64(L.CheckNumber(arg)))
	case 'q':
		text := L.CheckString(arg)
		if len(text)+quotes(text) > most {
			checkString(L, maxString+1, "string.format")
		}
		return quoted(text)
	case 's':
		text := L.ToStringMeta(L.Get(arg)).String()
		if d.precision == "" && len(text) >= 100 {
			return text
		}
		return d.string(text)
	}
	letter := strconv.QuoteRune(rune(d.verb)) // it may be none that can be shown
	L.RaiseError("invalid option '%%%s' to format", letter[1:len(letter)-1])
	return ""
}

// integer answers a number without its fraction; what no integer can hold becomes the nearest one.
func integer(n lua.LNumber) int64 {
	switch f := float64(n); {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64, f != f:
		return math.MinInt64
	default:
		return int64(f)
	}
}

func (d formatDirective) print(verb string, v any) string {
	return fmt.Sprintf("%"+d.flags+d.width+d.precision+verb, v)
}

// unsigned prints an integer that has no sign.
func (d formatDirective) unsigned(verb string, n lua.LNumber) string {
	d.flags = strings.NewReplacer("+", "", " ", "").Replace(d.flags)
	return d.print(verb, uint64(integer(n)))
}

// float prints a number that need not be finite.
func (d formatDirective) float(f float64) string {
	if f-f != 0 {
		name := strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'f', -1, 64), "+"))
		if strings.Contains(d.flags, "+") && f > 0 {
			name = "+" + name
		}
		d.precision = ""
		return d.string(name)
	}
	if d.precision == "" {
		d.precision = ".6"
	}
	return d.print(string(d.verb), f)
}

// string pads or cuts a text, in bytes.
func (d formatDirective) string(text string) string {
	if d.precision != "" {
		n, _ := strconv.Atoi(d.precision[1:])
		text = text[:min(n, len(text))]
	}
	width, _ := strconv.Atoi(d.width)
	pad := strings.Repeat(" ", max(width-len(text), 0))
	if strings.Contains(d.flags, "-") {
		return text + pad
	}
	return pad + text
}

// quotes answers how many bytes quoted adds to a text.
func quotes(text string) int {
	n := 2 + strings.Count(text, "\x00")*3
	for _, c := range []string{`"`, `\`, "\n", "\r"} {
		n += strings.Count(text, c)
	}
	return n
}

// quoted answers a text as a Lua literal.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", "\\\n", "\r", `\r`, "\x00", `\000`).Replace(s) + `"`
}
