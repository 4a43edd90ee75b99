"""The API of the plugin."""

from django.db.models import F
from rest_framework import generics
from rest_framework.response import Response

from dns_zones.models import Zone
from dns_zones.serializers import ZoneSerializer
from peer.collection import ByBody, Collection
from peer.permissions import ActionPermissions
from peer.plugin_api import PluginRoot


class Root(PluginRoot):
    """The plugin's API root."""

    collections = ["zones"]


class Zones(Collection):
    """All zones."""

    queryset = Zone.objects.order_by("name")
    serializer_class = ZoneSerializer


class Transfer(generics.ListAPIView):
    """All zones for a secondary, which must not ask often."""

    queryset = Zone.objects.order_by("name")
    serializer_class = ZoneSerializer
    throttle_scope = "transfer"


class Notify(ByBody):
    """The action that raises a zone's serial and tells the secondaries."""

    queryset = Zone.objects.all()
    serializer_class = ZoneSerializer
    permission_classes = [ActionPermissions]
    throttle_scope = "notify"

    def post(self, request):
        """Raise the serial by one."""
        zone = self.get_object()
        Zone.objects.filter(pk=zone.pk).update(serial=F("serial") + 1)
        zone.refresh_from_db()
        return Response(self.get_serializer(zone).data)
