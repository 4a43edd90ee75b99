"""What the peer needs of Debian."""

import os
import sys


def set_up():
    """Set Django up, or end the program and say which packages it needs."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "peer.settings"
    try:
        import django

        django.setup()
    except ModuleNotFoundError as missing:
        packages = "python3-django and python3-djangorestframework"
        sys.exit(f"{missing}; the peer needs Debian's {packages}")
