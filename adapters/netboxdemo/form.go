package netboxdemo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// maxBody is the largest request body that is read, in bytes.
const maxBody = 1 << 20

// maxText is the longest text of a field, in characters.
const maxText = 200

// form is what a client sent, read field by field as a serializer does: every
// fault is noted under its field, and the zero value goes on meanwhile.
type form struct {
	values map[string]any // strings and lists of them (query), or decoded JSON
	faults map[string][]string
}

// readForm reads the query of a GET or HEAD request, or the body of another.
func readForm(w http.ResponseWriter, r *http.Request) ([]byte, *form, *answer) {
	if !isMutating(r.Method) {
		return nil, newForm(queryValues(r.URL.Query())), nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return refuseBody(http.StatusBadRequest, "The request body could not be read.")
	}
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "application/json" {
		return refuseBody(http.StatusUnsupportedMediaType, "Unsupported media type in request.")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var document any
	if err := decoder.Decode(&document); err != nil || !errors.Is(decoder.Decode(new(any)), io.EOF) {
		return refuseBody(http.StatusBadRequest, "JSON parse error")
	}
	values, isObject := document.(map[string]any)
	if !isObject {
		a := reply(http.StatusBadRequest, map[string][]string{"non_field_errors": {"Invalid data. Expected a dictionary."}})
		return nil, nil, &a
	}
	return body, newForm(values), nil
}

func refuseBody(status int, text string) ([]byte, *form, *answer) {
	a := detail(status, text)
	return nil, nil, &a
}

func newForm(values map[string]any) *form {
	return &form{values: values, faults: make(map[string][]string)}
}

// queryValues drops empty values: a filter without a value filters nothing.
func queryValues(query url.Values) map[string]any {
	values := make(map[string]any)
	for name, texts := range query {
		var list []any
		for _, text := range texts {
			if text != "" {
				list = append(list, text)
			}
		}
		switch len(list) {
		case 0:
		case 1:
			values[name] = list[0]
		default:
			values[name] = list
		}
	}
	return values
}

// ok reports whether no fault was found so far.
func (f *form) ok() bool { return len(f.faults) == 0 }

// answer is the 400 that lists the faults by field.
func (f *form) answer() answer { return reply(http.StatusBadRequest, f.faults) }

// refuse notes a fault and returns the answer with all of them.
func (f *form) refuse(name, fault string) answer {
	f.faults[name] = append(f.faults[name], fault)
	return f.answer()
}

// has reports whether an optional field was sent.
func (f *form) has(name string) bool {
	_, sent := f.values[name]
	return sent
}

// isNull reports whether a field was sent as null.
func (f *form) isNull(name string) bool { return f.has(name) && f.values[name] == nil }

// value is a field that must be sent and not be null.
func (f *form) value(name string) (any, bool) {
	switch {
	case !f.has(name):
		f.refuse(name, "This field is required.")
	case f.isNull(name):
		f.refuse(name, "This field may not be null.")
	default:
		return f.values[name], true
	}
	return nil, false
}

// text is a string of at most [maxText] characters that is not blank.
func (f *form) text(name string) string {
	value, sent := f.value(name)
	text, isText := value.(string)
	switch {
	case !sent:
	case !isText:
		f.refuse(name, "Not a valid string.")
	case strings.TrimSpace(text) == "":
		f.refuse(name, "This field may not be blank.")
	case utf8.RuneCountInString(text) > maxText:
		f.refuse(name, fmt.Sprintf("Ensure this field has no more than %d characters.", maxText))
	default:
		return text
	}
	return ""
}

// remark is an optional text that may be blank.
func (f *form) remark(name string) string {
	if text, isText := f.values[name].(string); !f.has(name) || isText && text == "" {
		return ""
	}
	return f.text(name)
}

// choice is one of the given texts.
func (f *form) choice(name string, choices ...string) string {
	text := f.text(name)
	if text != "" && !slices.Contains(choices, text) {
		f.refuse(name, "This is not a valid choice.")
	}
	return text
}

// texts is a list of texts without duplicates; a query may send just one.
func (f *form) texts(name string) []string {
	value, sent := f.value(name)
	if one, isText := value.(string); isText {
		value = []any{one}
	}
	list, isList := value.([]any)
	if sent && (!isList || len(list) == 0) {
		f.refuse(name, "Expected a list of items that is not empty.")
	}
	texts := make([]string, 0, len(list))
	for _, item := range list {
		text, isText := item.(string)
		if !isText || text == "" || slices.Contains(texts, text) {
			f.refuse(name, "Expected different, not blank strings.")
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// boolean is true or false; without the field it is what is assumed.
func (f *form) boolean(name string, assumed bool) bool {
	if !f.has(name) {
		return assumed
	}
	value, sent := f.value(name)
	truth, isBool := value.(bool)
	if sent && !isBool {
		f.refuse(name, "Must be a valid boolean.")
	}
	return truth
}

// integer is a whole number of any size as its shortest token. As in Django,
// a fraction of zeros is dropped.
func (f *form) integer(name string) json.Number {
	value, sent := f.value(name)
	whole, fraction, _ := strings.Cut(token(value), ".")
	n, isInteger := new(big.Int).SetString(whole, 10)
	if sent && (!isInteger || strings.Trim(fraction, "0") != "") {
		f.refuse(name, "A valid integer is required.")
	}
	if n == nil {
		return ""
	}
	return json.Number(n.String())
}

// between is an optional integer within bounds; without the field it is what
// is assumed.
func (f *form) between(name string, least, most, assumed int) int {
	if !f.has(name) {
		return assumed
	}
	number := f.integer(name)
	n, err := number.Int64()
	if number != "" && (err != nil || n < int64(least) || n > int64(most)) {
		f.refuse(name, fmt.Sprintf("Ensure this value is between %d and %d.", least, most))
	}
	return int(n)
}

// number is a number as the token that was sent.
func (f *form) number(name string) json.Number {
	value, sent := f.value(name)
	number, isNumber := value.(json.Number)
	if sent && !isNumber {
		f.refuse(name, "A valid number is required.")
	}
	return number
}

// moment is a date-time with an offset from UTC.
func (f *form) moment(name string) time.Time {
	value, sent := f.value(name)
	text, _ := value.(string)
	var at time.Time
	if err := at.UnmarshalText([]byte(text)); sent && err != nil {
		f.refuse(name, "Datetime has wrong format. Use YYYY-MM-DDThh:mm:ss with an offset from UTC.")
	}
	return at
}

// token is a scalar as it was written, "" for anything else.
func token(value any) string {
	switch value := value.(type) {
	case json.Number:
		return value.String()
	case string:
		return value
	}
	return ""
}
