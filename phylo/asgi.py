"""The ASGI application, for `manage.py serve` and for any other ASGI server."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phylo.settings")
django_application = get_asgi_application()

from django.conf import settings  # noqa: E402
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler  # noqa: E402

from phylo.logs import Requests  # noqa: E402
from phylo.static import StaticFront  # noqa: E402

# While developing, changed files count at once.
front: Any = (
    ASGIStaticFilesHandler(django_application)
    if settings.DEBUG
    else StaticFront(django_application, root=settings.STATIC_ROOT, prefix=settings.STATIC_URL)
)
application = Requests(front)
