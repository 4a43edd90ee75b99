"""Model permissions that gate reads as well as writes."""

from rest_framework.permissions import DjangoModelPermissions

VIEW = ["%(app_label)s.view_%(model_name)s"]
CHANGE = ["%(app_label)s.change_%(model_name)s"]


class ModelPermissions(DjangoModelPermissions):
    """DRF's model permissions with the view permission for GET and HEAD."""

    perms_map = {**DjangoModelPermissions.perms_map, "GET": VIEW, "HEAD": VIEW}


class ActionPermissions(ModelPermissions):
    """For actions: a POST changes an object that exists, it adds none."""

    perms_map = {**ModelPermissions.perms_map, "POST": CHANGE}
