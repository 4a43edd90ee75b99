"""The JSON form of a run and the rules it must obey."""

from rest_framework import serializers

from cable_map.models import Run


class RunSerializer(serializers.ModelSerializer):
    """A run. Its ends must differ, which no inputSchema can say."""

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
        begin, end = (
            attrs.get(side, getattr(self.instance, side, None))
            for side in ("a_side", "b_side")
        )
        if begin == end:
            raise serializers.ValidationError(
                "A run must end elsewhere than it begins."
            )
        return attrs
