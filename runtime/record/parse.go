package record

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/tickflow/tickflow/runtime/value"
)

// Parse reads a firing from the JSON text that AppendJSON writes. Unlike FromValue it keeps the order of the inputs.
func Parse(text []byte) (Firing, error) {
	if f, ok := readWritten(text); ok {
		return f, nil
	}
	return parseAny(text)
}

// parseAny reads a firing from JSON that anybody may have written.
func parseAny(text []byte) (Firing, error) {
	v, err := value.ParseDocument(text, firingDepth)
	if err != nil {
		return Firing{}, err
	}
	f, err := FromValue(v)
	if err != nil || len(f.Inputs) < 2 {
		return f, err
	}
	var members struct {
		Inputs ordered `json:"inputs"`
	}
	if err := json.Unmarshal(text, &members); err != nil {
		return Firing{}, err
	}
	at := make(map[string]int, len(members.Inputs))
	for i, name := range members.Inputs {
		at[name] = i
	}
	slices.SortFunc(f.Inputs, func(a, b Input) int { return cmp.Compare(at[a.Producer], at[b.Producer]) })
	return f, nil
}

// firingDepth is how many levels below the top of a firing's JSON the values of the run lie at most.
const firingDepth = 2

// ordered are the keys of a JSON object, in the order of the text.
type ordered []string

// UnmarshalJSON takes the keys and leaves the values.
func (o *ordered) UnmarshalJSON(text []byte) error {
	depth, key := 0, true
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			key = depth == 1
		case '"':
			end := i + 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			if depth == 1 && key {
				var name string
				if err := json.Unmarshal(text[i:end+1], &name); err != nil {
					return err
				}
				*o = append(*o, name)
				key = false
			}
			i = end
		}
	}
	return nil
}
