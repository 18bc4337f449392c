package runtime

import (
	"context"
	"fmt"

	"github.com/tickflow/tickflow/runtime/diag"
	"github.com/tickflow/tickflow/runtime/graph"
	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/syntax"
)

// graphOf answers the graph with that digest, from the text that the session keeps of it.
func graphOf(ctx context.Context, session store.Reader, digest string) (*graph.Graph, error) {
	programs, err := session.Programs(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range programs {
		if p.Graph != digest || len(p.Files) == 0 {
			continue
		}
		text, err := session.Text(ctx, p.Files[0].Digest)
		if err != nil {
			return nil, fmt.Errorf("the text of %s: %w", p.Files[0].Name, err)
		}
		file, _ := syntax.Parse(diag.NewSource(p.Files[0].Name, text))
		if net, _ := graph.Build(file); net.Digest() == digest {
			return net, nil
		}
	}
	return nil, fmt.Errorf("the text of graph %.8s: %w", digest, store.ErrNotFound)
}
