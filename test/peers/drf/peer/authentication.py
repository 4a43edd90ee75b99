"""The two forms of API token: Token <hex>, and Bearer nbt_<key>.<secret>."""

from hmac import compare_digest

from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed

from peer.models import HashedToken, digest


class Token(authentication.TokenAuthentication):
    """DRF's own token, which NetBox calls version 1."""


class BearerToken(authentication.TokenAuthentication):
    """The hashed token, which NetBox calls version 2."""

    keyword = "Bearer"

    def authenticate_credentials(self, key):
        """Find the user of a token nbt_<key>.<secret>."""
        public, _, secret = key.removeprefix("nbt_").partition(".")
        token = HashedToken.objects.filter(key=public).first()
        if token is None or not compare_digest(token.digest, digest(secret)):
            raise AuthenticationFailed("Invalid v2 token")
        return token.user, token
