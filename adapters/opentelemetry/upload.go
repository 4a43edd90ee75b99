package opentelemetry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

const (
	// uploadPatience is how long a collector may take for one batch.
	uploadPatience = 10 * time.Second
	// maxUploadAnswer is how much of an answer is read, in bytes: enough to keep
	// the connection where the collector says what a collector has to say.
	maxUploadAnswer = 64 << 10
)

// uploader sends spans to a collector over HTTP in protobuf's binary encoding
// (OTLP 1.x, "OTLP/HTTP"). What the collector refuses is dropped and not sent
// again: a trace is worth less than the memory that would keep it. The library's
// own client does send again, but it brings gRPC, whose initialisation every
// start of every program would pay for.
type uploader struct {
	url     string
	headers map[string]string
	http    *http.Client
}

var _ otlptrace.Client = (*uploader)(nil)

// newUploader reaches the collector at the URL and nothing else: the headers may
// hold its credential, so no redirect is followed.
func newUploader(url string, headers map[string]string) *uploader {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true}
	return &uploader{url: url, headers: headers, http: &http.Client{Transport: transport, CheckRedirect: stay, Timeout: uploadPatience}}
}

// Start has nothing to do: the first batch opens the connection.
func (u *uploader) Start(context.Context) error { return nil }

// Stop closes the connection.
func (u *uploader) Stop(context.Context) error {
	u.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends one batch. A TracesData has the same bytes as the request
// that the specification names, whose Go package is gRPC's.
func (u *uploader) UploadTraces(ctx context.Context, spans []*otlp.ResourceSpans) (err error) {
	batch, err := proto.Marshal(&otlp.TracesData{ResourceSpans: spans})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, u.url, bytes.NewReader(batch))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	for name, value := range u.headers {
		request.Header.Set(name, value)
	}
	response, err := u.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered with HTTP %d", response.StatusCode)
	}
	_, err = io.CopyN(io.Discard, response.Body, maxUploadAnswer)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
