package vectors

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Text is an input text. In a vector it is a JSON string, or, where that would
// be long or cannot be, an object in one of the forms of README.md.
type Text string

// UnmarshalJSON reads any of the forms.
func (t *Text) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, (*string)(t))
	}
	var form struct {
		BytesBase64 []byte `json:"bytesBase64"`
		Join        []Text `json:"join"`
		Repeat      Text   `json:"repeat"`
		Times       int    `json:"times"`
		Separator   string `json:"separator"`
	}
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	var b strings.Builder
	b.Write(form.BytesBase64)
	for _, part := range form.Join {
		b.WriteString(string(part))
	}
	for i := range form.Times {
		if i > 0 {
			b.WriteString(form.Separator)
		}
		b.WriteString(strings.ReplaceAll(string(form.Repeat), "{i}", strconv.Itoa(i)))
	}
	*t = Text(b.String())
	return nil
}
