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
func (d *draft) checkAuth() {
	mode, serves := d.chosen["BRIDGE_AUTH"]
	if !serves || !d.hold("BRIDGE_AUTH") {
		return
	}
	for _, needs := range []struct {
		mode string
		envs []string
	}{
		{AuthShared, []string{"NETBOX_MCP_AUTH_TOKEN", "BRIDGE_AUTH_TOKENS_FILE"}},
		{AuthOAuth, []string{"BRIDGE_OAUTH_ISSUER", "BRIDGE_OAUTH_RESOURCE", "BRIDGE_OAUTH_CREDENTIALS_FILE"}},
	} {
		for _, env := range needs.envs {
			if g := d.chosen[env]; g.set && g.commandLine && d.Auth != needs.mode && d.hold(env) {
				d.blame(g.conflict("to go with --auth=" + needs.mode))
			}
		}
	}
	switch d.Auth {
	case AuthShared:
		d.checkSharedTokens()
	case AuthOAuth:
		for _, env := range []string{"BRIDGE_OAUTH_ISSUER", "BRIDGE_OAUTH_RESOURCE"} {
			if g := d.chosen[env]; !g.set {
				d.blame(g.refuse(errors.New("--auth=oauth needs it")))
			}
		}
	case AuthPassthrough:
		if d.Demo {
			d.blame(mode.conflict("to be left out of a demo, whose NetBox token nobody knows"))
		}
	}
}

// checkSharedTokens demands that somebody can call.
func (d *draft) checkSharedTokens() {
	token, file := d.chosen["NETBOX_MCP_AUTH_TOKEN"], d.chosen["BRIDGE_AUTH_TOKENS_FILE"]
	switch {
	case !d.AuthToken.IsZero() || !d.hold(token.env, file.env):
	case d.TokensFile == "":
		d.blame(token.refuse(errors.New("it is required: set it, or --auth-token-file, or --auth-tokens-file, or choose another --auth")))
	case d.tokensFileIsEmpty:
		d.blame(file.refuse(errors.New("there is no token in it, so nobody could call; mcp-bridge token new makes one")))
	}
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
