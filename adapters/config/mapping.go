package config

import (
	"errors"
	"strconv"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

// Credentials are NetBox's credentials of the callers.
type Credentials map[string]domain.Secret

// Of returns the credential of a principal, the zero one for the configured
// credential, and whether the principal may come in at all.
func (c Credentials) Of(principal string) (credential domain.Secret, known bool) {
	if credential, known = c[principal]; known {
		return credential, true
	}
	credential, known = c[access.Anyone]
	return credential, known
}

// ReadCredentials reads the mapping file and all that it names. Its error shows
// no credential.
func ReadCredentials(open Open, env Environment, name string) (Credentials, error) {
	data, _, err := open.read(name)
	if err != nil {
		return nil, err
	}
	sources, err := access.ParseCredentials(data)
	if err != nil {
		return nil, err
	}
	credentials := make(Credentials)
	for principal, source := range sources {
		credential, err := readCredential(open, env, source)
		if err != nil {
			return nil, errors.New("the token of " + strconv.Quote(principal) + ": " + err.Error())
		}
		credentials[principal] = credential
	}
	return credentials, nil
}

func readCredential(open Open, env Environment, source access.CredentialSource) (domain.Secret, error) {
	if source.Profile {
		return domain.Secret{}, nil
	}
	var text string
	var err error
	if source.File != "" {
		text, err = open.text(source.File)
	} else {
		text, _ = env(source.Variable)
	}
	if err != nil {
		return domain.Secret{}, err
	}
	if credential, err := parseToken(text); err == nil {
		return credential, nil
	}
	return domain.Secret{}, errors.New("expected " + expectsVisible)
}
