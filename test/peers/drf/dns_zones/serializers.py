"""The JSON form of a zone."""

from rest_framework import serializers

from dns_zones.models import Zone


class ZoneSerializer(serializers.ModelSerializer):
    """A zone; its serial number changes by notifying only."""

    class Meta:
        model = Zone
        fields = ["id", "name", "ttl", "serial"]
