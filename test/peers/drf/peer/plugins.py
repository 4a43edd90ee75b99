"""The plugin listing, and what every plugin's API begins with."""

import json
from pathlib import Path

from django.apps import AppConfig, apps
from rest_framework.permissions import IsAdminUser, IsAuthenticated
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView


class PluginConfig(AppConfig):
    """A plugin. Without a base_url its URLs begin with its label."""

    base_url = None
    version = "1.0.0"

    @property
    def slug(self):
        """The plugin's part of its URLs."""
        return self.base_url or self.label

    @property
    def namespace(self):
        """The namespace of the plugin's API views."""
        return f"{self.label}-api"


def installed():
    """The installed plugins."""
    return [app for app in apps.get_app_configs() if isinstance(app, PluginConfig)]


class Listing(APIView):
    """Links to every plugin's API root, and to one view that is no plugin.

    The key of a plugin is its base_url even where it has none, which JSON
    writes as "null": NetBox does the same, so only the link tells the slug.
    """

    permission_classes = [IsAuthenticated]

    def get(self, request):
        """Answer with the links."""
        links = {"installed-plugins": link(request, "installed-plugins")}
        for plugin in installed():
            links[plugin.base_url] = link(request, f"{plugin.namespace}:api-root")
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

    permission_classes = [IsAuthenticated]
    collections = ()

    def get(self, request):
        """Answer with links, and with the place of the manifest."""
        namespace = request.resolver_match.namespaces[-1]
        document = {
            name: link(request, f"{namespace}:{name}") for name in self.collections
        }
        document["mcp"] = {
            "schema_version": "1",
            "manifest": link(request, f"{namespace}:mcp"),
        }
        return Response(document)


class Manifest(APIView):
    """A plugin's manifest: static data that is the same for everybody."""

    permission_classes = [IsAuthenticated]
    document = None

    @classmethod
    def beside(cls, module):
        """The view of the manifest.json in the folder of a module's file."""
        text = Path(module).with_name("manifest.json").read_text(encoding="utf-8")
        return cls.as_view(document=json.loads(text))

    def get(self, request):
        """Answer with the manifest."""
        return Response(self.document)


def link(request, view):
    """The absolute URL of a view of the plugin API."""
    return reverse(f"plugins-api:{view}", request=request)
