package hostile

import (
	"crypto/tls"
	"time"

	"mcpbridge/adapters/boundedhttp"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// place is a request of a call, in the order in which they are made.
type place string

const (
	listing  place = "listing"
	root     place = "root"
	manifest place = "manifest"
	target   place = "target"
)

// The tools of the plugin that every honest answer is about.
const (
	look   = "look"   // GET
	peek   = "peek"   // HEAD
	change = "change" // POST
	erase  = "erase"  // DELETE
	count  = "count"  // GET, with an outputSchema
	settle = "settle" // POST, with the same outputSchema
)

// victim is the plugin that is called.
const victim = "victim"

// verdict is the one right end of a case.
type verdict struct {
	outcome domain.Outcome
	code    fault.Code // "" for a completed call
	status  int        // of the target's answer, 0 without one
	sent    int        // requests that reached the target
}

// refused is the verdict on a call that ended before its request left.
func refused(code fault.Code) verdict { return verdict{outcome: domain.Refused, code: code} }

// completed is the verdict on an answer of that status that can be used.
func completed(status int) verdict {
	return verdict{outcome: domain.Completed, status: status, sent: 1}
}

// failed is the verdict on a read without a usable answer.
func failed(code fault.Code, status int) verdict {
	return verdict{outcome: domain.Failed, code: code, status: status, sent: 1}
}

// unknown is the verdict on a write that left without a valid success.
func unknown(code fault.Code, status int) verdict {
	return verdict{outcome: domain.Unknown, code: code, status: status, sent: 1}
}

// trial is one case.
type trial struct {
	name    string
	tool    string          // that is called; "" is look
	replies map[place]reply // a place that is not named answers honestly
	want    verdict

	arguments string                              // "" is none
	server    func(*server)                       // prepares the server further
	transport func(*server, *boundedhttp.Options) // prepares the transport
	trusted   []string                            // further origins of the base
	before    func(b bridge, s *server) error     // happens before the call
	secure    func(*authority) *tls.Config        // nil serves without TLS
	protocol  func(*server, *tls.Conn)            // nil serves HTTP/1
	closed    bool                                // the gate
}

// attack is one misbehaviour with its verdict at every place of a call.
type attack struct {
	name  string
	reply reply
	slow  bool // ends only with the transport's timeout

	listing, manifest fault.Code // "" lets the call go on and complete
	read, write       verdict
}

// haste is the transport's timeout where the server never ends.
const haste = 700 * time.Millisecond

// trials are the attack at each place. A plugin's root is read as the listing is.
func (a attack) trials() []trial {
	onDiscovery := func(code fault.Code) verdict {
		if code == "" {
			return completed(200)
		}
		return refused(code)
	}
	var trials []trial
	for _, at := range []struct {
		place place
		name  string
		tool  string
		want  verdict
	}{
		{listing, "at the listing", look, onDiscovery(a.listing)},
		{root, "at the root", look, onDiscovery(a.listing)},
		{manifest, "at the manifest", change, onDiscovery(a.manifest)},
		{target, "at a read", look, a.read},
		{target, "at a write", change, a.write},
	} {
		one := trial{name: a.name + ", " + at.name, tool: at.tool, replies: map[place]reply{at.place: a.reply}, want: at.want}
		if a.slow {
			one.transport = impatient
		}
		trials = append(trials, one)
	}
	return trials
}

func impatient(_ *server, options *boundedhttp.Options) { options.Timeout = haste }

// everywhere are the trials of several attacks.
func everywhere(attacks ...attack) []trial {
	var trials []trial
	for _, a := range attacks {
		trials = append(trials, a.trials()...)
	}
	return trials
}

// The verdicts that most attacks share, by what is the matter with the answer.

// unreadable is an attack whose answer comes with its status and cannot be read.
func unreadable(name string, reply reply) attack {
	return attack{
		name: name, reply: reply, listing: fault.SourceUnusable, manifest: fault.SourceUnusable,
		read: failed(fault.ResponseUnreadable, 200), write: unknown(fault.ResponseUnreadable, 200),
	}
}

// notJSON is an attack whose body is read whole and is not a strict document.
func notJSON(name string, reply reply) attack {
	a := unreadable(name, reply)
	a.manifest = fault.ManifestInvalid
	return a
}

// oversize is an attack with a body beyond the limit.
func oversize(name string, reply reply) attack {
	a := unreadable(name, reply)
	a.listing, a.manifest = fault.BodyTooLarge, fault.BodyTooLarge
	return a
}

// headless is an attack that never gets as far as a whole head.
func headless(name string, reply reply) attack {
	return attack{
		name: name, reply: reply, listing: fault.SourceUnusable, manifest: fault.SourceUnusable,
		read: failed(fault.DispatchInterrupted, 0), write: unknown(fault.DispatchInterrupted, 0),
	}
}

// harmless is something odd that HTTP and the contract allow.
func harmless(name string, reply reply) attack {
	return attack{name: name, reply: reply, read: completed(200), write: completed(200)}
}

// slowly is the attack without an end.
func slowly(a attack) attack {
	a.slow, a.listing, a.manifest = true, fault.SourceTimeout, fault.SourceTimeout
	return a
}
