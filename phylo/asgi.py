"""The ASGI application, for `manage.py serve` and for any other ASGI server."""

import os
from urllib.parse import urlsplit

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler  # noqa: E402

from phylo.serving.front import (  # noqa: E402
    Application,
    BodyLimit,
    Requests,
    StaticFront,
)
from phylo.serving.graceful_shutdown import OpenRequests  # noqa: E402
from phylo.serving.handler import Handler  # noqa: E402
from phylo.serving.metrics import Measured  # noqa: E402

django_application = Handler()
# In development, changed static files are served at once.
front: Application = (
    ASGIStaticFilesHandler(django_application)
    if settings.DEBUG
    else StaticFront(django_application, root=settings.STATIC_ROOT, prefix=urlsplit(settings.STATIC_URL).path)
)
open_requests = OpenRequests(BodyLimit(front), alone=settings.EMBEDDED)
application = Requests(Measured(open_requests) if settings.METRICS_ADDRESS else open_requests)
