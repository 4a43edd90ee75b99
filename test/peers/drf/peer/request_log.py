"""A record of every request, so that a test can tell what was really sent."""

import json
from threading import Lock
from uuid import uuid4

from django.conf import settings


class RequestLog:
    """Middleware that writes one line of JSON before each answer leaves."""

    def __init__(self, get_response):
        self.get_response = get_response
        self.lock = Lock()
        self.path = settings.STATE / "requests.jsonl"

    def __call__(self, request):
        """Answer the request, number the answer, and record both."""
        body = request.body.decode("utf-8", "replace")
        response = self.get_response(request)
        response["X-Request-ID"] = str(uuid4())
        response["API-Version"] = "4.5"
        self.write({
            "id": response["X-Request-ID"],
            "method": request.method,
            "path": request.path,
            "query": request.META["QUERY_STRING"],
            "branch": request.headers.get("X-NetBox-Branch", ""),
            "body": body,
            "status": response.status_code,
        })
        return response

    def write(self, entry):
        """Append the entry."""
        with self.lock, self.path.open("a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")
