"""As for all of the API."""

from tests.api.conftest import _allowance, _bulk_folder, cards, real_set  # noqa: F401
