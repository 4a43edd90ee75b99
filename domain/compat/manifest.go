package compat

import (
	"fmt"
	"slices"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// Manifests lists the changes from one manifest to another: those of the
// plugin, of each old tool in its order, and the new tools.
func Manifests(before, after domain.Manifest) []Change {
	var changes []Change
	if before.Plugin != after.Plugin {
		changes = append(changes, Change{Pointer: "/plugin", Kind: Replaced, Breaking: true, Message: "the plugin was " + before.Plugin + " and is " + after.Plugin})
	}
	for _, old := range before.Tools {
		now, found := named(after, old.Name)
		if !found {
			changes = append(changes, Change{Tool: old.Name, Kind: Removed, Breaking: true, Message: "the tool is gone"})
			continue
		}
		changes = append(changes, tools(old, now)...)
	}
	for _, now := range after.Tools {
		if _, found := named(before, now.Name); !found {
			changes = append(changes, Change{Tool: now.Name, Kind: Added, Message: "the tool is new"})
		}
	}
	return changes
}

func named(m domain.Manifest, name string) (domain.ToolDescriptor, bool) {
	at := slices.IndexFunc(m.Tools, func(t domain.ToolDescriptor) bool { return t.Name == name })
	if at < 0 {
		return domain.ToolDescriptor{}, false
	}
	return m.Tools[at], true
}

func tools(before, after domain.ToolDescriptor) []Change {
	changes := slices.Concat(
		effect(before, after),
		request(before, after),
		// A caller that sends what was allowed must still be understood.
		values("/inputSchema", schemas(before.Input, after.Input), func(d difference) bool { return d.narrows }),
		// A caller that reads what was promised must not be surprised.
		values("/outputSchema", schemas(before.Output, after.Output), func(d difference) bool { return d.widens }),
		hints(before.Annotations, after.Annotations),
		texts(before, after),
	)
	for i := range changes {
		changes[i].Tool = before.Name
	}
	return changes
}

// effect breaks a caller if it gets worse: a gate and a question stand before
// writes, and a person may have agreed to the milder one only.
func effect(before, after domain.ToolDescriptor) []Change {
	if before.Effect == after.Effect {
		return nil
	}
	order := []domain.Effect{domain.Read, domain.Write, domain.Destructive}
	worse := slices.Index(order, after.Effect) > slices.Index(order, before.Effect)
	return []Change{{Pointer: "/effect", Kind: Effect, Breaking: worse, Message: fmt.Sprintf("the effect was %s and is %s", before.Effect, after.Effect)}}
}

// request breaks no caller, who names the tool alone, unless the answer loses
// its body.
func request(before, after domain.ToolDescriptor) []Change {
	var changes []Change
	if before.Method != after.Method {
		changes = append(changes, Change{Pointer: "/method", Kind: Request, Breaking: after.Method == "HEAD", Message: fmt.Sprintf("the method was %s and is %s", before.Method, after.Method)})
	}
	if before.Path != after.Path {
		changes = append(changes, Change{Pointer: "/path", Kind: Request, Message: "the path was " + before.Path + " and is " + after.Path})
	}
	return changes
}

func values(at fault.Pointer, found []difference, breaks func(difference) bool) []Change {
	changes := make([]Change, len(found))
	for i, d := range found {
		changes[i] = Change{Pointer: at + d.at, Kind: d.kind(), Breaking: breaks(d), Message: d.message}
	}
	return changes
}

// hints breaks a caller that repeats calls because they were idempotent. The
// two other hints follow from the effect.
func hints(before, after domain.Annotations) []Change {
	var changes []Change
	for _, h := range []struct {
		name     string
		old, now bool
		breaking bool
	}{
		{"idempotentHint", before.Idempotent, after.Idempotent, !after.Idempotent},
		{"openWorldHint", before.OpenWorld, after.OpenWorld, false},
	} {
		if h.old != h.now {
			changes = append(changes, Change{Pointer: "/annotations" + fault.Pointer("").Member(h.name), Kind: Hint, Breaking: h.breaking, Message: fmt.Sprintf("the hint was %t and is %t", h.old, h.now)})
		}
	}
	return changes
}

func texts(before, after domain.ToolDescriptor) []Change {
	var changes []Change
	for _, text := range []struct{ name, old, now string }{
		{"title", before.Title, after.Title}, {"description", before.Description, after.Description},
	} {
		if text.old != text.now {
			changes = append(changes, Change{Pointer: fault.Pointer("").Member(text.name), Kind: Text, Message: "the " + text.name + " is another"})
		}
	}
	return changes
}
