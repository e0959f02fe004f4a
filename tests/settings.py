"""Settings for tests: those of the site, with separate data.

Without DATABASE_URL and REDIS_URL the tests run on the embedded default.
"""

import atexit
import os
import shutil
import tempfile
from urllib.parse import urlsplit

os.environ["PHYLO_DATA"] = tempfile.mkdtemp(prefix="phylo-test-")
atexit.register(shutil.rmtree, os.environ["PHYLO_DATA"], ignore_errors=True)
os.environ.setdefault("SECRET_KEY", "a key for tests alone")

if os.environ.get("REDIS_URL"):
    # Each process of xdist gets one of Redis's 16 databases; 0 is left alone.
    number = 1 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 15
    os.environ["REDIS_URL"] = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{number}").geturl()

PLAIN = os.environ.get("PHYLO_PLAIN")

from phylo.settings import *  # noqa: E402, F403

# A site without some slices (tests/services/without.py).
WITHOUT = os.environ.get("PHYLO_WITHOUT", "").split()
INSTALLED_APPS = [name for name in INSTALLED_APPS if name not in WITHOUT]  # noqa: F405
ALLOWED_HOSTS = ["*"]
if DATABASES["default"]["ENGINE"] == "phylo.sqlite":  # noqa: F405
    # The data need not outlive the tests.
    DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"  # noqa: F405
# All tests come from one address.
RATE_LIMITS = {"sign-ups": (10**6, 3600), "matches": (10**6, 3600), "decks": (10**6, 3600)}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Most tests think where they run; some start the child process, which need not load compiled code.
THINKING_APART = COMPILED = False
if PLAIN is None:
    del os.environ["PHYLO_PLAIN"]
# Pages are rendered without a collected STATIC_ROOT.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
