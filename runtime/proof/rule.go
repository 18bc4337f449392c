package proof

import "github.com/tickflow/tickflow/runtime/graph"

// Rule names the reason for which the fixpoints alone decide about a join.
type Rule string

// The rules. Each is sound in every mode for the joins that it is applied to.
const (
	NoRule    Rule = ""
	Unreached Rule = "unreached" // no producer ever fires: the join never holds a token
	OnceEach  Rule = "once-each" // every ancestor fires exactly once, and so does the join
	KeptFed   Rule = "kept-fed"  // every producer fires for ever in every run, so that each can always come again
	NeverFed  Rule = "never-fed" // one producer fires in no run, another in some
	AllFalse  Rule = "all-false" // when every guard answers False, one producer fires, another does not
	Outlasted Rule = "outlasted" // one producer fires for ever in every run, another finitely often
)

// rule answers what the fixpoints decide about a join, and by which rule. In every mode, whatever fires may write True into
// any of its slots, since each single guard may answer True.
func (f *fixpoints) rule(j graph.ID) (Verdict, Rule) {
	n := f.n
	if n.from != nil {
		return Unknown, NoRule // the rules know nothing of tokens that are already there
	}
	first := n.g.FirstSlot(j)
	var live, dead, sure, fed, unfed, restless, finite, once int
	producers := n.g.Producers(j)
	for i, p := range producers {
		plain := n.writer[int(first)+i] < 0
		count(&live, f.live[p])
		count(&dead, !f.live[p])
		count(&sure, f.sure[p])
		count(&fed, plain && f.sure[p])
		count(&unfed, !plain || !f.sure[p])
		count(&restless, f.restless[p])
		count(&finite, !f.endless[p])
		count(&once, plain && f.once[p])
	}
	switch {
	case live == 0:
		return Proved, Unreached
	case once == len(producers) && !n.mode.Fail:
		return Proved, OnceEach
	case restless == len(producers) && !n.mode.Fail:
		return Proved, KeptFed
	case dead > 0 && (sure > 0 || !f.aboveBoundTrue[j]):
		return Refuted, NeverFed
	case fed > 0 && unfed > 0 && !f.aboveRestless[j] && !f.aboveBoundFalse[j]:
		return Refuted, AllFalse
	case restless > 0 && finite > 0:
		return Refuted, Outlasted
	}
	return Unknown, NoRule
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}
