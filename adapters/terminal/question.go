package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Agrees puts a question, which has to tell what agreeing does, and reports
// whether the person answered with y or yes. There must be somebody to ask.
func (c Console) Agrees(ctx context.Context, question string) bool {
	fmt.Fprint(c.Err, question)
	answer, err := c.readLine(ctx)
	return err == nil && isYes(answer)
}

// isYes takes nothing for a yes but one that was typed: Enter alone is a no.
func isYes(answer string) bool {
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer)))
}

// readLine waits for a line, or for the process being told to stop. A line
// that never comes holds nothing but its goroutine.
func (c Console) readLine(ctx context.Context) (string, error) {
	type line struct {
		text string
		err  error
	}
	read := make(chan line, 1)
	go func() {
		text, err := bufio.NewReader(c.In).ReadString('\n')
		read <- line{text, err}
	}()
	select {
	case got := <-read:
		return got.text, got.err
	case <-ctx.Done():
		return "", errors.New("told to stop")
	}
}
