package main

import (
	"log/slog"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/httpserver"
	"mcpbridge/ports"
)

// newPolicy makes the guards' policy of the settings.
func newPolicy(settings config.Settings, callers ports.Authenticator, refused func(guard string), log *slog.Logger) (httpserver.Policy, error) {
	policy := httpserver.Policy{
		AllowedHosts:       settings.AllowedHosts,
		AllowedOrigins:     settings.AllowedOrigins,
		AllowedAddresses:   settings.AllowedAddresses,
		TrustedProxies:     settings.TrustedProxies,
		Authenticator:      callers,
		Schemes:            []string{"Bearer"},
		PerPrincipal:       settings.RatePerPrincipal,
		PerAddress:         settings.RatePerAddress,
		AtOncePerPrincipal: settings.AtOncePerPrincipal,
		AtOnce:             settings.AtOnce,
		Refused:            refused,
		Log:                log,
	}
	var err error
	switch settings.Auth {
	case config.AuthPassthrough:
		policy.PassesThrough = true
		policy.Schemes = []string{"Bearer", "Token"} // as NetBox's own two kinds of tokens
	case config.AuthOAuth:
		policy.Resource, err = httpserver.NewResource(settings.OAuthResource, settings.OAuthIssuer)
	}
	return policy, err
}
