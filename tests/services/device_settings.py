"""Settings for tests within Pyodide: those of tests, with what a device has in place of a server's."""

from phylo.offline import settings as device
from tests.settings import *  # noqa: F403
from tests.settings import STORAGES

SECRET_KEY = device.SECRET_KEY
CACHES = device.CACHES
DATABASES = device.DATABASES
# What `make static` has called the static files is known; the files themselves are not there.
STATIC_ROOT = device.STATIC_ROOT
STORAGES = STORAGES | {"staticfiles": device.STORAGES["staticfiles"]}
