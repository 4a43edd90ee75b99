package bench

import "testing"

func contests(t testing.TB) []Contest {
	t.Helper()
	all, err := Validations()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestBothSidesAcceptTheDocuments(t *testing.T) {
	for _, c := range contests(t) {
		t.Run(c.Name, func(t *testing.T) {
			for side, run := range map[string]func() error{"product": c.Product, "peer": c.Peer} {
				if err := run(); err != nil {
					t.Errorf("%s: %v", side, err)
				}
			}
		})
	}
}

func BenchmarkValidation(b *testing.B) {
	for _, c := range contests(b) {
		for _, side := range []struct {
			name string
			run  func() error
		}{{"product", c.Product}, {"peer", c.Peer}} {
			b.Run(c.Name+"/"+side.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := side.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
