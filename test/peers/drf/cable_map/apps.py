"""The plugin cable_map; it sets no base_url, so its label is its slug."""

from peer.plugins import PluginConfig


class CableMapConfig(PluginConfig):
    """The plugin's configuration."""

    name = "cable_map"
    verbose_name = "Cable map"
