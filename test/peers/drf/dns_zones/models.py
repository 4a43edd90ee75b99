"""What the plugin stores."""

from django.core.validators import RegexValidator
from django.db import models


class Zone(models.Model):
    """One zone that the name servers serve."""

    name = models.CharField(
        max_length=253,
        unique=True,
        validators=[RegexValidator(r"\.$", "A zone's name ends with a dot.")],
    )
    ttl = models.PositiveIntegerField(default=3600)
    serial = models.PositiveBigIntegerField(default=1, editable=False)
