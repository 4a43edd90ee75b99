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
// the environment and the files they name. Its error is one line for the
// operator without any credential, or [pflag.ErrHelp] where [Usage] was asked
// for.
func Load(binary Binary, args []string, env Environment, open Open) (Settings, error) {
	flags := pflag.NewFlagSet(binary.String(), pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	Register(flags, binary)
	if err := parseFlags(flags, args); err != nil {
		return Settings{}, err
	}
	return Resolve(binary, flags, env, open)
}

// Resolve is [Load] for flags that [Register] made and that are parsed already.
func Resolve(binary Binary, flags *pflag.FlagSet, env Environment, open Open) (Settings, error) {
	d := &draft{
		rows:   table(binary),
		levels: []level{commandLine(flags), environment(env)},
		chosen: make(map[string]given),
		env:    env,
		open:   open,
	}
	for _, row := range d.rows {
		if err := d.take(row); err != nil {
			return Settings{}, err
		}
	}
	for _, check := range []func() error{d.checkURL, d.joinToken, d.checkPair, d.checkServerPair, d.checkAuth, d.checkListener, d.placeJournal} {
		if err := check(); err != nil {
			return Settings{}, err
		}
	}
	d.warnOfExposure()
	return d.Settings, nil
}

func (d *draft) checkURL() error {
	place, reaches := d.chosen["NETBOX_URL"]
	if !reaches || d.URL != "" || d.Demo {
		return nil
	}
	return place.refuse(errors.New("set it, or --url, or base_url in a profile; or try --demo"))
}

// checkListener demands that nothing can be read on a network unless that was
// asked for.
func (d *draft) checkListener() error {
	listen, serves := d.chosen["BRIDGE_LISTEN"]
	if !serves {
		return nil
	}
	if host, _, _ := net.SplitHostPort(d.Listen); !isLoopback(host) && !d.InsecurePlaintext && d.TLSCert == "" {
		return listen.conflict("a loopback address such as 127.0.0.1:8000, or --tls-cert with --tls-key beside it, or --insecure-plaintext behind a TLS proxy")
	}
	return nil
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
