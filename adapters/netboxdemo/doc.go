// Package netboxdemo is a small NetBox with five plugins, in process: what a
// newcomer sees with --demo, what the self-test calls, and what tests drive.
//
// Three plugins advertise the bridge, one does not and one has a manifest that
// is refused. State is real within the process: what a tool reserves, the next
// one finds. The views answer as a NetBox does, down to its faults' form, and
// check every request by themselves as a plugin must; nothing here relies on
// the bridge. The files in manifests are made to be copied by plugin authors.
package netboxdemo
