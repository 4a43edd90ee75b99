package config

import (
	"errors"
	"net/url"
	"strings"

	"mcpbridge/domain/access"
)

// The ways to recognise callers.
const (
	AuthShared      = "shared"      // by tokens that the operator hands out
	AuthPassthrough = "passthrough" // by their own NetBox token
	AuthOAuth       = "oauth"       // by the access tokens of an issuer
)

func parseAuth(text string) (string, error) {
	return oneOf(text, AuthShared, AuthPassthrough, AuthOAuth)
}

// parseTokensFile keeps the name, since the file is read again later.
func (d *draft) parseTokensFile(name string) error {
	d.TokensFile = name
	tokens, err := ReadTokens(d.open, name)
	d.tokensFileIsEmpty = tokens.AreNone()
	return err
}

// parseCredentialsFile keeps the name, since the file is read again later.
func (d *draft) parseCredentialsFile(name string) error {
	d.CredentialsFile = name
	_, err := ReadCredentials(d.open, d.env, name)
	return err
}

// parseIssuer accepts what an access token names in iss or aud. Keys that come
// over plain http could be anybody's, so that is for this machine alone.
func parseIssuer(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || !isVisible(text) || strings.Contains(text, `"`) {
		return "", errForm
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())) {
		return "", errForm
	}
	return text, nil
}

// checkAuth demands what each mode needs, and refuses settings of another mode
// that would look as if they protected something.
func (d *draft) checkAuth() error {
	mode, serves := d.chosen["BRIDGE_AUTH"]
	if !serves {
		return nil
	}
	for _, needs := range []struct {
		mode string
		envs []string
	}{
		{AuthShared, []string{"NETBOX_MCP_AUTH_TOKEN", "BRIDGE_AUTH_TOKENS_FILE"}},
		{AuthOAuth, []string{"BRIDGE_OAUTH_ISSUER", "BRIDGE_OAUTH_RESOURCE", "BRIDGE_OAUTH_CREDENTIALS_FILE"}},
	} {
		for _, env := range needs.envs {
			if g := d.chosen[env]; g.set && g.commandLine && d.Auth != needs.mode {
				return g.conflict("to go with --auth=" + needs.mode)
			}
		}
	}
	switch {
	case d.Auth == AuthShared && d.AuthToken.IsZero() && d.TokensFile == "":
		return d.chosen["NETBOX_MCP_AUTH_TOKEN"].refuse(errors.New("it is required: set it, or --auth-token-file, or --auth-tokens-file, or choose another --auth"))
	case d.Auth == AuthShared && d.AuthToken.IsZero() && d.tokensFileIsEmpty:
		return d.chosen["BRIDGE_AUTH_TOKENS_FILE"].refuse(errors.New("there is no token in it, so nobody could call; mcp-bridge token new makes one"))
	case d.Auth == AuthOAuth && d.OAuthIssuer == "":
		return d.chosen["BRIDGE_OAUTH_ISSUER"].refuse(errors.New("--auth=oauth needs it"))
	case d.Auth == AuthOAuth && d.OAuthResource == "":
		return d.chosen["BRIDGE_OAUTH_RESOURCE"].refuse(errors.New("--auth=oauth needs it"))
	case d.Auth == AuthPassthrough && d.Demo:
		return mode.conflict("to be left out of a demo, whose NetBox token nobody knows")
	}
	return nil
}

// ReadTokens reads the callers of a file of named tokens. Its error shows
// nothing of the file.
func ReadTokens(open Open, name string) (access.Tokens, error) {
	text, err := open.text(name)
	if err != nil {
		return access.Tokens{}, err
	}
	return access.ParseTokens(text)
}
