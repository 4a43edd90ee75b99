package main

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/oidc"
	"mcpbridge/adapters/passthrough"
	"mcpbridge/adapters/sharedtoken"
	"mcpbridge/domain/access"
	"mcpbridge/domain/redact"
	"mcpbridge/ports"
)

// authenticator recognises callers in one of the modes of --auth.
type authenticator struct {
	ports.Authenticator
	reload func() error // what was read from files; nil if nothing was
}

func newAuthenticator(ctx context.Context, settings config.Settings, redactor *redact.Redactor, log *slog.Logger) (authenticator, error) {
	switch settings.Auth {
	case config.AuthPassthrough:
		return authenticator{Authenticator: passthrough.New(settings.StateKey)}, nil
	case config.AuthOAuth:
		return newOAuth(ctx, settings, redactor, log)
	default:
		return newShared(settings, log)
	}
}

// newShared recognises the shared token and those of the file.
func newShared(settings config.Settings, log *slog.Logger) (authenticator, error) {
	shared, err := sharedtoken.New(func() (access.Tokens, error) {
		var tokens access.Tokens
		if settings.TokensFile != "" {
			var err error
			if tokens, err = config.ReadTokens(config.Disk, settings.TokensFile); err != nil {
				return tokens, fmt.Errorf("read the file of tokens: %w", err)
			}
		}
		if !settings.AuthToken.IsZero() {
			tokens = tokens.With(access.NamedDigest{Name: access.SharedPrincipal, Digest: access.DigestOf(settings.AuthToken)})
		}
		return tokens, nil
	})
	if err != nil {
		return authenticator{}, err
	}
	return authenticator{shared, func() error {
		err := shared.Reload()
		if shared.KnowsNobody() {
			log.Warn("there is no token any more, so nobody is let in")
		}
		return err
	}}, nil
}

// newOAuth recognises the access tokens of the issuer. Credentials that are read
// for their subjects are the redactor's to know.
func newOAuth(ctx context.Context, settings config.Settings, redactor *redact.Redactor, log *slog.Logger) (authenticator, error) {
	options := oidc.Options{Issuer: settings.OAuthIssuer, Audience: settings.OAuthResource, Log: log}
	if settings.CredentialsFile != "" {
		options.Load = func() (oidc.Credentials, error) {
			credentials, err := config.ReadCredentials(config.Disk, os.LookupEnv, settings.CredentialsFile)
			if err != nil {
				return nil, fmt.Errorf("read the file of credentials: %w", err)
			}
			redactor.Learn(slices.Collect(maps.Values(credentials))...)
			return credentials.Of, nil
		}
	}
	issuer, err := oidc.New(ctx, options)
	if err != nil {
		return authenticator{}, err
	}
	return authenticator{issuer, issuer.Reload}, nil
}

// reloadOnHangup reads the files anew at each SIGHUP, until it is stopped. What
// cannot be read leaves all as it was. Where there are no files, SIGHUP does
// nothing, rather than end the process as it would by default.
func (a authenticator) reloadOnHangup(log *slog.Logger) (stop func()) {
	if a.reload == nil {
		signal.Ignore(syscall.SIGHUP)
		return func() { signal.Reset(syscall.SIGHUP) }
	}
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range hangups {
			if err := a.reload(); err != nil {
				log.Error("the callers could not be read anew; those that were known stay", "error", err)
				continue
			}
			log.Info("the callers were read anew")
		}
	}()
	return func() {
		signal.Stop(hangups)
		close(hangups)
		<-ended
	}
}
