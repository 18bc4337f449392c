package graph

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// sum hashes what the graph means: nodes in order with everything that decides what they do, and their edges. Names hold
// no white space and no punctuation, so the lines cannot be read in two ways.
func (g *Graph) sum() string {
	hash := sha256.New()
	w := bufio.NewWriterSize(hash, 1<<14)
	w.WriteString("tickflow graph 1\n")
	var line []byte
	for n := range g.Nodes {
		line = g.appendNode(line[:0], ID(n))
		w.Write(line)
	}
	w.Flush()
	return hex.EncodeToString(hash.Sum(nil))
}

// appendNode appends the canonical lines of one node.
func (g *Graph) appendNode(b []byte, n ID) []byte {
	node := &g.Nodes[n]
	b = append(b, node.Name...)
	if node.Start {
		b = append(b, " start"...)
	}
	b = append(append(b, ' '), node.Join.String()...)
	b = append(append(b, ' '), node.Guards.String()...)
	b = append(append(b, " body:"...), node.Body...)
	b = append(b, " inputs:"...)
	for _, in := range node.Inputs {
		b = append(b, g.Nodes[in.Producer].Name...)
		b = append(strconv.AppendInt(append(b, '['), int64(in.K), 10), ']')
	}
	if node.Bind != nil {
		b = append(b, " bind:"...)
		for i, at := range node.Bind.Inputs {
			if node.Bind.Named {
				b = append(b, node.Bind.Fields[i]...)
			}
			b = strconv.AppendInt(append(b, '='), int64(at), 10)
		}
	}
	for _, e := range g.Out(n) {
		b = append(b, "\n>"...)
		b = append(b, g.Nodes[e.To].Name...)
		if e.Guard >= 0 {
			b = append(append(b, ' '), g.GuardNames[e.Guard]...)
		}
	}
	return append(b, '\n')
}
