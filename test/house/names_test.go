package house

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// providerRooms are the places that may name the first source of tools;
// everything else must work for the next one, too.
func providerRooms() []string {
	return []string{"domain/netbox", "app/netbox", "adapters/netbox", "adapters/config", "cmd", "test"}
}

// providerName refuses the provider's name outside its rooms, in comments as
// well as in code.
func providerName(file source) []string {
	isRoom := func(prefix string) bool { return strings.HasPrefix(file.path, prefix) }
	if slices.ContainsFunc(providerRooms(), isRoom) {
		return nil
	}
	word := regexp.MustCompile("(?i)netbox")
	var complaints []string
	for i, line := range strings.Split(file.text, "\n") {
		if word.MatchString(line) {
			complaints = append(complaints, fmt.Sprintf("%s:%d: names NetBox outside its rooms", file.path, i+1))
		}
	}
	return complaints
}

// emptyNames refuses packages and files whose name says nothing.
func emptyNames(file source) []string {
	says := []string{
		file.syntax.Name.Name,
		path.Base(file.folder()),
		strings.TrimSuffix(strings.TrimSuffix(path.Base(file.path), ".go"), "_test"),
	}
	for _, empty := range []string{"util", "common", "helper", "manager"} {
		for _, name := range says {
			if slices.Contains(strings.Split(name, "_"), empty) || name == empty+"s" {
				return []string{file.complain(file.syntax.Name, "the name %s says nothing", name)}
			}
		}
	}
	return nil
}
