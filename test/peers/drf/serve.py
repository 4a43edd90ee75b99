"""Start the peer on a free port of 127.0.0.1 and serve until stdin closes.

PEER_STATE names an empty directory for the database and the request log.
Standard output is one line of JSON: the base URL and a token for each person.
"""

import json
import os
import sys
from threading import Thread

try:
    import django
    import rest_framework  # noqa: F401
except ImportError as missing:
    sys.exit(f"{missing}: install python3-django and python3-djangorestframework")

os.environ["DJANGO_SETTINGS_MODULE"] = "peer.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.servers.basehttp import (  # noqa: E402
    ThreadedWSGIServer,
    WSGIRequestHandler,
)
from django.core.wsgi import get_wsgi_application  # noqa: E402

from peer.people import create_people  # noqa: E402


def main():
    """Prepare the database, tell where the peer is, and serve."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    tokens = create_people()
    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    Thread(target=server.serve_forever).start()
    url = f"http://127.0.0.1:{server.server_port}/{settings.BASE_PATH}"
    print(json.dumps({"url": url.rstrip("/"), "tokens": tokens}), flush=True)
    sys.stdin.read()
    server.shutdown()


if __name__ == "__main__":
    main()
