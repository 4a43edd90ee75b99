package boundedhttp

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// outgoing builds the request as it goes onto the wire.
func (c *Client) outgoing(ctx context.Context, request ports.Request) (*http.Request, *fault.Fault) {
	target, ok := c.target(request.Path, request.Query)
	if !ok {
		return nil, fault.New(fault.Internal, "the path or query cannot be sent as it is written")
	}
	if strings.ContainsFunc(request.Authorization.Reveal(), isControl) {
		return nil, fault.New(fault.TokenInvalid, "the credential holds a control character")
	}
	outgoing := (&http.Request{
		Method: string(request.Method),
		URL:    target,
		Host:   target.Host,
		Header: c.headers(request),
		// A server that sends a body nevertheless must not get it taken for the answer
		// to the next request.
		Close: request.Method == http.MethodHead,
	}).WithContext(ctx)
	if len(request.Body) > 0 {
		outgoing.Body = io.NopCloser(bytes.NewReader(request.Body))
		outgoing.ContentLength = int64(len(request.Body))
	}
	return outgoing, nil
}

// target is the URL of path below the base. It is false if the request line
// would not hold base path, path and query byte for byte: what was checked is
// what must be asked for.
func (c *Client) target(path, query string) (*url.URL, bool) {
	written := strings.TrimSuffix(c.base.EscapedPath(), "/") + path
	decoded, err := url.PathUnescape(written)
	target := &url.URL{Scheme: c.base.Scheme, Host: c.base.Host, Path: decoded, RawPath: written, RawQuery: query}
	return target, err == nil && strings.HasPrefix(path, "/") && target.EscapedPath() == written &&
		!strings.ContainsFunc(query, func(r rune) bool { return r == ' ' || r == '#' || isControl(r) })
}

func (c *Client) headers(request ports.Request) http.Header {
	headers := http.Header{}
	for _, header := range request.Headers {
		headers.Add(header.Name, header.Value)
	}
	for _, own := range []struct {
		domain.Header
		send bool
	}{
		{domain.Header{Name: "Accept", Value: "application/json"}, true},
		{domain.Header{Name: "Accept-Encoding", Value: "gzip, deflate"}, true},
		{domain.Header{Name: "User-Agent", Value: c.userAgent}, true},
		{domain.Header{Name: "Authorization", Value: request.Authorization.Reveal()}, !request.Authorization.IsZero()},
		{domain.Header{Name: "Cache-Control", Value: "no-cache"}, request.Fresh},
		{domain.Header{Name: "Content-Type", Value: "application/json"}, len(request.Body) > 0},
	} {
		if own.send {
			headers.Set(own.Name, own.Value)
		}
	}
	return headers
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
