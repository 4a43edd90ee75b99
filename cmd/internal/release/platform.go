package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// platform is one that binaries are built for, in Go's words.
type platform struct{ os, arch string }

// platforms are all that a release serves.
func platforms() []platform {
	return []platform{
		{"linux", "amd64"}, {"linux", "arm64"},
		{"darwin", "amd64"}, {"darwin", "arm64"},
		{"windows", "amd64"}, {"windows", "arm64"},
	}
}

// host is where this program runs.
func host() platform { return platform{runtime.GOOS, runtime.GOARCH} }

func (p platform) String() string { return p.os + "/" + p.arch }

// executable is the name that a program's file has on the platform.
func (p platform) executable(name string) string {
	if p.os == "windows" {
		return name + ".exe"
	}
	return name
}

// parsePlatforms reads a list such as linux/amd64,darwin/arm64.
func parsePlatforms(list string) ([]platform, error) {
	var chosen []platform
	for name := range strings.SplitSeq(list, ",") {
		at := slices.IndexFunc(platforms(), func(p platform) bool { return p.String() == name })
		if at < 0 {
			return nil, fmt.Errorf("%q is not one of the platforms %s", name, join(platforms()))
		}
		chosen = append(chosen, platforms()[at])
	}
	return chosen, nil
}

func join(all []platform) string {
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.String()
	}
	return strings.Join(names, ",")
}
