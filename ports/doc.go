// Package ports holds the interfaces between the use cases and the world, each
// with its contract: who calls it, what it returns, whether it may be called
// from several goroutines at once, and the few types that only they speak of. All
// other data that passes through is domain's. (Driving adapters, which call the
// use cases, need no interface here.)
package ports

//go:generate go tool moq -rm -out portsmock/fetcher_moq.go -pkg portsmock . Fetcher
//go:generate go tool moq -rm -out portsmock/validator_moq.go -pkg portsmock . SchemaValidator
//go:generate go tool moq -rm -out portsmock/source_moq.go -pkg portsmock . ToolSource
//go:generate go tool moq -rm -out portsmock/gate_moq.go -pkg portsmock . MutationGate
//go:generate go tool moq -rm -out portsmock/approver_moq.go -pkg portsmock . Approver
//go:generate go tool moq -rm -out portsmock/nonces_moq.go -pkg portsmock . Nonces
//go:generate go tool moq -rm -out portsmock/journal_moq.go -pkg portsmock . Journal JournalReader JournalMonitor Ledger
//go:generate go tool moq -rm -out portsmock/observer_moq.go -pkg portsmock . Observer
//go:generate go tool moq -rm -out portsmock/clock_moq.go -pkg portsmock . Clock
//go:generate go tool moq -rm -out portsmock/redactor_moq.go -pkg portsmock . Redactor
//go:generate go tool moq -rm -out portsmock/prober_moq.go -pkg portsmock . Prober
