package netboxdemo

import "net/http"

// apiRoot is where the API begins.
const apiRoot = "/api/"

// core is what a NetBox has without any plugin, as far as clients look at it
// before they begin.
func core() map[string]view {
	return map[string]view{
		apiRoot:                           readOnly(parts),
		apiRoot + "status/":               readOnly(status),
		apiRoot + "authentication-check/": readOnly(self),
	}
}

// parts links to the parts of the API.
func parts(c call) answer {
	return reply(http.StatusOK, map[string]string{
		"plugins": c.root + root,
		"status":  c.root + apiRoot + "status/",
	})
}

// status tells the version.
func status(call) answer {
	return reply(http.StatusOK, map[string]string{
		"hostname":            "demo",
		"netbox-version":      apiVersion + ".0",
		"netbox-full-version": apiVersion + ".0-demo",
	})
}

// self is the user whose token it is.
func self(c call) answer {
	return reply(http.StatusOK, map[string]any{"id": 1, "url": c.root + apiRoot + "users/users/1/", "display": "demo", "username": "demo"})
}
