// Package ledger is what an operator does with the journal: look for entries,
// take them all along, settle what is unknown, and drop what is old.
package ledger
