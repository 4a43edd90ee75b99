package mcpserver

import (
	"slices"
	"strings"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// requestBounds admit more than the largest arguments of the contract together
// with a token and the headers, so that what is a little too much for arguments
// is refused as arguments: their own limits are checked by the use case.
func requestBounds() strictjson.Bounds {
	target := domain.TargetBounds()
	return strictjson.Bounds{Bytes: 2 * target.Bytes, Depth: 2 * target.Depth, Nodes: 2 * target.Nodes}
}

// members are the arguments of one of the two tools, read one by one. The
// first fault of each member is kept.
type members struct {
	object   strictjson.Value
	findings fault.Findings
}

// readMembers reads the raw arguments as an object with only these members.
// No arguments, and null, are an empty object.
func readMembers(raw []byte, known ...string) *members {
	m := &members{}
	if len(raw) == 0 || string(raw) == "null" {
		raw = []byte("{}")
	}
	object, err := strictjson.Parse(raw, requestBounds())
	if err != nil {
		m.findings = fault.Wrap(fault.RequestInvalid, err).Findings
		return m
	}
	if !object.Is(strictjson.Object) {
		m.refuse("", fault.MemberType, "expected an object, not "+object.Kind().String())
		return m
	}
	for _, member := range object.Members() {
		if !slices.Contains(known, member.Name) {
			m.refuse(member.Name, fault.MemberUnknown, "unknown member; the members are "+strings.Join(known, ", "))
		}
	}
	m.object = object
	return m
}

func (m *members) refuse(name string, rule fault.Rule, message string) {
	at := fault.Pointer("")
	if name != "" {
		at = at.Member(name)
	}
	m.findings = append(m.findings, fault.Find(at, rule, "%s", message))
}

// get returns a member of that kind, or an Absent value; null counts as absent.
func (m *members) get(name string, kind strictjson.Kind) strictjson.Value {
	v := m.object.Get(name)
	if v.Is(kind) {
		return v
	}
	if !v.Is(strictjson.Absent) && !v.Is(strictjson.Null) {
		m.refuse(name, fault.MemberType, "expected "+kind.String()+", not "+v.Kind().String())
	}
	return strictjson.Value{}
}

func (m *members) text(name string) string {
	return m.get(name, strictjson.String).Text()
}

// required returns a string member that must not be missing, null or empty.
func (m *members) required(name string) string {
	faults := len(m.findings)
	text := m.text(name)
	if text == "" && len(m.findings) == faults && m.object.Is(strictjson.Object) {
		m.refuse(name, fault.MemberMissing, "the member is missing or empty")
	}
	return text
}

func (m *members) truth(name string) bool {
	return m.get(name, strictjson.Bool).Truth()
}

func (m *members) texts(name string) []string {
	items := m.get(name, strictjson.Array).Items()
	texts := make([]string, len(items))
	for i, item := range items {
		if !item.Is(strictjson.String) {
			m.refuse(name, fault.MemberType, "expected an array of strings")
			return nil
		}
		texts[i] = item.Text()
	}
	return texts
}

// err is the fault of everything that was read, nil if all held.
func (m *members) err() error {
	if err := m.findings.Err(); err != nil {
		return fault.Wrap(fault.RequestInvalid, err)
	}
	return nil
}

// listRequest is what plugin_list_tools was asked.
type listRequest struct {
	plugin string
	token  domain.Secret
}

func readListRequest(raw []byte) (listRequest, error) {
	m := readMembers(raw, "plugin", "token")
	plugin, token := m.text("plugin"), m.text("token")
	if err := m.err(); err != nil {
		return listRequest{}, err
	}
	secret, err := domain.ParseToken(token)
	return listRequest{plugin: plugin, token: secret}, err
}

func readCallRequest(raw []byte) (app.CallRequest, error) {
	m := readMembers(raw, "plugin", "tool", "arguments", "dry_run", "header", "token", "acknowledge_unknown")
	request := app.CallRequest{
		Plugin:  m.required("plugin"),
		Tool:    m.required("tool"),
		DryRun:  m.truth("dry_run"),
		Headers: m.texts("header"),

		Acknowledge: m.text("acknowledge_unknown"),
	}
	if arguments := m.object.Get("arguments"); !arguments.Is(strictjson.Null) {
		request.Arguments = arguments.Raw()
	}
	token := m.text("token")
	if err := m.err(); err != nil {
		return request, err
	}
	var err error
	request.Access.Token, err = domain.ParseToken(token)
	return request, err
}
