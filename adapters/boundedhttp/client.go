// Package boundedhttp carries out single HTTP exchanges with one JSON API: each
// within a time and a size, never redirected, never repeated (contract section
// 8). It is the adapter of [ports.Fetcher].
package boundedhttp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// DefaultTimeout bounds an exchange whose client was given no other time.
const DefaultTimeout = 30 * time.Second

// Options say where the API is and how it is reached.
type Options struct {
	// BaseURL has the scheme http or https, a host, and perhaps a path; below
	// it lies every path that is requested.
	BaseURL *url.URL
	// Timeout bounds a whole exchange, its body included; 0 is DefaultTimeout.
	Timeout time.Duration
	// TLS says whom to trust and which certificate to present; nil trusts the
	// system's authorities and presents none. New warns if it verifies nothing.
	TLS *tls.Config
	// UserAgent is sent as it is.
	UserAgent string
	// Proxy chooses the proxy of a request; nil asks the environment
	// (HTTP_PROXY, HTTPS_PROXY and NO_PROXY).
	Proxy func(*http.Request) (*url.URL, error)
}

// Client is a [ports.Fetcher] over one pool of connections. It may be used by
// several goroutines at once.
type Client struct {
	base      *url.URL
	userAgent string
	timeout   time.Duration
	outOfTime *fault.Fault // what an exchange that takes longer ends with
	proxy     func(*http.Request) (*url.URL, error)
	transport *http.Transport
}

var _ ports.Fetcher = (*Client)(nil)

// New makes a Client without connecting anywhere. Its error says what is wrong
// with the base URL, without showing it.
func New(options Options, log *slog.Logger) (*Client, error) {
	base, err := checkBase(options.BaseURL)
	if err != nil {
		return nil, err
	}
	if options.TLS != nil && options.TLS.InsecureSkipVerify {
		log.Warn("TLS verification is OFF: anyone on the way to the source can read the token and forge answers", slog.String("host", base.Host))
	}
	options.Timeout = cmp.Or(options.Timeout, DefaultTimeout)
	if options.Proxy == nil {
		options.Proxy = http.ProxyFromEnvironment
	}
	return &Client{base: base, userAgent: options.UserAgent, timeout: options.Timeout, outOfTime: outOfTime(options.Timeout), proxy: options.Proxy, transport: newTransport(options)}, nil
}

// Close gives up the connections that no exchange is using.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Fetch implements [ports.Fetcher].
func (c *Client) Fetch(ctx context.Context, request ports.Request) domain.Exchange {
	return c.exchange(ctx, request).Exchange
}

// exchanged is an exchange with what is known of its connection.
type exchanged struct {
	domain.Exchange
	tls *tls.ConnectionState // nil without TLS
	err error                // why there is no answer
}

func (c *Client) exchange(ctx context.Context, request ports.Request) exchanged {
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, c.outOfTime)
	defer cancel()
	traced, journey := startJourney(ctx)
	defer journey.end()

	outgoing, problem := c.outgoing(traced, request)
	if problem != nil {
		return exchanged{Exchange: domain.Exchange{Reach: domain.NotSent, Fault: problem}}
	}
	answer, err := c.transport.RoundTrip(outgoing)
	if err != nil {
		return exchanged{Exchange: domain.Exchange{Reach: journey.reach(), Fault: noAnswer(ctx, journey, err)}, err: err}
	}
	// A body that was not read to its end costs the connection, which is
	// cheaper than reading what nobody wants.
	defer func() { _ = answer.Body.Close() }()
	body, problem := readBody(ctx, answer, request)
	return exchanged{
		Exchange: domain.Exchange{Reach: domain.Answered, Status: answer.StatusCode, Headers: headersOf(answer), Body: body, Fault: problem},
		tls:      answer.TLS,
	}
}

func checkBase(base *url.URL) (*url.URL, error) {
	switch {
	case base == nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https"):
		return nil, errors.New("the base URL needs the scheme http or https and a host")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("the base URL takes no user information, query or fragment")
	}
	return base, nil
}

// headersOf lists the answer's headers by name; those of one name keep their
// order.
func headersOf(answer *http.Response) []domain.Header {
	var headers []domain.Header
	for name, values := range answer.Header {
		for _, value := range values {
			headers = append(headers, domain.Header{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(headers, func(a, b domain.Header) int { return strings.Compare(a.Name, b.Name) })
	return headers
}
