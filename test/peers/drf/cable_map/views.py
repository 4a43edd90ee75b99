"""The API of the plugin."""

from rest_framework.response import Response

from cable_map.filters import RunFilter
from cable_map.models import Run
from cable_map.serializers import RunSerializer
from peer.collection import ByBody, Collection
from peer.permissions import ActionPermissions
from peer.plugin_api import PluginRoot


class Root(PluginRoot):
    """The plugin's API root."""

    collections = ["runs"]


class Runs(Collection):
    """All runs."""

    queryset = Run.objects.order_by("label")
    serializer_class = RunSerializer
    filter_backends = [RunFilter]


class Retire(ByBody):
    """The action that takes a run out of use."""

    queryset = Run.objects.all()
    serializer_class = RunSerializer
    permission_classes = [ActionPermissions]

    def post(self, request):
        """Retire the run."""
        run = self.get_object()
        run.status = Run.Status.RETIRED
        run.save()
        return Response(self.get_serializer(run).data)
