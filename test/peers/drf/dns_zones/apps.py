"""The plugin dns-zones: its package has an underscore, its slug a dash."""

from peer.plugins import PluginConfig


class DNSZonesConfig(PluginConfig):
    """The plugin's configuration."""

    name = "dns_zones"
    verbose_name = "DNS zones"
    base_url = "dns-zones"
