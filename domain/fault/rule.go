package fault

// Rule is the stable name of a rule that a document can break. A JSON Schema
// keyword is the rule's name where an instance breaks it (minLength, type...).
type Rule string

// The rules of strict JSON (contract sections 2 and 5).
const (
	JSONSyntax        Rule = "json_syntax"
	JSONUTF8          Rule = "json_utf8"
	JSONDuplicateName Rule = "json_duplicate_name"
	JSONTrailing      Rule = "json_trailing"
	JSONTooLarge      Rule = "json_too_large"
	JSONTooDeep       Rule = "json_too_deep"
	JSONTooManyNodes  Rule = "json_too_many_nodes"
	NumberTooLong     Rule = "number_too_long"
	NumberRange       Rule = "number_out_of_range"
)

// The rules of the documents that plugins serve (contract sections 2 to 4).
const (
	MemberMissing Rule = "member_missing"
	MemberUnknown Rule = "member_unknown"
	MemberType    Rule = "member_type"
	Version       Rule = "schema_version"
	NamePlugin    Rule = "plugin_name"
	NameTool      Rule = "tool_name"
	NameDuplicate Rule = "tool_name_duplicate"
	PluginOther   Rule = "plugin_mismatch"
	TextLength    Rule = "text_length"
	ToolCount     Rule = "tool_count"
	MethodUnknown Rule = "method"
	EffectUnknown Rule = "effect"
	EffectMethod  Rule = "effect_method"
	Hints         Rule = "annotations"
	PathForm      Rule = "tool_path"
	LinkForm      Rule = "link_form"
	LinkOrigin    Rule = "link_origin"
	LinkTarget    Rule = "link_target"
)

// The rules of schemas (contract section 4).
const (
	SchemaKeyword     Rule = "schema_keyword"
	SchemaValue       Rule = "schema_value"
	SchemaFormat      Rule = "schema_format"
	SchemaUnique      Rule = "schema_unique_items"
	SchemaInput       Rule = "schema_input"
	SchemaQuery       Rule = "schema_query"
	SchemaTooLarge    Rule = "schema_too_large"
	SchemaTooDeep     Rule = "schema_too_deep"
	SchemaTooManyNode Rule = "schema_too_many_nodes"
)

// The rules of a call's own parts (contract sections 2, 5 and 6).
const (
	ArgumentCount Rule = "argument_count"
	HeaderCount   Rule = "header_count"
	HeaderForm    Rule = "header_form"
	HeaderDenied  Rule = "header_denied"
	TokenForm     Rule = "token_form"
	IntegerForm   Rule = "integer"
	FormatInvalid Rule = "format"
)

// RuleEntry is what the documentation knows of a rule.
type RuleEntry struct {
	Rule    Rule
	Meaning string
}

// Rules is the table of all rules that are not keywords of JSON Schema.
func Rules() []RuleEntry {
	return []RuleEntry{
		{JSONSyntax, "The document is not JSON as RFC 8259 has it."},
		{JSONUTF8, "The document is not UTF-8."},
		{JSONDuplicateName, "An object has the same member twice."},
		{JSONTrailing, "Something follows the JSON value."},
		{JSONTooLarge, "The document has too many bytes."},
		{JSONTooDeep, "The document is nested too deep."},
		{JSONTooManyNodes, "The document has too many values."},
		{NumberTooLong, "A number is written with too many characters."},
		{NumberRange, "A number with a fraction or an exponent is out of range."},

		{MemberMissing, "A required member is missing."},
		{MemberUnknown, "A member is not known here."},
		{MemberType, "A value is of the wrong type."},
		{Version, "The schema_version is not \"1\"."},
		{NamePlugin, "A plugin's name breaks its form."},
		{NameTool, "A tool's name breaks its form."},
		{NameDuplicate, "Two tools of a manifest have the same name."},
		{PluginOther, "A manifest names another plugin than the one that serves it."},
		{TextLength, "A text is empty or too long."},
		{ToolCount, "A manifest has no tools or too many."},
		{MethodUnknown, "The method is not one of the contract's."},
		{EffectUnknown, "The effect is not read, write or destructive."},
		{EffectMethod, "Effect and method contradict each other."},
		{Hints, "An annotation contradicts the effect."},
		{PathForm, "A tool's path breaks its form."},
		{LinkForm, "A link breaks its form."},
		{LinkOrigin, "A link leads to another origin."},
		{LinkTarget, "A link leads to another place than the contract's."},

		{SchemaKeyword, "A keyword is not in the contract's subset."},
		{SchemaValue, "A keyword has a value that the meta-schema refuses."},
		{SchemaFormat, "A format is not date-time."},
		{SchemaUnique, "uniqueItems stands without items of one scalar type."},
		{SchemaInput, "An inputSchema is not a closed object."},
		{SchemaQuery, "A property of a GET or HEAD tool cannot be written as a query."},
		{SchemaTooLarge, "A schema has too many bytes."},
		{SchemaTooDeep, "A schema is nested too deep."},
		{SchemaTooManyNode, "A schema has too many values."},

		{ArgumentCount, "A call has too many arguments."},
		{HeaderCount, "A call has too many headers."},
		{HeaderForm, "A header is not of the form Name: value."},
		{HeaderDenied, "A header is not the caller's to set."},
		{TokenForm, "A token is too long or holds a control character."},
		{IntegerForm, "An integer over 9007199254740991 is written with a fraction or an exponent."},
	}
}
