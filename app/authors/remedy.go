package authors

import "mcpbridge/domain/fault"

// Remedy is what an author does about a broken rule of a document.
func Remedy(rule fault.Rule) string { return remedies()[rule] }

func remedies() map[fault.Rule]string {
	return map[fault.Rule]string{
		fault.JSONSyntax:        "Write JSON as RFC 8259 has it: no comments, no trailing commas, no NaN, no byte order mark.",
		fault.JSONUTF8:          "Save the file as UTF-8.",
		fault.JSONDuplicateName: "Remove one of the two members.",
		fault.JSONTrailing:      "Remove whatever follows the document.",
		fault.JSONTooLarge:      "Shorten descriptions and schemas, or split the plugin.",
		fault.JSONTooDeep:       "Flatten the document.",
		fault.JSONTooManyNodes:  "Use fewer tools or smaller schemas.",
		fault.NumberTooLong:     "Write the number with fewer digits.",
		fault.NumberRange:       "Write the number within the range of binary64.",

		fault.MemberMissing: "Add the member.",
		fault.MemberUnknown: "Remove the member, or correct its name.",
		fault.MemberType:    "Give the member a value of the expected type.",
		fault.Version:       `Write "schema_version": "1".`,
		fault.NamePlugin:    "Use the plugin's slug: lower-case letters, digits, - and _, at most 64.",
		fault.NameTool:      "Use lower-case letters, digits and _, beginning with a letter, at most 64.",
		fault.NameDuplicate: "Give each tool of the manifest a name of its own.",
		fault.PluginOther:   "Name the plugin below whose root the manifest is served.",
		fault.TextLength:    "Write a title of 1 to 200 and a description of 1 to 2000 characters.",
		fault.ToolCount:     "Offer 1 to 64 tools.",
		fault.MethodUnknown: "Use GET, HEAD, POST, PUT, PATCH or DELETE, in capitals.",
		fault.EffectUnknown: "Use read, write or destructive.",
		fault.EffectMethod:  "Declare read for GET and HEAD, destructive for DELETE, and write or destructive for the others.",
		fault.Hints:         "Let readOnlyHint be true exactly for read, destructiveHint exactly for destructive; --fix does it.",
		fault.PathForm:      "Use a fixed path below the plugin's root that ends in a slash, such as reports/run/; --fix adds a missing slash.",
		fault.LinkForm:      "Use a plain path or URL that ends in a slash, without query, fragment, percent sign or user.",
		fault.LinkOrigin:    "Build the link from the request, or as a path alone.",
		fault.LinkTarget:    "Link to mcp/ directly below the plugin's API root.",

		fault.SchemaKeyword:     "Use the keywords of the contract only; say the rest in the description and check it in the serializer.",
		fault.SchemaValue:       "Give the keyword a value as JSON Schema 2020-12 defines it.",
		fault.SchemaFormat:      `Remove the format, or use "date-time".`,
		fault.SchemaUnique:      "Give items exactly one scalar type, or remove uniqueItems.",
		fault.SchemaInput:       `Write "type": "object" and "additionalProperties": false; --fix adds a missing additionalProperties.`,
		fault.SchemaQuery:       "Use scalars, or arrays of scalars, or make it a POST.",
		fault.SchemaTooLarge:    "Shorten the schema to 64 KiB.",
		fault.SchemaTooDeep:     "Nest the schema at most 16 deep.",
		fault.SchemaTooManyNode: "Use at most 2048 values in the schema.",
	}
}
