package vectors

import (
	"encoding/json"
	"errors"
	"fmt"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// Answer is what the domain says of an input: an output, or findings.
type Answer struct {
	Output   any
	Findings fault.Findings
}

// Operation runs one kind of input. Its error means that the vector itself is
// malformed.
type Operation func(input json.RawMessage) (Answer, error)

// Operations is the table of all kinds of input, by name.
func Operations() map[string]Operation {
	return map[string]Operation{
		"json.parse":     on(parseJSON),
		"json.equal":     on(equalJSON),
		"date-time":      on(holds(schema.IsDateTime, fault.FormatInvalid)),
		"plugin-name":    on(holds(domain.IsPluginName, fault.NamePlugin)),
		"tool-name":      on(holds(domain.IsToolName, fault.NameTool)),
		"tool-path":      on(holds(domain.IsToolPath, fault.PathForm)),
		"origin":         on(parseOrigin),
		"base":           on(parseBase),
		"root-link":      on(rootLink),
		"manifest-link":  on(manifestLink),
		"advertisement":  on(advertisement),
		"manifest":       on(manifest),
		"schema":         on(parseSchema),
		"integer":        on(checkIntegers),
		"arguments":      on(parseArguments),
		"request":        on(newRequest),
		"headers":        on(parseHeaders),
		"answer-headers": on(answerHeaders),
		"token":          on(parseToken),
		"authorization":  on(authorization),
		"outcome":        on(judge),
	}
}

// on decodes the input of an operation.
func on[In any](run func(In) (any, error)) Operation {
	return func(input json.RawMessage) (Answer, error) {
		var in In
		if err := json.Unmarshal(input, &in); err != nil {
			return Answer{}, fmt.Errorf("decode the input: %w", err)
		}
		output, err := run(in)
		if findings, ok := errors.AsType[fault.Findings](err); ok {
			return Answer{Findings: findings}, nil
		}
		if f, ok := errors.AsType[*fault.Fault](err); ok {
			return Answer{Findings: f.Findings}, nil
		}
		return Answer{Output: output}, err
	}
}

func holds(rule func(string) bool, name fault.Rule) func(Text) (any, error) {
	return func(text Text) (any, error) {
		if !rule(string(text)) {
			return nil, fault.Findings{fault.Find("", name, "the rule does not hold")}
		}
		return nil, nil
	}
}

// boundsOf are the bounds of a kind of document.
func boundsOf(kind string) strictjson.Bounds {
	switch kind {
	case "root":
		return domain.RootBounds()
	case "manifest":
		return domain.ManifestBounds()
	default:
		return domain.TargetBounds()
	}
}

func parseJSON(in struct {
	Text Text
	Kind string
}) (any, error) {
	v, err := strictjson.Parse([]byte(in.Text), boundsOf(in.Kind))
	return v.Text(), err
}

func equalJSON(in struct{ A, B Text }) (any, error) {
	a, errA := strictjson.Parse([]byte(in.A), domain.TargetBounds())
	b, errB := strictjson.Parse([]byte(in.B), domain.TargetBounds())
	return a.Canonical() == b.Canonical(), errors.Join(errA, errB)
}

func parseOrigin(text Text) (any, error) {
	origin, err := netbox.ParseOrigin(string(text))
	return origin.String(), err
}

func parseBase(in linkInput) (any, error) {
	base, err := in.base()
	return base.Origin.String() + base.Path, err
}

// linkInput is a link together with the configuration it is checked against.
type linkInput struct {
	Base    string
	Trusted []string
	Link    Text
	Plugin  string
}

func (in linkInput) base() (netbox.Base, error) { return netbox.ParseBase(in.Base, in.Trusted) }

func rootLink(in linkInput) (any, error) {
	base, err := in.base()
	if err != nil {
		return nil, fmt.Errorf("the vector's base: %w", err)
	}
	plugin, err := base.PluginOfRoot(string(in.Link))
	return plugin, err
}

func manifestLink(in linkInput) (any, error) {
	base, err := in.base()
	if err != nil {
		return nil, fmt.Errorf("the vector's base: %w", err)
	}
	return nil, base.CheckManifestLink(string(in.Link), in.Plugin)
}

// document is a JSON document that a vector holds as a value or as text.
type document struct {
	Document json.RawMessage
	Text     Text
}

func (d document) parse(bounds strictjson.Bounds) (strictjson.Value, error) {
	if d.Document != nil {
		return strictjson.Parse(d.Document, bounds)
	}
	return strictjson.Parse([]byte(d.Text), bounds)
}

func advertisement(in document) (any, error) {
	root, err := in.parse(domain.RootBounds())
	if err != nil {
		return nil, err
	}
	offer, takesPart, err := domain.ParseAdvertisement(root)
	return map[string]any{"takesPart": takesPart, "manifest": offer.Manifest}, err
}

func manifest(in struct {
	document
	Plugin string
}) (any, error) {
	v, err := in.parse(domain.ManifestBounds())
	if err != nil {
		return nil, err
	}
	parsed, err := domain.ParseManifest(v, in.Plugin)
	names := []string{}
	for _, tool := range parsed.Tools {
		names = append(names, parsed.Plugin+"."+tool.Name+" "+string(tool.Method)+" "+netbox.ToolPath(parsed.Plugin, tool))
	}
	return names, err
}

func parseSchema(in struct {
	document
	Role string
}) (any, error) {
	v, err := in.parse(strictjson.Bounds{Bytes: 1 << 20, Depth: 1000, Nodes: 100_000})
	if err != nil {
		return nil, err
	}
	roles := map[string]schema.Role{"output": schema.Output, "body": schema.BodyInput, "query": schema.QueryInput}
	role, ok := roles[in.Role]
	if !ok {
		return nil, fmt.Errorf("there is no role %q", in.Role)
	}
	parsed, err := schema.Parse(v, role)
	return json.RawMessage(parsed.Raw()), err
}

func checkIntegers(in struct{ Schema, Instance json.RawMessage }) (any, error) {
	s, errS := strictjson.Parse(in.Schema, domain.ManifestBounds())
	v, errV := strictjson.Parse(in.Instance, domain.TargetBounds())
	parsed, err := schema.Parse(s, schema.Output)
	if err := errors.Join(errS, errV, err); err != nil {
		return nil, fmt.Errorf("the vector's schema or instance: %w", err)
	}
	return nil, parsed.CheckIntegers(v).Err()
}

func parseArguments(in document) (any, error) {
	if in.Document != nil {
		in.Text = Text(in.Document)
	}
	v, err := domain.ParseArguments([]byte(in.Text))
	return json.RawMessage(v.Raw()), err
}

func newRequest(in struct {
	Method    string
	Path      string
	Arguments Text
}) (any, error) {
	arguments, err := domain.ParseArguments([]byte(in.Arguments))
	if err != nil {
		return nil, err
	}
	tool := domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: domain.Method(in.Method)}, RequestPath: in.Path}
	target := domain.NewTarget(tool, arguments)
	return map[string]string{"method": string(target.Method), "path": target.Path, "query": target.Query, "body": string(target.Body)}, nil
}

func parseHeaders(lines []Text) (any, error) {
	var texts []string
	for _, line := range lines {
		texts = append(texts, string(line))
	}
	headers, err := domain.ParseHeaders(texts)
	return pairs(headers), err
}

func answerHeaders(in [][2]string) (any, error) {
	var all []domain.Header
	for _, h := range in {
		all = append(all, domain.Header{Name: h[0], Value: h[1]})
	}
	return pairs(domain.AnswerHeaders(all)), nil
}

func pairs(headers []domain.Header) [][2]string {
	all := [][2]string{}
	for _, h := range headers {
		all = append(all, [2]string{h.Name, h.Value})
	}
	return all
}

func parseToken(text Text) (any, error) {
	token, err := domain.ParseToken(string(text))
	return !token.IsZero(), err
}

func authorization(text Text) (any, error) {
	token, err := domain.ParseToken(string(text))
	return netbox.Authorization(token).Reveal(), err
}

func judge(in struct {
	Method, Effect string
	Reach          string
	Status         int
	Body           Text
	BreaksOff      string // why reading the answer ended early, a fault code
	Output         string // "holds" or "breaks" the outputSchema; "" without one
}) (any, error) {
	reach := map[string]domain.Reach{"not sent": domain.NotSent, "sent": domain.Sent, "answered": domain.Answered}
	exchange := domain.Exchange{Reach: reach[in.Reach], Status: in.Status, Body: []byte(in.Body)}
	if in.BreaksOff != "" {
		exchange.Fault = fault.New(fault.Code(in.BreaksOff), "it broke off")
	}
	tool := domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: domain.Method(in.Method), Effect: domain.Effect(in.Effect)}}
	if in.Output != "" {
		anything, err := strictjson.Parse([]byte("true"), domain.ManifestBounds())
		if err != nil {
			return nil, err
		}
		if tool.Output, err = schema.Parse(anything, schema.Output); err != nil {
			return nil, err
		}
	}
	judgement := domain.Judge(tool, exchange, func(strictjson.Value) error {
		if in.Output == "breaks" {
			return fault.Findings{fault.Find("", "type", "it does not match")}
		}
		return nil
	})
	code := ""
	if judgement.Fault != nil {
		code = string(judgement.Fault.Code)
	}
	return map[string]string{"outcome": string(judgement.Outcome), "code": code, "body": string(judgement.Body.Raw()), "retry": judgement.Outcome.Retry()}, nil
}
