// Package strictjson reads JSON the way the contract demands (section 5):
// UTF-8, one value, no duplicate member names, no lone surrogates, nothing
// before or after the value, and every limit checked while reading. Numbers
// keep their tokens, so no integer ever passes through a float.
package strictjson
