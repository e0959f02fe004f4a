"""A site that speaks English and the pseudo-language."""

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from tests.languages import pseudo


@pytest.fixture
def spoken(settings, monkeypatch):
    settings.LANGUAGES = [("en", "English"), (pseudo.CODE, "Pseudo")]
    known = trans_real.check_for_language
    monkeypatch.setattr(trans_real, "check_for_language", lambda code: code == pseudo.CODE or known(code))
    monkeypatch.setitem(trans_real._translations, pseudo.CODE, pseudo.Pseudo())
    trans_real.get_languages.cache_clear()
    trans_real._get_supported_language_variant.cache_clear()
    with translation.override("en"):
        yield
    trans_real.get_languages.cache_clear()
    trans_real._get_supported_language_variant.cache_clear()
