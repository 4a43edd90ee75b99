package fault

// Code is the stable name of a kind of fault. docs/errors.md lists them all.
type Code string

// Every code of the product. A code is never reused for another meaning.
const (
	RequestInvalid  Code = "request_invalid"
	TokenInvalid    Code = "token_invalid"
	SourceRedirect  Code = "source_redirected"
	SourceStatus    Code = "source_status"
	SourceUnusable  Code = "source_unusable"
	SourceDown      Code = "source_unreachable"
	SourceTimeout   Code = "source_timeout"
	BodyTooLarge    Code = "body_too_large"
	EncodingUnknown Code = "encoding_unsupported"

	ScanRoots    Code = "scan_too_many_roots"
	ScanRequests Code = "scan_too_many_requests"
	ScanBytes    Code = "scan_too_many_bytes"
	ScanTools    Code = "scan_too_many_tools"
	ScanTime     Code = "scan_out_of_time"

	RootLinkInvalid      Code = "root_link_invalid"
	RootDuplicate        Code = "root_duplicate"
	PluginNotListed      Code = "plugin_not_listed"
	PluginNotAdvertising Code = "plugin_not_advertising"
	AdvertisementInvalid Code = "advertisement_invalid"
	ManifestInvalid      Code = "manifest_invalid"

	ToolUnknown      Code = "tool_unknown"
	ArgumentsInvalid Code = "arguments_invalid"
	GateClosed       Code = "gate_closed"
	ScopeMissing     Code = "scope_missing"
	HeaderInvalid    Code = "header_invalid"
	ApprovalRefused  Code = "approval_refused"
	ApprovalMissing  Code = "approval_unavailable"
	JournalDown      Code = "journal_unavailable"
	UnknownUnsettled Code = "unknown_unsettled"
	JournalMissing   Code = "journal_missing"
	JournalUnusable  Code = "journal_unusable"
	EntryUnknown     Code = "entry_unknown"
	EntryClosed      Code = "entry_not_unsettled"

	DispatchNotSent     Code = "dispatch_not_sent"
	DispatchInterrupted Code = "dispatch_interrupted"
	DispatchCrashed     Code = "dispatch_crashed"
	ResponseRedirected  Code = "response_redirected"
	ResponseUnreadable  Code = "response_unreadable"
	ResponseStatus      Code = "response_status"
	ResponseInvalid     Code = "response_invalid"

	Cancelled Code = "cancelled"
	Internal  Code = "internal"
)

// Entry is what the documentation and every caller can know of a code.
type Entry struct {
	Code    Code
	Stage   Stage
	Meaning string
	Next    string
}

// Codes is the table of all codes, in the order of the stages.
func Codes() []Entry {
	return []Entry{
		{RequestInvalid, StageRequest, "The arguments of the MCP tool itself are malformed.", "Correct the named member and call again."},
		{TokenInvalid, StageRequest, "The token argument is too long, holds a control character or is not taken by this server.", "Pass a token as the source of truth issued it, or none."},
		{Cancelled, StageRequest, "The client cancelled before anything was sent.", "Call again when you want the result."},
		{Internal, StageRequest, "The bridge met a fault of its own.", "Report it with the request; the operator's log has the details."},

		{SourceRedirect, StageDiscovery, "A discovery request was answered with a redirect, which is never followed.", "Ask the operator to configure the final URL."},
		{SourceStatus, StageDiscovery, "A discovery request was answered with an error status.", "401 and 403 mean the credential lacks the right; otherwise ask the operator."},
		{SourceUnusable, StageDiscovery, "A discovery document is not strict JSON of the expected form.", "Ask the operator to check the URL and what answers there."},
		{SourceDown, StageDiscovery, "The source of truth could not be reached.", "Retry later; ask the operator to check the URL, the network and TLS."},
		{SourceTimeout, StageDiscovery, "The source of truth did not answer in time.", "Retry later; if all plugins were asked, select one."},
		{BodyTooLarge, StageDiscovery, "A discovery document is larger than its limit.", "Ask the plugin's author to shrink it."},
		{EncodingUnknown, StageDiscovery, "A discovery document has a Content-Encoding that the bridge does not read.", "Ask the operator to send gzip, deflate or identity."},
		{ScanRoots, StageDiscovery, "More plugins are listed than one scan accepts.", "Ask the operator to remove plugins."},
		{ScanRequests, StageDiscovery, "The scan needs more requests than it may make.", "Select one plugin."},
		{ScanBytes, StageDiscovery, "The discovery documents together are larger than one scan accepts.", "Select one plugin."},
		{ScanTools, StageDiscovery, "More tools are advertised than one scan accepts.", "Select one plugin."},
		{ScanTime, StageDiscovery, "The scan did not end within its time.", "Select one plugin, or retry later."},
		{RootLinkInvalid, StageDiscovery, "A plugin's link breaks the rules or leads to another origin.", "Ask the operator to mend the proxy's headers or the URL settings."},
		{RootDuplicate, StageDiscovery, "Two entries of the plugin listing lead to the same plugin.", "Ask the operator to remove one of the two."},
		{PluginNotListed, StageDiscovery, "The source of truth does not list that plugin.", "List the tools to see which plugins there are."},
		{PluginNotAdvertising, StageDiscovery, "The plugin is installed but does not advertise the bridge.", "Use another plugin, or ask its author for a manifest."},
		{AdvertisementInvalid, StageDiscovery, "The plugin's advertisement breaks the contract.", "Report the findings to the plugin's author."},
		{ManifestInvalid, StageDiscovery, "The plugin's manifest breaks the contract.", "Report the findings to the plugin's author."},

		{ToolUnknown, StageFind, "The plugin has no tool of that name.", "Choose one of the named tools, or list them."},
		{ArgumentsInvalid, StageArguments, "The arguments do not match the tool's inputSchema.", "Correct the named arguments and call again."},
		{GateClosed, StageGate, "Writes are switched off.", "Use dry_run to preview; only the operator can open the gate."},
		{ScopeMissing, StageGate, "The caller was not granted the right to write.", "Use dry_run to preview; ask for an access token with the scope that the message names."},
		{HeaderInvalid, StageHeaders, "A header argument is malformed or not allowed.", "Correct or drop the header and call again."},
		{ApprovalRefused, StageApproval, "The write was not approved.", "Do not repeat it unless the person asks for it."},
		{ApprovalMissing, StageApproval, "The operator demands a person's approval, and this client cannot ask one.", "Use a client that declares MCP elicitation, or ask the operator."},
		{JournalDown, StageJournal, "The intent could not be recorded, so nothing was sent.", "Ask the operator to check the journal; the call can be repeated then."},
		{UnknownUnsettled, StageJournal, "An identical write ended as unknown and nobody has settled it, so this one was not sent.", "Look at the source of truth. To repeat the write knowingly, pass acknowledge_unknown with the journal_id of the earlier one."},
		{JournalMissing, StageJournal, "There is no journal where the operator's command looks for one.", "Give BRIDGE_JOURNAL or --journal the value that the bridge runs with; the bridge makes the journal when it starts."},
		{JournalUnusable, StageJournal, "The journal cannot be opened or used.", "Check that the place is right, that its database answers, and that this user may use it; the command must have the bridge's version."},
		{EntryUnknown, StageJournal, "The journal has no entry of that id.", "Find the id with mcp-bridge journal list."},
		{EntryClosed, StageJournal, "The entry is no unknown write that waits for an operator's word.", "Look at it with mcp-bridge journal show."},
		{DispatchNotSent, StageDispatch, "The request did not leave the bridge.", "Retry when the source of truth can be reached."},
		{DispatchInterrupted, StageDispatch, "The exchange broke off after the request may have been sent.", "Call a read again. After a write, look at the source of truth before doing anything else."},
		{DispatchCrashed, StageDispatch, "The bridge ended before it had recorded what became of the write.", "Look at the source of truth before doing anything else."},
		{ResponseRedirected, StageResponse, "The answer was a redirect, which is never followed.", "For a write: look first. Report it to the plugin's author."},
		{ResponseUnreadable, StageResponse, "The answer could not be read whole or is not strict JSON.", "For a write: look first. Report it to the plugin's author."},
		{ResponseStatus, StageResponse, "A write was answered with a status other than success.", "Look at the source of truth and at the excerpt; then decide."},
		{ResponseInvalid, StageResponse, "The answer does not match the tool's outputSchema.", "For a write: look first. Report it to the plugin's author."},
	}
}

// Entry returns the table's entry of the code; an unknown code has an empty one.
func (c Code) Entry() Entry {
	for _, entry := range Codes() {
		if entry.Code == c {
			return entry
		}
	}
	return Entry{Code: c}
}
