module mcpbridge

go 1.26.5

require github.com/go-json-experiment/json v0.0.0-20260623181947-01eb4420fa68

require (
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/google/subcommands v1.2.0 // indirect
	github.com/google/wire v0.7.0 // indirect
	github.com/matryer/moq v0.8.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)

tool (
	github.com/google/wire/cmd/wire
	github.com/matryer/moq
)
