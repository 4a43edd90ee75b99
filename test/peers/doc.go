// Package peers runs the built bridge against servers that others wrote. In
// drf stands a Django REST Framework application with two plugins that take
// part in the bridge; what is NetBox's own in them (tokens, permissions, paging,
// throttling, the plugin listing) is done by the framework that NetBox is made
// with. It needs Debian's python3-django and python3-djangorestframework.
package peers
