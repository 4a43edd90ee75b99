"""What NetBox's API has beside the plugins, as far as clients look at it."""

from django.conf import settings
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from peer.permissions import MayDiscover


class Root(APIView):
    """The root of the API, with a link to each of its parts."""

    permission_classes = [MayDiscover]

    def get(self, request):
        """Answer with the links."""
        return Response({
            part: request.build_absolute_uri(f"{part}/")
            for part in ("plugins", "status")
        })


class Status(APIView):
    """The version, for everybody who may log in."""

    permission_classes = [MayDiscover]

    def get(self, request):
        """Answer with the version that the peer plays."""
        return Response({
            "netbox-version": settings.NETBOX_VERSION,
            "netbox-full-version": settings.NETBOX_VERSION,
        })


class AuthenticationCheck(APIView):
    """The user who asks."""

    permission_classes = [IsAuthenticated]

    def get(self, request):
        """Answer with the user."""
        user = request.user
        return Response({"id": user.pk, "username": user.get_username()})
