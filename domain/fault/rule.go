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
