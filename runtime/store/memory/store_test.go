package memory_test

import (
	"testing"

	"github.com/tickflow/tickflow/runtime/store"
	"github.com/tickflow/tickflow/runtime/store/memory"
	"github.com/tickflow/tickflow/runtime/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, storetest.Backend{
		Volatile: true, Open: func(string) (store.Store, error) { return &memory.Store{}, nil },
	})
}

// TestStoreThatOverflows keeps hardly anything in memory.
func TestStoreThatOverflows(t *testing.T) {
	storetest.Run(t, storetest.Backend{
		Volatile: true, Open: func(string) (store.Store, error) { return &memory.Store{Most: 8}, nil },
	})
}
