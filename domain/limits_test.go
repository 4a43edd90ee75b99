package domain_test

import (
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// The figures of the contract's section 2, written down a second time.
func TestLimits(t *testing.T) {
	for name, limit := range map[string]struct{ got, want int }{
		"title":                {domain.MaxTitleChars, 200},
		"description":          {domain.MaxDescriptionChars, 2000},
		"link":                 {domain.MaxLinkChars, 2048},
		"shortest path":        {domain.MinPathChars, 2},
		"path":                 {domain.MaxPathChars, 1024},
		"tools of a manifest":  {domain.MaxTools, 64},
		"roots of a scan":      {domain.MaxScanRoots, 128},
		"tools of a scan":      {domain.MaxScanTools, 512},
		"requests of a scan":   {domain.MaxScanRequests, 257},
		"bytes of a scan":      {domain.MaxScanBytes, 2097152},
		"bytes of a root":      {domain.MaxRootBytes, 1048576},
		"bytes of a manifest":  {domain.MaxManifestBytes, 262144},
		"bytes of a target":    {domain.MaxTargetBytes, 262144},
		"arguments":            {domain.MaxArgumentMembers, 500},
		"headers":              {domain.MaxHeaders, 100},
		"token":                {domain.MaxTokenChars, 8192},
		"excerpt":              {domain.MaxExcerptChars, 2000},
		"concurrency":          {domain.DefaultConcurrency, 8},
		"most concurrency":     {domain.MaxConcurrency, 32},
		"number token":         {strictjson.MaxNumberChars, 1024},
		"exponent":             {strictjson.MaxExponent, 400},
		"bytes of a schema":    {schema.MaxBytes, 65536},
		"depth of a schema":    {schema.MaxDepth, 16},
		"nodes of a schema":    {schema.MaxNodes, 2048},
		"safe integer":         {schema.MaxSafeInteger, 9007199254740991},
		"problem text":         {fault.MaxText, 2000},
		"problem name":         {fault.MaxName, 64},
		"findings":             {fault.MaxFindings, 10},
		"seconds of a scan":    {int(domain.MaxScanTime / time.Second), 30},
		"milliseconds, beyond": {int(domain.MaxScanTime % time.Second), 0},
	} {
		if limit.got != limit.want {
			t.Errorf("%s: the limit is %d, want %d", name, limit.got, limit.want)
		}
	}
	for name, bounds := range map[string]struct{ got, want strictjson.Bounds }{
		"root":     {domain.RootBounds(), strictjson.Bounds{Bytes: 1048576, Depth: 24, Nodes: 12000}},
		"manifest": {domain.ManifestBounds(), strictjson.Bounds{Bytes: 262144, Depth: 24, Nodes: 12000}},
		"target":   {domain.TargetBounds(), strictjson.Bounds{Bytes: 262144, Depth: 32, Nodes: 10000}},
	} {
		if bounds.got != bounds.want {
			t.Errorf("%s: the bounds are %+v, want %+v", name, bounds.got, bounds.want)
		}
	}
}
