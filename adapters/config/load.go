package config

import (
	"errors"
	"io"
	"net"
	"net/url"
	"strings"

	"github.com/spf13/pflag"
)

// Load reads the settings of a program from its arguments (without its name),
// the environment and the files they name. Its error has a line for the operator
// for each setting that is wrong, joined as by [errors.Join] and without any
// credential, or it is [pflag.ErrHelp] where [Usage] was asked for, or [ErrVersion].
func Load(binary Binary, args []string, env Environment, open Open) (Settings, error) {
	flags := flagsOf(binary)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	if err := parseFlags(flags, args); err != nil {
		return Settings{}, err
	}
	if asked, _ := flags.GetBool(versionFlag); asked { // it is one of flagsOf
		return Settings{}, ErrVersion
	}
	return Resolve(binary, flags, env, open)
}

// Resolve is [Load] for flags that [Register] made and that are parsed already.
func Resolve(binary Binary, flags *pflag.FlagSet, env Environment, open Open) (Settings, error) {
	settings, err := Examine(binary, flags, env, open)
	if err != nil {
		return Settings{}, err
	}
	return settings, nil
}

// Examine is [Resolve] for whoever looks at the settings: beside an error it
// returns the Sources, marked with what is wrong, and the Warnings.
func Examine(binary Binary, flags *pflag.FlagSet, env Environment, open Open) (Settings, error) {
	d := &draft{
		rows:   table(binary),
		levels: []level{commandLine(flags), environment(env)},
		chosen: make(map[string]given),
		env:    env,
		open:   open,
	}
	for _, row := range d.rows {
		d.take(row)
	}
	for _, check := range []func(){d.checkURL, d.joinToken, d.checkPair, d.checkServerPair, d.checkAuth, d.checkListener, d.placeJournal} {
		check()
	}
	if err := d.mistakes(); err != nil {
		d.markSources()
		return Settings{Sources: d.Sources, Warnings: d.Warnings}, err
	}
	d.warnOfExposure()
	return d.Settings, nil
}

func (d *draft) checkURL() {
	place, reaches := d.chosen["NETBOX_URL"]
	if reaches && d.URL == "" && !d.Demo && d.hold("BRIDGE_DEMO", "BRIDGE_PROFILE", "NETBOX_URL") {
		d.blame(place.refuse(errors.New("set it, or --url, or base_url in a profile; or try --demo")))
	}
}

// checkListener demands that nothing can be read on a network unless that was
// asked for.
func (d *draft) checkListener() {
	listen, serves := d.chosen["BRIDGE_LISTEN"]
	if !serves || !d.hold("BRIDGE_LISTEN", "BRIDGE_INSECURE_PLAINTEXT", "BRIDGE_TLS_CERT") {
		return
	}
	if host, _, _ := net.SplitHostPort(d.Listen); !isLoopback(host) && !d.InsecurePlaintext && d.TLSCert == "" {
		d.blame(listen.conflict("a loopback address such as 127.0.0.1:8000, or --tls-cert with --tls-key beside it, or --insecure-plaintext behind a TLS proxy"))
	}
}

// warnOfExposure tells of legal settings that leave something unprotected.
func (d *draft) warnOfExposure() {
	if _, reaches := d.chosen["NETBOX_URL"]; !d.VerifyTLS && reaches {
		d.warn("NETBOX_SSL_VERIFY is off: anyone on the way to NetBox can read the token and change every answer")
	}
	if base, err := url.Parse(d.URL); err == nil && strings.HasPrefix(d.URL, "http:") && !isLoopback(base.Hostname()) {
		d.warn("NETBOX_URL is http: anyone on the way to NetBox can read the token and change every answer")
	}
	if host, _, _ := net.SplitHostPort(d.MetricsListen); d.MetricsListen != "" && !isLoopback(host) {
		d.warn("BRIDGE_METRICS_LISTEN is reachable from other machines, and anybody who can reach it may read the metrics")
	}
	host, _, _ := net.SplitHostPort(d.Listen)
	if isLoopback(host) || d.Listen == "" {
		return
	}
	if d.TLSCert == "" {
		d.warn("BRIDGE_LISTEN is reachable without TLS: anyone on the way can read the callers' token unless a TLS proxy stands in front")
	}
	if len(d.AllowedHosts) == 0 {
		d.warn("BRIDGE_ALLOWED_HOSTS is not set, so requests that address the service by another name than localhost are refused")
	}
}
