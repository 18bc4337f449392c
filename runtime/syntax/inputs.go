package syntax

import (
	"math"
	"strconv"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// inputsValue reads A, B[2].
func (p *parser) inputsValue() []Input {
	p.inputList = p.inputList[:0]
	p.mentioned = nil
	if open := p.pos; p.peek() == '[' {
		p.pos++
		p.list(']', (*parser).input)
		span := diag.Span{Start: open, End: p.pos}
		bare := strings.Trim(p.src.Slice(span), "[] \t")
		p.fault(diag.UnexpectedBracket, span, "inputs are listed without brackets", "did you mean "+quote(bare)+"?", p.replace(span, bare))
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
	first, found := -1, false
	if len(p.inputList) < manyInputs {
		for i := range p.inputList {
			if p.inputList[i].Producer.Text == input.Producer.Text {
				first, found = i, true
				break
			}
		}
	} else {
		if len(p.mentioned) == 0 {
			p.mentioned = make(map[string]int)
			for i, earlier := range p.inputList {
				if _, again := p.mentioned[earlier.Producer.Text]; !again {
					p.mentioned[earlier.Producer.Text] = i
				}
			}
		}
		if first, found = p.mentioned[input.Producer.Text]; !found {
			p.mentioned[input.Producer.Text] = len(p.inputList)
		}
	}
	if !found {
		return
	}
	p.fault(diag.DuplicateInput, input.Span, quote(input.Producer.Text)+" is listed twice", "a list of inputs names each producer once, as its latest fire or as one fire A[k]")
	p.faults[len(p.faults)-1].Related = []diag.Related{{Source: p.src, Span: p.inputList[first].Span, Msg: "listed here first"}}
}

// index reads [k] behind a producer and answers k, or 0 for an index that is none, which it reports.
func (p *parser) index(producer Name) int {
	open := p.pos
	length := strings.IndexAny(p.text[open+1:p.end], "],[")
	if length < 0 || p.text[open+1+length] != ']' {
		p.pos++
		p.peek()
		digits := p.word()
		p.unclosed(diag.Span{Start: producer.Span.Start, End: digits.End}, ']')
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
	latest := name + " alone reads the latest fire"
	switch digits := strings.TrimLeft(text, "-+"); {
	case text == "":
		p.fault(diag.BadIndex, span, "the brackets hold no index", name+"[1] reads the first fire, "+latest, p.replace(span, ""))
	case strings.Trim(text, "0") == "":
		p.fault(diag.BadIndex, span, "fires are counted from 1, not 0", name+"[1] reads the first fire, "+latest, p.replace(span, "[1]"))
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
