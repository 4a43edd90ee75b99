package security

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tokensFile names the bearers of tokens of high entropy.
func tokensFile(t *testing.T, tokens map[string]string) string {
	t.Helper()
	var lines strings.Builder
	for name, token := range tokens {
		sum := sha256.Sum256([]byte(token))
		fmt.Fprintf(&lines, "%s sha256:%s\n", name, hex.EncodeToString(sum[:]))
	}
	return file(t, "tokens", lines.String())
}

// file writes what the bridge is to read, outside of its own home.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
