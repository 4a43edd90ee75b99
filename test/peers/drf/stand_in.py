"""Stand in for a NetBox with my_plugin in it, on port 8000 of 127.0.0.1.

With the argument test, run the tests of my_plugin instead. Otherwise serve until the
interruption. Each start has a new database and new tokens, which are written into
admin.token and weak.token. PEER_PORT is another port, 0 a free one.
"""

import os
import signal
import sys
import tempfile
from pathlib import Path

from peer.packages import set_up

os.environ["PEER_PLUGINS"] = "my_plugin.apps.MyPluginConfig"


def write_token(name, token):
    """Write a token so that only this user can read it."""
    file = Path(name)
    file.touch(mode=0o600)
    file.write_text(token + "\n", encoding="ascii")


def run_tests():
    """Run the plugin's tests."""
    from django.core.management import call_command

    call_command("test", "my_plugin")


def serve():
    """Serve until the interruption."""
    from peer.server import start  # because it needs Django set up

    url, tokens = start(int(os.environ.get("PEER_PORT", "8000")))
    write_token("admin.token", tokens["admin"])
    write_token("weak.token", tokens["outsider"])
    print(f"{url} stands in for a NetBox; Ctrl-C ends it.", flush=True)
    try:
        signal.pause()
    except KeyboardInterrupt:
        pass


with tempfile.TemporaryDirectory() as state:
    os.environ["PEER_STATE"] = state
    set_up()
    if sys.argv[1:] == ["test"]:
        run_tests()
    else:
        serve()
