"""What the plugin stores."""

from django.db import models


class Run(models.Model):
    """One cable between two racks."""

    class Status(models.TextChoices):
        """Where a run is in its life."""

        PLANNED = "planned"
        INSTALLED = "installed"
        RETIRED = "retired"

    label = models.CharField(max_length=50, unique=True)
    a_side = models.CharField(max_length=50)
    b_side = models.CharField(max_length=50)
    length = models.DecimalField(max_digits=8, decimal_places=2)
    status = models.CharField(
        max_length=20, choices=Status.choices, default=Status.PLANNED
    )
    asset_number = models.BigIntegerField(null=True, blank=True)
    installed_at = models.DateTimeField(null=True, blank=True)
    custom_fields = models.JSONField(default=dict, blank=True)
