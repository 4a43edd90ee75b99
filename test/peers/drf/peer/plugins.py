"""What a plugin is: a Django application with a slug."""

from django.apps import AppConfig, apps


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
    return [
        app for app in apps.get_app_configs() if isinstance(app, PluginConfig)
    ]
