package diagnosis

// Status is how a check ended.
type Status string

// The ends of a check.
const (
	OK      Status = "ok"
	Warning Status = "warning" // the bridge works, but not as well or as safely as it could
	Failed  Status = "failed"
	Skipped Status = "skipped" // there was nothing to check, or no way to
)

func count[T any](all []T, is func(T) bool) int {
	n := 0
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}
