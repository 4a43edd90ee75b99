"""The server: a new database, the people in it, and Django's WSGI server."""

import json
import sys
from threading import Thread

from django.conf import settings
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application

from peer.people import create_people


def start(port=0):
    """Serve from now on; returns the URL and everybody's token."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    tokens = create_people()
    server = ThreadedWSGIServer(("127.0.0.1", port), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    url = f"http://127.0.0.1:{server.server_port}/{settings.BASE_PATH}"
    Thread(target=server.serve_forever, daemon=True).start()
    return url.rstrip("/"), tokens


def serve():
    """Tell where the peer is and serve until standard input ends."""
    url, tokens = start()
    print(json.dumps({"url": url, "tokens": tokens}), flush=True)
    sys.stdin.read()
