"""Start the peer on a free port of 127.0.0.1 and serve until stdin closes.

The environment has the settings that peer/settings.py reads. Standard output
is one line of JSON: the base URL, and a token for each person.
"""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "peer.settings"

try:
    import django

    django.setup()
except ModuleNotFoundError as missing:
    packages = "python3-django and python3-djangorestframework"
    sys.exit(f"{missing}; the peer needs Debian's {packages}")

from peer.server import serve  # noqa: E402, because it needs Django set up

serve()
