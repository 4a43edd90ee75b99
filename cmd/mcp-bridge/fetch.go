package main

import (
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"mcpbridge/adapters/config"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/ports"
)

// fetch asks for one document of a NetBox, or of any other server. The
// configured token goes along only to the configured NetBox.
func (s *session) fetch(command *cobra.Command, link string) ([]byte, error) {
	base, path, err := splitURL(link)
	if err != nil {
		return nil, err
	}
	settings, err := s.settingsFor(command, base)
	if err != nil {
		return nil, err
	}
	reader, cleanup, err := newReader(settings, s.Err)
	if err != nil {
		return nil, &ended{exitUsage, err}
	}
	defer cleanup()
	x := reader.fetcher.Fetch(command.Context(), ports.Request{
		Method: "GET", Path: path, Authorization: netbox.Authorization(settings.Token), Fresh: true, MaxBody: domain.MaxRootBytes,
	})
	switch {
	case x.Fault != nil:
		return nil, s.fail(x.Fault)
	case !x.IsSuccess():
		return nil, s.fail(fault.New(fault.SourceStatus, "the document was answered with another status than success"))
	}
	return x.Body, nil
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

// settingsFor are the settings to reach another base than the configured one,
// which is not told the configured token.
func (s *session) settingsFor(command *cobra.Command, base string) (config.Settings, error) {
	configured, err := config.Resolve(config.CLI, command.Flags(), s.env, config.Disk)
	if err == nil && !configured.Demo && configured.URL == base {
		return s.settings(command)
	}
	if err := command.Flags().Set("url", base); err != nil {
		return config.Settings{}, &ended{exitUsage, err}
	}
	settings, err := s.settings(command)
	settings.Token = domain.Secret{}
	return settings, err
}
