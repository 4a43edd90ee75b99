// Command release makes the files that a release publishes. It runs in the
// module's root and needs nothing but Go:
//
//	go run ./cmd/internal/release [-out DIR] [-platforms LIST] [PART...]
//
// The binaries are always built, into DIR/binaries. The parts are archives,
// bundles and sboms; none named means all. The same source and the same Go make
// the same bytes, on every machine and in every folder.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"mcpbridge/cmd/internal/bridge"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run reads the command line and makes what it asks for, in order: the binaries,
// what is made of them, and the checksums of it all.
func run(ctx context.Context, arguments []string) error {
	r, chosen, err := read(arguments)
	if err != nil {
		return err
	}
	for _, p := range r.platforms {
		if err := r.build(ctx, p); err != nil {
			return err
		}
	}
	for _, part := range chosen {
		if err := part.make(r, ctx); err != nil {
			return fmt.Errorf("make the %s: %w", part.name, err)
		}
	}
	return r.checksums()
}

// part is one kind of files that a release has.
type part struct {
	name string
	make func(release, context.Context) error
}

func parts() []part {
	return []part{
		{"archives", release.archives},
		{"bundles", release.bundles},
		{"sboms", release.sboms},
	}
}

// read makes a release of the command line and of SOURCE_DATE_EPOCH.
func read(arguments []string) (release, []part, error) {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	out := flags.String("out", "dist", "the `folder` to write to")
	list := flags.String("platforms", join(platforms()), "the platforms, as `os/arch,...`")
	if err := flags.Parse(arguments); err != nil {
		return release{}, nil, err
	}
	chosenPlatforms, err := parsePlatforms(*list)
	if err != nil {
		return release{}, nil, err
	}
	chosenParts, err := parseParts(flags.Args())
	if err != nil {
		return release{}, nil, err
	}
	date, err := parseDate(os.Getenv("SOURCE_DATE_EPOCH"))
	if err != nil {
		return release{}, nil, err
	}
	binaries, err := findBinaries()
	if err != nil {
		return release{}, nil, err
	}
	return release{version: bridge.Version(), out: *out, platforms: chosenPlatforms, binaries: binaries, date: date}, chosenParts, nil
}

// parseParts finds the named parts, in the order in which they are made.
func parseParts(names []string) ([]part, error) {
	if len(names) == 0 {
		return parts(), nil
	}
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var chosen []part
	for _, p := range parts() {
		if wanted[p.name] {
			chosen = append(chosen, p)
			delete(wanted, p.name)
		}
	}
	delete(wanted, "binaries") // always made; naming them asks for nothing more
	for name := range wanted {
		return nil, fmt.Errorf("there is no part %q: it is binaries, archives, bundles or sboms", strings.ToValidUTF8(name, "?"))
	}
	return chosen, nil
}
