"""Settings of a site that is on one person's device. `entry` has set OWN_DEVICE and PHYLO_DATA before."""

import os
from pathlib import Path

from csp.constants import SELF

from phylo import settings
from phylo.settings import *  # noqa: F403

# Nothing that it signs ever leaves the device, where whoever could read it can read the database too.
SECRET_KEY = "of a site on its own device"
ALLOWED_HOSTS = ["*"]
# On the device there are no static files, but what `make static` has called them.
STATIC_ROOT = Path(os.environ.get("PHYLO_STATIC") or settings.BASE_DIR / "static")
OFFLINE_COPY = None

# After every commit the file is whole, so that it can be stored as it is.
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": settings.VAR_DIR / "phylo.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF"},
    }
}
# Nobody else counts with it, and there is no other process.
CACHES = settings.CACHES | {"default": settings.IN_MEMORY}

# The page of a device shows the site's pages in a frame.
X_FRAME_OPTIONS = "SAMEORIGIN"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": settings.CONTENT_SECURITY_POLICY["DIRECTIVES"] | {"frame-ancestors": [SELF]}
}

THINKING_APART = COMPILED = False
API_VIEWER = False
API_LIMITS = dict.fromkeys(settings.API_LIMITS, (1000000, 60))
RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (1000000, 3600))
