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
			for _, side := range c.Sides {
				if err := side.Run(); err != nil {
					t.Errorf("%s: %v", side.Name, err)
				}
			}
		})
	}
}

func BenchmarkValidation(b *testing.B) {
	for _, c := range contests(b) {
		for _, side := range c.Sides {
			b.Run(c.Name+"/"+side.Name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := side.Run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
