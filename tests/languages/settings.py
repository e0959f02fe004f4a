"""The tests' settings with the pseudo-language beside English and German."""

from tests.languages import pseudo
from tests.settings import *  # noqa: F403

LANGUAGES = [("en", "English"), (pseudo.CODE, "Pseudo"), ("de", "Deutsch")]
pseudo.install()
