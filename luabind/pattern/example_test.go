package pattern_test

import (
	"fmt"

	"github.com/tickflow/tickflow/luabind/pattern"
)

// All words of a text.
func Example() {
	var m pattern.Matcher
	text := "to be or not"
	m.Use(text, "%a+", false, 1000)
	for at := 0; ; {
		start, end, ok, err := m.Find(at)
		if !ok || err != nil {
			break
		}
		fmt.Print(text[start:end], ";")
		at = end
	}
	// Output: to;be;or;not;
}
