package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/value"
)

// inputFlag is a flag that tells nothing from an empty text.
type inputFlag struct {
	text  string
	given bool
}

// Set takes the text as it is.
func (f *inputFlag) Set(s string) error {
	f.text, f.given = s, true
	return nil
}

// Type names what the flag takes, for help.
func (f *inputFlag) Type() string { return "json" }

// String answers the text.
func (f *inputFlag) String() string { return f.text }

// seedFlag is a flag of numbers that JSON holds exactly.
type seedFlag uint64

// Set reads a whole number from 0 to 2^53.
func (f *seedFlag) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n > value.MaxInt {
		return fmt.Errorf("it takes a whole number from 0 to 2^53, which is %d", uint64(value.MaxInt))
	}
	*f = seedFlag(n)
	return nil
}

// Type names what the flag takes, for help.
func (f *seedFlag) Type() string { return "seed" }

// String answers the number.
func (f *seedFlag) String() string { return strconv.FormatUint(uint64(*f), 10) }

// countFlag is a flag of whole numbers from a least one on.
type countFlag struct {
	n     *int
	least int
	what  string // "ticks"
}

// Set reads a whole number that is large enough.
func (f countFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < f.least {
		return fmt.Errorf("it takes a number of %s, a whole one from %d on", f.what, f.least)
	}
	*f.n = n
	return nil
}

// Type names what the flag takes, for help.
func (f countFlag) Type() string { return "count" }

// String answers the number.
func (f countFlag) String() string {
	if f.n == nil {
		return "0"
	}
	return strconv.Itoa(*f.n)
}

// tickList is a flag of tick numbers.
type tickList []int

// Set adds the ticks of "5" or "5,7".
func (l *tickList) Set(s string) error {
	for _, text := range strings.Split(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 || n > math.MaxInt32 {
			return fmt.Errorf("it takes the numbers of ticks to stop before, from 1 on, such as 5 or 5,7")
		}
		*l = append(*l, n)
	}
	return nil
}

// Type names what the flag takes, for help.
func (l *tickList) Type() string { return "ticks" }

// String answers the list as Set takes it.
func (l *tickList) String() string {
	texts := make([]string, len(*l))
	for i, n := range *l {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ",")
}

// tickRange is a flag of ticks from first to last, both included.
type tickRange struct{ first, last int }

func (r *tickRange) has(tick int) bool { return r.first <= tick && tick <= r.last }

// Set reads "A..B", "A..", "..B" or "A".
func (r *tickRange) Set(s string) error {
	from, to, isRange := strings.Cut(s, "..")
	if !isRange {
		to = from
	}
	*r = tickRange{0, math.MaxInt}
	var errs [2]error
	if from != "" {
		r.first, errs[0] = strconv.Atoi(from)
	}
	if to != "" {
		r.last, errs[1] = strconv.Atoi(to)
	}
	if s == "" || errs[0] != nil || errs[1] != nil || r.first < 0 || r.last < r.first {
		return fmt.Errorf("it takes ticks as 3..9, 3.., ..9 or 3")
	}
	return nil
}

// Type names what the flag takes, for help.
func (r *tickRange) Type() string { return "ticks" }

// String answers "" for the default, which is every tick.
func (r *tickRange) String() string {
	if r.first == 0 && r.last == math.MaxInt {
		return ""
	}
	return fmt.Sprintf("%d..%d", r.first, r.last)
}

// statusFlag is a flag of how firings end; "" stands for all.
type statusFlag string

func (f statusFlag) has(s record.Status) bool { return f == "" || string(f) == s.String() }

// Set reads a status.
func (f *statusFlag) Set(s string) error {
	for _, known := range []record.Status{record.OK, record.Failed, record.Aborted} {
		if s == known.String() {
			*f = statusFlag(s)
			return nil
		}
	}
	return fmt.Errorf("it takes ok, failed or aborted")
}

// Type names what the flag takes, for help.
func (f *statusFlag) Type() string { return "status" }

// String answers the status.
func (f *statusFlag) String() string { return string(*f) }
