"""The tests' settings with the pseudo-language beside those that the site speaks."""

from tests import settings
from tests.languages import pseudo
from tests.settings import *  # noqa: F403

LANGUAGES = [*settings.LANGUAGES, (pseudo.CODE, "Pseudo")]
pseudo.install()
