package prometheus

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write the golden files and the table of docs/observability.md anew")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
