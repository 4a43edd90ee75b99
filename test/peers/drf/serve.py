"""Start the peer on a free port of 127.0.0.1 and serve until stdin closes.

The environment has the settings that peer/settings.py reads. Standard output
is one line of JSON: the base URL, and a token for each person.
"""

from peer.packages import set_up

set_up()

from peer.server import serve  # noqa: E402, because it needs Django set up

serve()
