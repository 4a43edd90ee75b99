package domain

import (
	"time"

	"mcpbridge/domain/strictjson"
)

// SchemaVersion is the version of advertisements and manifests (contract
// section 3) and of the plugin_list_tools result.
const SchemaVersion = "1"

// The limits of the contract (section 2). Every one is inclusive: exactly N
// passes, N+1 fails. Those of numbers, schemas and faults stand with their
// rules: strictjson.MaxNumberChars, schema.MaxBytes, fault.MaxText.
const (
	MaxTitleChars       = 200
	MaxDescriptionChars = 2000
	MaxLinkChars        = 2048
	MinPathChars        = 2
	MaxPathChars        = 1024
	MaxTools            = 64 // in one manifest

	MaxScanRoots    = 128
	MaxScanTools    = 512
	MaxScanRequests = 257
	MaxScanBytes    = 2 << 20 // of all bodies, decompressed, error bodies included
	MaxScanTime     = 30 * time.Second

	MaxRootBytes     = 1 << 20
	MaxManifestBytes = 256 << 10
	MaxTargetBytes   = 256 << 10

	MaxArgumentMembers = 500
	MaxHeaders         = 100
	MaxTokenChars      = 8192
	MaxExcerptChars    = 2000 // of an answer shown with an unknown outcome

	MaxShownHeader    = 200  // characters, to a person who is asked
	MaxShownArguments = 2000 // the same

	DefaultConcurrency = 8
	MaxConcurrency     = 32
)

// RootBounds are the bounds of the plugin listing and of a plugin's root.
func RootBounds() strictjson.Bounds {
	return strictjson.Bounds{Bytes: MaxRootBytes, Depth: 24, Nodes: 12000}
}

// ManifestBounds are the bounds of a manifest.
func ManifestBounds() strictjson.Bounds {
	return strictjson.Bounds{Bytes: MaxManifestBytes, Depth: 24, Nodes: 12000}
}

// TargetBounds are the bounds of arguments and of a target's body.
func TargetBounds() strictjson.Bounds {
	return strictjson.Bounds{Bytes: MaxTargetBytes, Depth: 32, Nodes: 10000}
}
