package main

import (
	"encoding/json"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/diag/catalog"
)

// codeJSON is what explain --json prints of a code.
type codeJSON struct {
	Code     diag.Code   `json:"code"`
	Severity string      `json:"severity"`
	Title    string      `json:"title"`
	Why      string      `json:"why"`
	Example  exampleJSON `json:"example"`
	Mended   exampleJSON `json:"mended"`
	Docs     string      `json:"docs"`
}

type exampleJSON struct {
	Files []exampleFileJSON `json:"files"`
	Do    string            `json:"do"`
}

type exampleFileJSON struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func codeToJSON(e catalog.Entry) codeJSON {
	example := func(e catalog.Example) exampleJSON {
		out := exampleJSON{Do: e.Do}
		for _, f := range e.Files {
			out.Files = append(out.Files, exampleFileJSON(f))
		}
		return out
	}
	return codeJSON{e.Code, e.Severity.String(), e.Title, e.Why, example(e.Example), example(e.Mended), e.Code.Docs()}
}

// printJSON prints a value as one line of JSON.
func (c *console) printJSON(v any) error {
	encoder := json.NewEncoder(c.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
