"""The URLs of the peer: NetBox's plugin listing and every plugin below it."""

from django.conf import settings
from django.urls import include, path

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

urlpatterns = [
    path(f"{settings.BASE_PATH}api/plugins/", include((api, "plugins-api"))),
]
