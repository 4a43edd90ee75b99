package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
)

// Agrees puts a question, which has to tell what agreeing does, and reports
// whether the person answered with the word yes. There must be somebody to ask.
func (c Console) Agrees(ctx context.Context, question string) bool {
	fmt.Fprint(c.Err, question)
	answer, err := c.readLine(ctx)
	return err == nil && strings.EqualFold(strings.TrimSpace(answer), "yes")
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
