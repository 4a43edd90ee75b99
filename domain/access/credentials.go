package access

import (
	"errors"
	"fmt"

	"mcpbridge/domain/strictjson"
)

// Anyone is the principal whose entry stands for all who have none.
const Anyone = "*"

// CredentialSource tells where the source of truth's credential for one
// principal is. Exactly one of its fields is set.
type CredentialSource struct {
	File     string // the file that holds it
	Variable string // the environment variable that holds it
	Profile  bool   // the configured credential
}

// ParseCredentials reads the mapping of principals: a JSON object whose members
// are principals, or * for all others, and whose values are objects with
// token_file, token_env or profile true. An error does not repeat a value.
func ParseCredentials(data []byte) (map[string]CredentialSource, error) {
	file, err := strictjson.Parse(data, strictjson.Bounds{Bytes: 1 << 20, Depth: 3, Nodes: 10_000})
	if err != nil {
		return nil, err
	}
	if !file.Is(strictjson.Object) {
		return nil, errors.New("expected a JSON object of principals")
	}
	sources := make(map[string]CredentialSource)
	for i, member := range file.Members() {
		source, sound := parseSource(member.Value)
		if !sound || !IsPrincipal(member.Name) {
			return nil, fmt.Errorf(`entry %d: expected "principal": {"token_file": PATH}, {"token_env": NAME} or {"profile": true}`, i+1)
		}
		sources[member.Name] = source
	}
	return sources, nil
}

func parseSource(value strictjson.Value) (CredentialSource, bool) {
	if !value.Is(strictjson.Object) || len(value.Members()) != 1 {
		return CredentialSource{}, false
	}
	member := value.Members()[0]
	isText := member.Value.Is(strictjson.String) && member.Value.Text() != ""
	switch {
	case member.Name == "token_file" && isText:
		return CredentialSource{File: member.Value.Text()}, true
	case member.Name == "token_env" && isText:
		return CredentialSource{Variable: member.Value.Text()}, true
	case member.Name == "profile" && member.Value.Is(strictjson.Bool) && member.Value.Truth():
		return CredentialSource{Profile: true}, true
	}
	return CredentialSource{}, false
}
