package main

import (
	"fmt"

	"mcpbridge/test/vectors"
)

// answer is one way in which a dispatched call can end.
type answer struct {
	name string
	// The fields of the operation "outcome".
	reach     string
	status    int
	body      string
	breaksOff string
	output    string
	// What a read and a write make of it: a code, or "" for completed.
	read, write string
}

// answers is the table of contract section 7, end by end.
func answers() []answer {
	const sound = `{"n":9007199254740993}`
	all := []answer{
		{name: "nothing was sent", reach: "not sent", read: "dispatch_not_sent", write: "dispatch_not_sent"},
		{name: "connection refused", reach: "not sent", breaksOff: "source_unreachable", read: "dispatch_not_sent", write: "dispatch_not_sent"},
		{name: "cancelled before sending", reach: "not sent", breaksOff: "cancelled", read: "dispatch_not_sent", write: "dispatch_not_sent"},
		{name: "no answer came", reach: "sent", read: "dispatch_interrupted", write: "dispatch_interrupted"},
		{name: "timeout", reach: "sent", breaksOff: "source_timeout", read: "dispatch_interrupted", write: "dispatch_interrupted"},
		{name: "cancelled after sending", reach: "sent", breaksOff: "cancelled", read: "dispatch_interrupted", write: "dispatch_interrupted"},
	}
	for _, status := range []int{200, 201, 202, 203, 206, 207, 299} {
		all = append(all, answer{name: "sound body", reach: "answered", status: status, body: sound})
	}
	for _, status := range []int{204, 205} {
		all = append(all,
			answer{name: "no body", reach: "answered", status: status},
			answer{name: "a body that does not count", reach: "answered", status: status, body: "<html>", output: "breaks"})
	}
	for _, status := range []int{300, 301, 302, 303, 304, 307, 308, 399} {
		all = append(all, answer{name: "redirect", reach: "answered", status: status, body: sound, read: "response_redirected", write: "response_redirected"})
	}
	for _, status := range []int{199, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504, 599} {
		all = append(all,
			answer{name: "sound body", reach: "answered", status: status, body: sound, write: "response_status"},
			answer{name: "body of another form than the outputSchema's", reach: "answered", status: status, body: sound, output: "breaks", write: "response_status"},
			answer{name: "not JSON", reach: "answered", status: status, body: "<html>", read: "response_unreadable", write: "response_status"})
	}
	for _, body := range []string{"", " ", "<html>", `{"a":1,"a":1}`, "[1] 2", `"\ud800"`, "NaN", "1e999", "\ufeff{}"} {
		all = append(all, answer{name: fmt.Sprintf("unusable body %+q", body), reach: "answered", status: 200, body: body, read: "response_unreadable", write: "response_unreadable"})
	}
	for _, body := range []string{"null", "0", `""`, "[]", "false"} {
		all = append(all, answer{name: "body " + body, reach: "answered", status: 200, body: body})
	}
	for _, code := range []string{"body_too_large", "source_timeout", "cancelled", "encoding_unsupported", "response_unreadable", "source_unreachable"} {
		all = append(all,
			answer{name: "breaks off with " + code, reach: "answered", status: 200, body: sound, breaksOff: code, read: "response_unreadable", write: "response_unreadable"},
			answer{name: "breaks off with " + code, reach: "answered", status: 500, body: sound, breaksOff: code, read: "response_unreadable", write: "response_status"})
	}
	return append(all,
		answer{name: "outputSchema holds", reach: "answered", status: 200, body: sound, output: "holds"},
		answer{name: "outputSchema breaks", reach: "answered", status: 200, body: sound, output: "breaks", read: "response_invalid", write: "response_invalid"},
		answer{name: "outputSchema breaks", reach: "answered", status: 299, body: sound, output: "breaks", read: "response_invalid", write: "response_invalid"})
}

// outcomes is what every end means for every method.
func outcomes() []vectors.Vector {
	var all []vectors.Vector
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} {
		for _, effect := range legalEffects(method) {
			for _, a := range answers() {
				all = append(all, vectors.Vector{
					Name:      fmt.Sprintf("%s %s: %s %d %s", effect, method, a.reach, a.status, a.name),
					Operation: "outcome", Section: "7",
					Input:  raw(`{"method":%q,"effect":%q,"reach":%q,"status":%d,"body":%s,"breaksOff":%q,"output":%q}`, method, effect, a.reach, a.status, quote(a.body), a.breaksOff, a.output),
					Expect: vectors.Expect{Accepted: a.expect(method, effect)},
				})
			}
		}
	}
	return all
}

func (a answer) expect(method, effect string) []byte {
	code, outcome, body, retry := a.write, "unknown", "", "look first"
	if effect == "read" {
		code, outcome, retry = a.read, "failed", "safe"
	}
	// No body of an answer to HEAD is looked at.
	if method == "HEAD" && a.breaksOff == "" && (code == "response_unreadable" || code == "response_invalid") {
		code = ""
	}
	switch {
	case a.reach == "not sent":
		outcome, retry = "refused", "safe"
	case code == "":
		outcome, retry = "completed", "safe"
		if method != "HEAD" && a.status != 204 && a.status != 205 {
			body = a.body
		}
	}
	return raw(`{"outcome":%q,"code":%q,"body":%s,"retry":%q}`, outcome, code, quote(body), retry)
}
