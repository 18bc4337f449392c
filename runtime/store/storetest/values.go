package storetest

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/tickflow/tickflow/runtime/value"
)

// anyValue makes values nested so deep at most.
func anyValue(depth int) *rapid.Generator[value.Value] {
	kinds := []*rapid.Generator[value.Value]{
		rapid.Just(value.Value{}), rapid.Map(rapid.Bool(), value.OfBool),
		rapid.Map(rapid.Float64(), value.OfNumber), rapid.Map(rapid.IntRange(-1000, 1000), value.OfInt),
		rapid.Map(rapid.String(), func(s string) value.Value { return value.OfString(strings.ToValidUTF8(s, "?")) }),
	}
	if depth > 0 {
		items := rapid.SliceOfN(anyValue(depth-1), 0, 3)
		kinds = append(kinds, rapid.Map(items, func(items []value.Value) value.Value { return value.OfList(items...) }),
			rapid.Map(items, func(items []value.Value) value.Value {
				var members []value.Member
				for i, item := range items {
					members = append(members, value.Member{Key: string(rune('a'+i)) + `"\{`, Value: item})
				}
				return value.OfObject(members...)
			}))
	}
	return rapid.OneOf(kinds...)
}
