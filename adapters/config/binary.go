package config

// Binary is a program that has settings; in the table, a set of programs.
type Binary uint8

// The programs that have settings.
const (
	Stdio  Binary = 1 << iota // speaks MCP over standard input and output
	HTTP                      // speaks MCP over HTTP
	CLI                       // the command of operators and plugin authors
	Ledger                    // its part that looks after a journal and reaches no NetBox

	both  = Stdio | HTTP
	every = both | CLI
)

// String is the name of the program.
func (b Binary) String() string {
	switch b {
	case HTTP:
		return "mcp-bridge-http"
	case CLI, Ledger:
		return "mcp-bridge"
	default:
		return "mcp-bridge-stdio"
	}
}
