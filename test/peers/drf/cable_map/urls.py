"""The URLs of the plugin, below /api/plugins/cable_map/."""

from django.urls import path

from cable_map import views
from peer.plugin_api import Manifest

urlpatterns = [
    path("", views.Root.as_view(), name="api-root"),
    path("mcp/", Manifest.beside(__file__), name="mcp"),
    path("runs/", views.Runs.as_view(), name="runs"),
    path("runs/retire/", views.Retire.as_view(), name="retire"),
]
