"""The plugin my-plugin, whose author follows docs/write-a-manifest.md."""

from peer.plugins import PluginConfig


class MyPluginConfig(PluginConfig):
    """The plugin's configuration."""

    name = "my_plugin"
    verbose_name = "My plugin"
    base_url = "my-plugin"
