package syntax

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// inputsValue reads A, B[2].
func (p *parser) inputsValue() []Input {
	p.inputList = p.inputList[:0]
	p.mentioned = nil
	if c := p.peek(); c == '[' || c == '(' {
		open := p.pos
		p.pos++
		p.list(closing(c), (*parser).input)
		span := diag.Span{Start: open, End: p.pos}
		bare := strings.Trim(p.src.Slice(span), "[]() \t")
		if bare != "" { // an empty list has been reported
			p.fault(diag.UnexpectedBracket, span, "inputs are listed without brackets", "did you mean "+quote(bare)+"?", p.replace(span, bare))
		}
	} else {
		p.list(0, (*parser).input)
	}
	return p.inputs.keep(p.inputList)
}

// input reads one item of an inputs attribute.
func (p *parser) input() bool {
	producer, ok := p.name("node", "-.")
	if !ok {
		return false
	}
	input := Input{Producer: producer, Span: producer.Span}
	if p.peek() == '[' {
		input.K = p.index(producer)
		input.Span.End = p.pos
	}
	p.mentionOnce(input)
	p.inputList = append(p.inputList, input)
	return true
}

// manyInputs is how long a list of inputs must be for a map of its producers to pay.
const manyInputs = 16

// mentionOnce reports an input whose producer the list names already.
func (p *parser) mentionOnce(input Input) {
	first := p.firstMention(input.Producer.Text)
	if first < 0 {
		return
	}
	p.fault(diag.DuplicateInput, input.Span, quote(input.Producer.Text)+" is listed twice",
		"a list of inputs names each producer once, as its latest fire or as one fire `A[k]`")
	p.faults[len(p.faults)-1].Related = []diag.Related{{Source: p.src, Span: p.inputList[first].Span, Msg: "listed here first"}}
}

// firstMention answers where inputList names a producer, or -1; it expects the producer to be added next.
func (p *parser) firstMention(producer string) int {
	if len(p.inputList) < manyInputs {
		return slices.IndexFunc(p.inputList, func(in Input) bool { return in.Producer.Text == producer })
	}
	if p.mentioned == nil {
		p.mentioned = make(map[string]int)
		for i, in := range slices.Backward(p.inputList) {
			p.mentioned[in.Producer.Text] = i
		}
	}
	if first, again := p.mentioned[producer]; again {
		return first
	}
	p.mentioned[producer] = len(p.inputList)
	return -1
}

// index reads [k] behind a producer and answers k, or 0 for an index that is none, which it reports.
func (p *parser) index(producer Name) int {
	open := p.pos
	length := strings.IndexAny(p.text[open+1:p.end], "],[")
	if length < 0 || p.text[open+1+length] != ']' {
		p.pos++
		p.peek()
		digits := p.word()
		p.unclosed(diag.Span{Start: producer.Span.Start, End: digits.End}, ']', producer.Text+"["+p.src.Slice(digits)+"]")
		return 0
	}
	p.pos = open + 1 + length + 1
	span := diag.Span{Start: open, End: p.pos}
	text := strings.Trim(p.text[open+1:open+1+length], " \t")
	k, err := strconv.ParseUint(text, 10, 31)
	if err == nil && k > 0 {
		return int(k)
	}
	p.badIndex(span, text, producer)
	return 0
}

// badIndex reports an index that is no positive number.
func (p *parser) badIndex(span diag.Span, text string, producer Name) {
	name := producer.Text
	latest := quote(name) + " alone reads the latest fire"
	switch digits := strings.TrimLeft(text, "-+"); {
	case text == "":
		p.fault(diag.BadIndex, span, "the brackets hold no index", quote(name+"[1]")+" reads the first fire, "+latest, p.replace(span, ""))
	case strings.Trim(text, "0") == "":
		p.fault(diag.BadIndex, span, "fires are counted from 1, not 0", quote(name+"[1]")+" reads the first fire, "+latest, p.replace(span, "[1]"))
	case strings.Trim(digits, "0123456789") != "" || digits == "":
		p.fault(diag.BadIndex, span, quote(text)+" is no index", "an index is a number from 1; "+latest, p.replace(span, ""))
	case text[0] == '-':
		p.fault(diag.BadIndex, span, "fires are counted from 1, an index is never negative", latest, p.replace(span, ""))
	case text[0] == '+':
		p.fault(diag.BadIndex, span, "an index has no sign", "did you mean "+quote(name+"["+digits+"]")+"?", p.replace(span, "["+digits+"]"))
	default:
		p.fault(diag.BadIndex, span, "the index "+quote(text)+" is too large", "the largest is "+strconv.Itoa(math.MaxInt32), p.replace(span, ""))
	}
}
