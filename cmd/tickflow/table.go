package main

import (
	"io"
	"strings"
)

// table is text in aligned columns. The last column takes what room there is.
type table struct {
	head  []string
	right []bool // which columns hold numbers; shorter than head when the last ones do not
	rows  [][]string
}

// cellLimit is how wide a column before the last may get on a terminal, so that one large value does not push all others
// aside.
const cellLimit = 40

func (t *table) add(cells ...string) {
	for i, cell := range cells {
		cells[i] = visible(strings.ReplaceAll(cell, "\t", " "))
	}
	t.rows = append(t.rows, cells)
}

// print writes the table; limit is the width of the terminal, or 0 for lines of any length with everything in them.
func (t *table) print(w io.Writer, p paint, limit int) {
	if limit > 0 {
		t.narrow()
	}
	widths := make([]int, len(t.head))
	for i, cell := range t.head {
		widths[i] = columnsOf(cell)
	}
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], columnsOf(cell))
		}
	}
	io.WriteString(w, p.in(bold, t.line(t.head, widths, limit))+"\n")
	for _, row := range t.rows {
		io.WriteString(w, t.line(row, widths, limit)+"\n")
	}
}

// narrow shortens all cells but the last of each row.
func (t *table) narrow() {
	for _, row := range t.rows {
		for i := range row[:len(row)-1] {
			row[i] = clip(row[i], cellLimit)
		}
	}
}

func (t *table) line(cells []string, widths []int, limit int) string {
	var b strings.Builder
	for i, cell := range cells {
		pad := strings.Repeat(" ", widths[i]-columnsOf(cell))
		switch {
		case i < len(t.right) && t.right[i]:
			b.WriteString(pad + cell)
		case i < len(cells)-1:
			b.WriteString(cell + pad)
		default:
			b.WriteString(cell)
		}
		if i < len(cells)-1 {
			b.WriteString("  ")
		}
	}
	return clip(strings.TrimRight(b.String(), " "), limit)
}
