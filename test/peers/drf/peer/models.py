"""The second form of API token that NetBox has."""

import secrets
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import models


def digest(secret):
    """What is stored of a token's secret."""
    return sha256(secret.encode()).hexdigest()


class HashedToken(models.Model):
    """A token nbt_<key>.<secret>, of which only the key is kept readable."""

    user = models.ForeignKey(User, on_delete=models.CASCADE)
    key = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64)

    @classmethod
    def issue(cls, user):
        """Create a token for the user and return its text."""
        key, secret = secrets.token_hex(6), secrets.token_hex(20)
        cls.objects.create(user=user, key=key, digest=digest(secret))
        return f"nbt_{key}.{secret}"
