package syntax

import (
	"slices"
	"strings"

	"github.com/tickflow/tickflow/runtime/diag"
)

// attributeKeys are the attributes there are, in the order in which messages list them.
var attributeKeys = []string{"body", "inputs", "join", "guards", "bind"}

// AttributeKeys answers the attributes there are, in the order in which messages list them.
func AttributeKeys() []string { return slices.Clone(attributeKeys) }

// exampleValues stand beside attributeKeys.
var exampleValues = []string{"NAME", "A, B[2]", "OR", "xor", "[A, B]"}

// attribute reads what follows the node of an attribute, the dot at pos; where the dot was forgotten, the key is.
// The statement begins at an offset. A dotted name in front of an arrow is taken for the source of an edge.
func (p *parser) attribute(node Name, start bool, begin int) Stmt {
	if p.peek() == '.' {
		p.pos++
	}
	p.peek()
	key := p.nameAt(p.word())
	if c := p.peek(); key.Text != "" && (c == '.' || c == '|' || p.arrowFollows()) {
		if node, key = p.dottedName(node, key); p.peek() != ':' {
			return p.chain(node, start)
		}
	}
	stmt := p.attrs.one()
	stmt.Node, stmt.Key = node, key
	if start && !p.broken {
		better := node.Text + "." + key.Text
		span := diag.Span{Start: begin, End: key.Span.End}
		p.fault(diag.UnexpectedBracket, span, "an attribute belongs to a node without brackets", "did you mean "+quote(better)+"?", p.replace(span, better))
	}
	index := slices.Index(attributeKeys, key.Text)
	if index < 0 {
		p.unknownKey(key)
		p.skip()
		return stmt
	}
	if !p.colon(stmt, index) {
		return stmt
	}
	p.peek()
	stmt.Value = diag.Span{Start: p.pos, End: p.end}
	if stmt.Value.Len() == 0 {
		p.noValue(stmt, index)
		return stmt
	}
	p.value(stmt)
	if p.peek() == ',' && !p.broken {
		p.secondValue(stmt)
	}
	p.leftover()
	return stmt
}

// secondValue reports a list where there is one value.
func (p *parser) secondValue(stmt *Attr) {
	what, hint := quote(stmt.Key.Text)+" has one value", "remove what follows the comma"
	if stmt.Key.Text == "body" {
		what, hint = "a node has one body", "let one function call the other, or put a node behind the node"
	}
	rest := diag.Span{Start: p.pos, End: p.end}
	p.fault(diag.TrailingText, rest, what, hint, p.replace(rest, ""))
	p.skip()
}

// keyless reports a value that stands behind a node without an attribute, at a colon. It answers false for what is no such
// thing.
func (p *parser) keyless(node Name) bool {
	value := strings.Trim(p.text[p.pos+1:p.end], " \t")
	key := keyOf(value)
	if p.peek() != ':' || key == "" {
		return false
	}
	at := diag.Span{Start: node.Span.End, End: node.Span.End}
	p.fault(diag.MissingName, diag.Span{Start: p.pos, End: p.pos + 1}, "the name of an attribute is missing before the colon",
		"did you mean "+quote(node.Text+"."+key+": "+value)+"?", p.replace(at, "."+key))
	p.skip()
	return true
}

// keyOf answers the attribute that a value most likely belongs to, or "" for none.
func keyOf(value string) string {
	switch {
	case value == "":
		return ""
	case slices.Contains(joinWords, value):
		return "join"
	case slices.Contains(guardsWords, value):
		return "guards"
	case value[0] == '[' || value[0] == '{':
		return "bind"
	case strings.Contains(value, ",") || strings.HasSuffix(value, "]"):
		return "inputs"
	case strings.ContainsAny(value, " \t-|"):
		return "" // prose, or an edge
	}
	return "body"
}

// The values of attributes that have a choice of them, in the order of their constants.
var (
	joinWords   = []string{And.String(), Or.String()}
	guardsWords = []string{Free.String(), Exclusive.String(), Exhaustive.String(), Xor.String()}
)

// value reads the value of an attribute that exists; something stands there.
func (p *parser) value(stmt *Attr) {
	switch stmt.Key.Text {
	case "body":
		stmt.Body, _ = p.name("body", " -.")
	case "inputs":
		stmt.Inputs = p.inputsValue()
	case "join":
		stmt.Join = Join(p.choice(stmt, joinWords, "guards", guardsWords))
	case "guards":
		stmt.Guards = Guards(p.choice(stmt, guardsWords, "join", joinWords))
	case "bind":
		stmt.Bind = p.bindValue()
	}
}

// choice reads one of the words and answers which, from 1, or 0 for another one, which it reports: it may be one of the
// other attribute's.
func (p *parser) choice(stmt *Attr, words []string, other string, others []string) int {
	span := p.token()
	text := p.src.Slice(span)
	p.pos = span.End
	if i := slices.Index(words, text); i >= 0 {
		return i + 1
	}
	msg, key := quote(text)+" is no value of "+stmt.Key.Text, stmt.Key.Text
	hint := key + " is " + strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
	same := func(word string) bool { return strings.EqualFold(word, text) }
	if i := slices.IndexFunc(others, same); i >= 0 && !slices.ContainsFunc(words, same) {
		p.fault(diag.BadValue, span, msg, hint+"; "+quote(others[i])+" is a value of "+other+": "+quote(stmt.Node.Text+"."+other+": "+others[i]))
		return 0
	}
	var fixes []diag.Fix
	if better := diag.Closest(text, words); better != "" {
		if strings.EqualFold(text, better) {
			hint = "did you mean " + quote(better) + "?"
		} else {
			hint = "did you mean " + quote(better) + "? " + hint
		}
		fixes = append(fixes, p.replace(span, better))
	}
	p.fault(diag.BadValue, span, msg, hint, fixes...)
	return 0
}

// arrowFollows reports whether an arrow begins at pos; a lone = is a mistaken colon.
func (p *parser) arrowFollows() bool {
	at := p.pos
	run := p.arrowRun()
	p.pos = at
	return run.Len() > 0 && p.src.Slice(run) != "="
}

// dottedName reads on where a name with dots or dashes was meant, and reports it. A colon makes its last part a key.
func (p *parser) dottedName(node, key Name) (Name, Name) {
	p.pos = node.Span.Start
	span, _ := p.looseName("-.")
	span.End = max(span.End, key.Span.End)
	p.pos = span.End
	if p.peek() != ':' {
		p.badName(span, "node")
		return p.nameAt(span), key
	}
	dot := span.Start + strings.LastIndexByte(p.src.Slice(span), '.')
	if owner := (diag.Span{Start: span.Start, End: dot}); owner.Len() > node.Span.Len() {
		p.badName(owner, "node")
		node = p.nameAt(owner)
	}
	return node, p.nameAt(diag.Span{Start: dot + 1, End: span.End})
}

// unknownKey reports an attribute that does not exist, or one that has no name at all.
func (p *parser) unknownKey(key Name) {
	known := "the attributes are " + strings.Join(attributeKeys, ", ")
	if key.Text == "" {
		p.fault(diag.MissingName, diag.Span{Start: key.Span.Start - 1, End: key.Span.End}, "the name of an attribute is missing behind the dot", known)
		return
	}
	var fixes []diag.Fix
	if better := diag.Closest(key.Text, attributeKeys); better != "" {
		known = "did you mean " + quote(better) + "? " + known
		fixes = append(fixes, p.replace(key.Span, better))
	}
	p.fault(diag.UnknownAttribute, key.Span, quote(key.Text)+" is no attribute", known, fixes...)
}

// colon moves past the colon behind a key. It answers false when the value is missing too.
func (p *parser) colon(stmt *Attr, index int) bool {
	c := p.peek()
	at := p.pos
	switch {
	case c == 0:
		p.noValue(stmt, index)
		return false
	case c == ':' && !strings.HasPrefix(p.rest(), ":="):
		p.pos++
		return true
	case c == ':', c == '=':
		p.pos = at + strings.IndexByte(p.rest(), '=') + 1
		span := diag.Span{Start: at, End: p.pos}
		p.fault(diag.MissingColon, span, "a colon stands between attribute and value, not "+quote(p.src.Slice(span)),
			"did you mean "+quote(stmt.Node.Text+"."+stmt.Key.Text+": "+strings.Trim(p.rest(), " \t"))+"?", p.replace(span, ":"))
	default:
		end := diag.Span{Start: stmt.Key.Span.End, End: stmt.Key.Span.End}
		p.fault(diag.MissingColon, stmt.Key.Span, "the colon is missing behind "+quote(stmt.Key.Text),
			"did you mean "+quote(stmt.Node.Text+"."+stmt.Key.Text+": "+p.rest())+"?", p.replace(end, ":"))
	}
	return true
}

// noValue reports an attribute that ends where its value should begin.
func (p *parser) noValue(stmt *Attr, index int) {
	name := stmt.Node.Text + "." + stmt.Key.Text
	p.fault(diag.MissingValue, diag.Span{Start: stmt.Node.Span.Start, End: p.end}, quote(name)+" has no value",
		"write "+quote(name+": "+exampleValues[index]))
}
