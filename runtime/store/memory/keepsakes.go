package memory

import (
	"context"
	"slices"

	"github.com/tickflow/tickflow/runtime/record"
	"github.com/tickflow/tickflow/runtime/store"
)

// Timelines answers all timelines in the order of their ids.
func (s *Session) Timelines(context.Context) ([]record.Timeline, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.timelines), nil
}

// PutCheckpoint keeps a checkpoint, in place of an older one with the same label.
func (s *Session) PutCheckpoint(_ context.Context, c store.Checkpoint) error {
	if err := s.write(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	s.checkpoints = slices.DeleteFunc(s.checkpoints, func(old store.Checkpoint) bool { return old.Label == c.Label })
	s.checkpoints = append(s.checkpoints, c)
	return nil
}

// Checkpoint answers the one with that label, or store.ErrNotFound.
func (s *Session) Checkpoint(_ context.Context, label string) (store.Checkpoint, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	i := slices.IndexFunc(s.checkpoints, func(c store.Checkpoint) bool { return c.Label == label })
	if i < 0 {
		return store.Checkpoint{}, store.ErrNotFound
	}
	return s.checkpoints[i], nil
}

// Checkpoints answers all of them, in the order in which they were last put.
func (s *Session) Checkpoints(context.Context) ([]store.Checkpoint, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.checkpoints), nil
}

// Programs answers the programs in the order in which they went on with the run.
func (s *Session) Programs(context.Context) ([]store.Program, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.programs), nil
}

// PutText keeps a text and answers its digest.
func (s *Session) PutText(_ context.Context, text string) (string, error) {
	digest := store.Digest(text)
	if err := s.open(); err != nil {
		return "", err
	}
	defer s.mu.Unlock()
	s.texts[digest] = text
	return digest, nil
}

// Text answers the text with that digest, or store.ErrNotFound.
func (s *Session) Text(_ context.Context, digest string) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	text, ok := s.texts[digest]
	if !ok {
		return "", store.ErrNotFound
	}
	return text, nil
}
