"""The JSON form of a run and the rules it must obey."""

from rest_framework import serializers

from cable_map.models import Run


class RunSerializer(serializers.ModelSerializer):
    """A run. Its ends must differ, which no inputSchema of the bridge can say."""

    class Meta:
        model = Run
        fields = [
            "id",
            "label",
            "a_side",
            "b_side",
            "length",
            "status",
            "asset_number",
            "installed_at",
            "custom_fields",
        ]

    def validate(self, attrs):
        """Compare the ends as they would be after the change."""
        ends = [attrs.get(end, getattr(self.instance, end, None)) for end in ("a_side", "b_side")]
        if ends[0] == ends[1]:
            raise serializers.ValidationError("A run must end elsewhere than it begins.")
        return attrs
