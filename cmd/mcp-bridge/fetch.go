package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpbridge/adapters/config"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
)

// fetched is a document of a server, and where that one would be a NetBox.
type fetched struct {
	text []byte
	base netbox.Base
	path string // below the base
}

// fetch asks for one document of a NetBox, or of any other server. The
// configured token goes along only to the configured NetBox.
func (s *session) fetch(command *cobra.Command, link string) (fetched, error) {
	base, path, err := splitURL(link)
	if err != nil {
		return fetched{}, err
	}
	settings, err := s.settingsFor(command, base)
	if err != nil {
		return fetched{}, err
	}
	document := fetched{path: path}
	if document.base, err = netbox.ParseBase(settings.URL, settings.TrustedOrigins); err != nil {
		return fetched{}, &ended{exitUsage, err}
	}
	reader, cleanup, err := newReader(settings, s.Err)
	if err != nil {
		return fetched{}, &ended{exitUsage, err}
	}
	defer cleanup()
	x := reader.fetcher.Fetch(command.Context(), ports.Request{
		Method: "GET", Path: path, Authorization: netbox.Authorization(settings.Token), Fresh: true, MaxBody: domain.MaxRootBytes,
	})
	switch {
	case x.Fault != nil:
		return fetched{}, s.fail(x.Fault)
	case !x.IsSuccess():
		return fetched{}, s.fail(fault.New(fault.SourceStatus, fmt.Sprintf("the document was answered with HTTP %d", x.Status)))
	}
	document.text = x.Body
	return document, nil
}

// splitURL separates where a NetBox is from the path below it. A URL that leads
// to no plugin is taken as one at the top of its server.
func splitURL(link string) (base, path string, err error) {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.RawPath != "" {
		return "", "", wrongUse("expected a plain http or https URL, without user, query and fragment")
	}
	prefix, below, found := strings.Cut(u.Path, netbox.ListingPath)
	if !found {
		return u.Scheme + "://" + u.Host, u.Path, nil
	}
	return u.Scheme + "://" + u.Host + prefix, netbox.ListingPath + below, nil
}

// settingsFor are the settings to reach a base. One that is not the configured
// NetBox is a stranger, who is told neither token nor client certificate.
func (s *session) settingsFor(command *cobra.Command, base string) (config.Settings, error) {
	configured, err := config.Resolve(config.CLI, command.Flags(), s.env, config.Disk)
	if err == nil && !configured.Demo && configured.URL == base {
		return s.warned(configured), nil
	}
	flags, err := redirected(command.Flags(), base)
	if err != nil {
		return config.Settings{}, &ended{exitUsage, err}
	}
	settings, err := s.settingsOf(config.CLI, flags)
	settings.Token, settings.ClientCertificate, settings.ClientKey = domain.Secret{}, nil, domain.Secret{}
	return settings, err
}

// redirected are the flags as they were given, but for another URL. They are a
// copy: what is configured must stay so for the next document.
func redirected(given *pflag.FlagSet, base string) (*pflag.FlagSet, error) {
	flags := pflag.NewFlagSet(config.CLI.String(), pflag.ContinueOnError)
	config.Register(flags, config.CLI)
	var failed error
	given.Visit(func(f *pflag.Flag) {
		if flags.Lookup(f.Name) != nil {
			failed = errors.Join(failed, flags.Set(f.Name, f.Value.String()))
		}
	})
	return flags, errors.Join(failed, flags.Set("url", base))
}
