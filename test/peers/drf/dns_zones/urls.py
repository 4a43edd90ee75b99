"""The URLs of the plugin, below /api/plugins/dns-zones/.

The export is older than the bridge and serves its path without a slash at the
end, to which the path with a slash redirects. The manifest names the latter,
because every path of a manifest ends with a slash.
"""

from django.urls import path
from django.views.generic import RedirectView

from dns_zones import views
from peer.plugin_api import Manifest

urlpatterns = [
    path("", views.Root.as_view(), name="api-root"),
    path("mcp/", Manifest.beside(__file__), name="mcp"),
    path("zones/", views.Zones.as_view(), name="zones"),
    path("zones/transfer/", views.Transfer.as_view(), name="transfer"),
    path("zones/notify/", views.Notify.as_view(), name="notify"),
    path("export", views.Zones.as_view(), name="export"),
    path(
        "export/",
        RedirectView.as_view(
            pattern_name="plugins-api:dns_zones-api:export", permanent=True
        ),
    ),
]
