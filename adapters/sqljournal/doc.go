// Package sqljournal keeps the journal in a SQL database: a SQLite file for one
// machine, or PostgreSQL for several replicas that share it. Both run the same
// statements; what differs is in sqlite.go and postgres.go.
//
// A write is recorded in two transactions, its intent before it is dispatched
// and its conclusion after it. Everything else goes through a bounded queue.
// Each process holds a lock from its first write to its end, so that others can
// tell a write under way from one whose process has died. A [Ledger] is no such
// process: it reads, settles and drops entries.
package sqljournal
