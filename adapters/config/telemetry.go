package config

import (
	"net/url"
	"strings"

	"mcpbridge/domain"
)

// parseCollector reads where an OTLP collector is.
func parseCollector(text string) (string, error) {
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" ||
		address.User != nil || address.RawQuery != "" || address.Fragment != "" {
		return "", errForm
	}
	return text, nil
}

// parseCollectorHeaders reads name=value pairs with commas between them, each
// part percent-encoded (W3C Baggage, as the OTLP exporter specification asks).
func parseCollectorHeaders(text string) (map[string]domain.Secret, error) {
	headers := map[string]domain.Secret{}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(pair, "=")
		decodedName, nameErr := url.PathUnescape(strings.TrimSpace(name))
		decodedValue, valueErr := url.PathUnescape(strings.TrimSpace(value))
		if !found || nameErr != nil || valueErr != nil || !isVisible(decodedName) || !isPrintable(decodedValue) {
			return nil, errForm
		}
		headers[decodedName] = domain.NewSecret(decodedValue)
	}
	return headers, nil
}

// isPrintable reports whether text is visible ASCII with spaces.
func isPrintable(text string) bool { return isVisible(strings.ReplaceAll(text, " ", "")) }
