// Package schema holds the JSON Schema subset of the contract (section 4):
// Draft 2020-12 with few keywords, no references, no patterns, no combinators,
// and its own rules for integers and date-times (section 5). A [Schema] exists
// only once it was checked, so whoever holds one need not distrust its form.
package schema
