package luaindex

// blocks pairs what opens with what closes it.
type blocks struct {
	closer []int // by token: where what it opens is closed, or 0
	open   []int // what is never closed, outermost first
}

// closes says what closes a block, by what opens it.
var closes = map[string]string{"(": ")", "[": "]", "{": "}", "function": "end", "if": "end", "do": "end", "repeat": "until"}

var closing = map[string]bool{")": true, "]": true, "}": true, "end": true, "until": true}

// matchBlocks pairs the tokens of a text that need not parse: a closer that fits nothing inside closes what it fits
// further out, one that fits nothing at all is passed over, and what stays open reaches to the end.
func matchBlocks(tokens []token) blocks {
	b := blocks{closer: make([]int, len(tokens))}
	for i, t := range tokens {
		if t.kind != name && t.kind != symbol {
			continue
		}
		if closes[t.text] != "" {
			b.open = append(b.open, i)
		} else if closing[t.text] {
			b.close(tokens, i)
		}
	}
	for _, i := range b.open {
		b.closer[i] = len(tokens) - 1
	}
	return b
}

func (b *blocks) close(tokens []token, at int) {
	for n := len(b.open) - 1; n >= 0; n-- {
		if closes[tokens[b.open[n]].text] != tokens[at].text {
			continue
		}
		for _, i := range b.open[n:] {
			b.closer[i] = at
		}
		b.open = b.open[:n]
		return
	}
}
