"""Who may see the plugins, and who may use their objects."""

from django.conf import settings
from rest_framework.permissions import DjangoModelPermissions, IsAuthenticated

VIEW = ["%(app_label)s.view_%(model_name)s"]
CHANGE = ["%(app_label)s.change_%(model_name)s"]


class MayDiscover(IsAuthenticated):
    """Everybody who is known, or simply everybody if no login is required."""

    def has_permission(self, request, view):
        """Let the request through, or not."""
        return not settings.LOGIN_REQUIRED or super().has_permission(
            request, view
        )


class ModelPermissions(DjangoModelPermissions):
    """DRF's model permissions with the view permission for GET and HEAD."""

    perms_map = {**DjangoModelPermissions.perms_map, "GET": VIEW, "HEAD": VIEW}


class ActionPermissions(ModelPermissions):
    """For actions: a POST changes an object that exists, it adds none."""

    perms_map = {**ModelPermissions.perms_map, "POST": CHANGE}
