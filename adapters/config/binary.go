package config

// Binary is a program that has settings; in the table, a set of programs.
type Binary uint8

// The programs that have settings.
const (
	Stdio Binary = 1 << iota // speaks MCP over standard input and output
	HTTP                     // speaks MCP over HTTP

	both = Stdio | HTTP
)

// String is the name of the program.
func (b Binary) String() string {
	if b == HTTP {
		return "mcp-bridge-http"
	}
	return "mcp-bridge-stdio"
}
