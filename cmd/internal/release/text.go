package main

import (
	"context"
	"fmt"
	"os"
)

// texts are the files that go with the programs of a platform.
func (r release) texts(ctx context.Context, p platform) ([]file, error) {
	notices, err := r.notices(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("collect the licences: %w", err)
	}
	files := []file{{"NOTICES", modeText, notices}}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, modeText, content})
	}
	return files, nil
}
