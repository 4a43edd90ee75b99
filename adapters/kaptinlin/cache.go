package kaptinlin

import (
	"crypto/sha256"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"mcpbridge/domain/schema"
)

// Limits of the schemas kept compiled. The bytes are those of the schemas'
// text; compiled, a schema takes about 70 times its text at worst.
const (
	MaxSchemas     = 1024
	MaxSchemaBytes = 1 << 20
)

// key is the content of a schema, so that a changed schema is never mistaken
// for the one that had its place before.
type key [sha256.Size]byte

func keyOf(s schema.Schema) key { return sha256.Sum256(s.Raw()) }

// entry is a compiled schema and the length of its text.
type entry struct {
	root *node
	size int
}

// cache keeps the compiled schemas that were used last.
type cache struct {
	mu      sync.Mutex
	entries *simplelru.LRU[key, entry]
	size    int
	maxSize int
}

func newCache(maxEntries, maxSize int) *cache {
	c := &cache{maxSize: maxSize}
	// The only error is a maximum under 1.
	c.entries, _ = simplelru.NewLRU(maxEntries, func(_ key, gone entry) { c.size -= gone.size })
	return c
}

func (c *cache) get(k key) (*node, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.entries.Get(k)
	return found.root, ok
}

// add keeps root unless another caller was faster with the same schema.
func (c *cache) add(k key, root *node, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries.Contains(k) {
		return
	}
	c.entries.Add(k, entry{root, size})
	c.size += size
	for c.size > c.maxSize {
		c.entries.RemoveOldest()
	}
}
