package report

import (
	"io"
	"net/url"
	"slices"

	"mcpbridge/app/authors"
	"mcpbridge/domain/fault"
)

// SARIF 2.1.0 (OASIS), as far as it is needed.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
		Properties sarifOmitted  `json:"properties,omitzero"`
	}
	sarifOmitted struct {
		Omitted int `json:"omitted"` // more results
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
		Help  sarifText `json:"help"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
)

// ReviewsSARIF writes findings for code scanning; version is the program's.
func ReviewsSARIF(out io.Writer, version string, reviews []authors.Review) error {
	rules := documentRules()
	results := []sarifResult{}
	omitted := 0
	for _, review := range reviews {
		omitted += review.Omitted
		for _, f := range review.Findings {
			results = append(results, sarifOf(review.Name, f, rules))
		}
	}
	return JSON(out, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:       sarifTool{sarifDriver{Name: "mcp-bridge", Version: version, Rules: rules}},
			ColumnKind: "unicodeCodePoints",
			Results:    results,
			Properties: sarifOmitted{omitted},
		}},
	})
}

// documentRules are the rules that a document can break.
func documentRules() []sarifRule {
	var rules []sarifRule
	for _, r := range fault.Rules() {
		if remedy := authors.Remedy(r.Rule); remedy != "" {
			rules = append(rules, sarifRule{ID: string(r.Rule), Short: sarifText{r.Meaning}, Help: sarifText{remedy}})
		}
	}
	return rules
}

func sarifOf(name string, f authors.Finding, rules []sarifRule) sarifResult {
	return sarifResult{
		RuleID:    string(f.Rule),
		RuleIndex: slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == string(f.Rule) }),
		Level:     "error",
		Message:   sarifText{f.Message},
		Locations: []sarifLocation{{
			Physical: sarifPhysical{sarifArtifact{(&url.URL{Path: name}).EscapedPath()}, sarifRegion{f.Line, f.Column}},
			Logical:  []sarifLogical{{Name: string(f.Pointer), Kind: "member"}},
		}},
	}
}
