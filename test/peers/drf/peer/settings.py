"""Django settings of the peer, as close to NetBox's own as a test needs."""

import os
import secrets
from pathlib import Path

# An empty directory for the database and the request log.
STATE = Path(os.environ["PEER_STATE"])

# NetBox's settings of the same names: the path below which everything is, ""
# or with a slash at its end; and whether nothing is shown to anonymous people.
BASE_PATH = os.environ.get("PEER_BASE_PATH", "")
LOGIN_REQUIRED = os.environ.get("PEER_LOGIN_REQUIRED") != "0"

# The NetBox that the peer plays.
NETBOX_VERSION = "4.5.1"

SECRET_KEY = secrets.token_hex()
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "peer.urls"
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "peer",
    "cable_map.apps.CableMapConfig",
    "dns_zones.apps.DNSZonesConfig",
    *os.environ.get("PEER_PLUGINS", "").split(),
]

# The tables are made from the models alone: each start has a new database.
MIGRATION_MODULES = {
    "auth": None,
    "contenttypes": None,
    "authtoken": None,
}

MIDDLEWARE = [
    "peer.request_log.RequestLog",
    "django.middleware.common.CommonMiddleware",  # adds the missing slash
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": STATE / "peer.sqlite3",
    },
}

# The first class decides how a bad credential is answered. Session
# authentication has no challenge, so DRF makes it 403, as in NetBox; token
# authentication has one, so it is 401.
AUTHENTICATION = [
    "rest_framework.authentication.SessionAuthentication",
    "peer.authentication.Token",
    "peer.authentication.BearerToken",
]
if os.environ.get("PEER_CHALLENGES") == "1":
    del AUTHENTICATION[0]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": AUTHENTICATION,
    "DEFAULT_PERMISSION_CLASSES": ["peer.permissions.ModelPermissions"],
    "DEFAULT_PAGINATION_CLASS": (
        "rest_framework.pagination.LimitOffsetPagination"
    ),
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"transfer": "1/hour", "notify": "1/hour"},
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "COERCE_DECIMAL_TO_STRING": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"stderr": {"class": "logging.StreamHandler"}},
    "loggers": {
        "django": {
            "handlers": ["stderr"],
            "level": "ERROR",
            "propagate": False,
        },
        "django.server": {"level": "ERROR", "propagate": True},
    },
}
