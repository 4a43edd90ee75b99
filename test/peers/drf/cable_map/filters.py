"""The query parameters of the list of runs."""

from rest_framework import serializers
from rest_framework.filters import BaseFilterBackend

from cable_map.models import Run


class RunQuery(serializers.Serializer):
    """The parameters; status may be given more than once."""

    label = serializers.CharField(required=False)
    status = serializers.MultipleChoiceField(
        choices=Run.Status.choices, required=False
    )
    asset_number = serializers.IntegerField(required=False)
    installed_after = serializers.DateTimeField(required=False)


class RunFilter(BaseFilterBackend):
    """Narrow the list to what the query asks for."""

    lookups = {
        "label": "label",
        "status": "status__in",
        "asset_number": "asset_number",
        "installed_after": "installed_at__gt",
    }

    def filter_queryset(self, request, queryset, view):
        """Apply what is given; a bad parameter is answered with 400."""
        query = RunQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        return queryset.filter(**{
            self.lookups[name]: value
            for name, value in query.validated_data.items()
            if value
        })
