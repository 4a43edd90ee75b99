"""The router that NetBox gives to its plugins."""

from rest_framework.routers import DefaultRouter as NetBoxRouter

__all__ = ["NetBoxRouter"]
