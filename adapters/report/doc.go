// Package report writes what the use cases found: as text for a person, as JSON
// for a program, and in the formats that CI systems collect (SARIF, JUnit,
// HTML). Foreign texts lose whatever could move a terminal's cursor.
package report
