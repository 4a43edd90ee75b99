package domain

import (
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// ParseArguments reads a call's arguments: a JSON object within the limits
// (contract section 2); no arguments at all are an empty object. Its error is
// a [fault.Findings] with pointers into the arguments.
func ParseArguments(data []byte) (strictjson.Value, error) {
	if len(data) == 0 {
		data = []byte("{}")
	}
	v, err := strictjson.Parse(data, TargetBounds())
	if err != nil {
		return strictjson.Value{}, err
	}
	return v, CheckArguments(v).Err()
}

// CheckArguments checks the form of arguments that were already read.
func CheckArguments(v strictjson.Value) fault.Findings {
	switch {
	case !v.Is(strictjson.Object):
		return fault.Findings{fault.Find("", fault.MemberType, "arguments must be an object, not %s", v.Kind())}
	case len(v.Members()) > MaxArgumentMembers:
		return fault.Findings{fault.Find("", fault.ArgumentCount, "%d arguments are more than %d", len(v.Members()), MaxArgumentMembers)}
	}
	return nil
}
