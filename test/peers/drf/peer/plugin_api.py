"""The plugin listing, and what every plugin's API begins with."""

import json
from pathlib import Path

from rest_framework.permissions import IsAdminUser
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from peer.permissions import MayDiscover
from peer.plugins import installed


class Listing(APIView):
    """Links to every plugin's API root, and to one view that is no plugin.

    The key of a plugin is its base_url even where it has none, which JSON
    writes as "null": NetBox does the same, so only the link tells the slug.
    """

    permission_classes = [MayDiscover]

    def get(self, request):
        """Answer with the links."""
        links = {"installed-plugins": link(request, "installed-plugins")}
        for plugin in installed():
            root = f"{plugin.namespace}:api-root"
            links[plugin.base_url] = link(request, root)
        return Response(links)


class InstalledPlugins(APIView):
    """What is installed, for administrators; an array, not an object."""

    permission_classes = [IsAdminUser]

    def get(self, request):
        """Answer with one entry a plugin."""
        return Response([
            {
                "name": plugin.verbose_name,
                "package": plugin.name,
                "version": plugin.version,
            }
            for plugin in installed()
        ])


class PluginRoot(APIView):
    """A plugin's API root: its collections and its advertisement."""

    permission_classes = [MayDiscover]
    collections = ()

    def get(self, request):
        """Answer with links, and with the place of the manifest."""
        namespace = request.resolver_match.namespaces[-1]
        document = {
            name: link(request, f"{namespace}:{name}")
            for name in self.collections
        }
        document["mcp"] = {
            "schema_version": "1",
            "manifest": link(request, f"{namespace}:mcp"),
        }
        return Response(document)


class Manifest(APIView):
    """A plugin's manifest: static data that is the same for everybody."""

    permission_classes = [MayDiscover]
    document = None

    @classmethod
    def beside(cls, module):
        """The view of the manifest.json in the folder of a module's file."""
        file = Path(module).with_name("manifest.json")
        return cls.as_view(document=json.loads(file.read_text("utf-8")))

    def get(self, request):
        """Answer with the manifest."""
        return Response(self.document)


def link(request, view):
    """The absolute URL of a view of the plugin API."""
    return reverse(f"plugins-api:{view}", request=request)
