"""The URLs of the peer: its core, the plugin listing and every plugin."""

from django.conf import settings
from django.urls import include, path

from peer.core import AuthenticationCheck, Root, Status
from peer.plugin_api import InstalledPlugins, Listing
from peer.plugins import installed

plugins = [
    path(
        f"{plugin.slug}/", include((f"{plugin.name}.urls", plugin.namespace))
    )
    for plugin in installed()
]

api = [
    path("", Listing.as_view(), name="api-root"),
    path(
        "installed-plugins/",
        InstalledPlugins.as_view(),
        name="installed-plugins",
    ),
    *plugins,
]

core = [
    path("", Root.as_view()),
    path("status/", Status.as_view()),
    path("authentication-check/", AuthenticationCheck.as_view()),
    path("plugins/", include((api, "plugins-api"))),
]

urlpatterns = [path(f"{settings.BASE_PATH}api/", include(core))]
