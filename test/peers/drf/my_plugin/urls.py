"""The plugin's URLs, where the peer looks for them."""

from my_plugin.api.urls import urlpatterns

__all__ = ["urlpatterns"]
