"""The people of the tests and what each of them may do."""

from django.contrib.auth.models import Permission, User
from rest_framework.authtoken.models import Token

from peer.models import HashedToken

EVERYTHING = ("view", "add", "change", "delete")

RIGHTS = {
    "editor": EVERYTHING,
    "bearer": EVERYTHING,
    "busy": EVERYTHING,
    "reader": ("view",),
    "outsider": (),
}


def create_people():
    """Create everybody and return each one's token by name."""
    people = User.objects
    tokens = {"admin": issue(people.create_superuser("admin"))}
    for name, actions in RIGHTS.items():
        person = people.create_user(name)
        person.user_permissions.set(permissions(actions))
        tokens[name] = issue(person)
    return tokens


def permissions(actions):
    """The permissions for these actions on every model of the plugins."""
    return [
        permission
        for permission in Permission.objects.filter(
            content_type__app_label__in=["cable_map", "dns_zones"]
        )
        if permission.codename.partition("_")[0] in actions
    ]


def issue(person):
    """A token of the second form for bearer, of the first for all others."""
    if person.username == "bearer":
        return HashedToken.issue(person)
    return Token.objects.create(user=person).key
