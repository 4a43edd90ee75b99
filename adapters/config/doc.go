// Package config turns flags, environment variables and the profile file into
// one [Settings] value, or into a line for each of them that is wrong.
//
// Everything is said once, in the table of settings: the flags, the reading of
// the environment and the profile, the help and docs/settings.md come from it.
// The order of precedence is flag, environment, profile, default.
package config
