package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"mcpbridge/domain/fault"
)

func TestOnlyWhatHoldsNoFaultIsUnexpected(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("out of order"), true},
		{fault.New(fault.Internal, "said"), false},
		{fmt.Errorf("beside: %w", fault.New(fault.Internal, "said")), false},
	} {
		if got := fault.Unexpected(test.err); got != test.want {
			t.Errorf("%v: %v", test.err, got)
		}
	}
}
