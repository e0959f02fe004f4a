"""Files of translators: compiled where they are newer, and checked by `make lint`."""

import gettext
import os
from pathlib import Path

import pytest
from django import conf
from django.core.validators import MaxLengthValidator

from phylo.http import form_texts
from phylo.serving.messages import compile_messages
from scripts.lint_messages import faults, shortened

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
WHOLE = """msgid "card"
msgstr "Karte"

msgid "%(count)s card"
msgid_plural "%(count)s cards"
msgstr[0] "%(count)s Karte"
msgstr[1] "%(count)s Karten"
"""
WORDS = "en,de\ncard,Karte\n"


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    (tmp_path / "words.csv").write_text(WORDS, encoding="utf-8")
    (tmp_path / "de" / "LC_MESSAGES").mkdir(parents=True)
    return tmp_path


def file_of(locale: Path, messages: str = WHOLE) -> Path:
    path = locale / "de" / "LC_MESSAGES" / "django.po"
    path.write_text(HEAD + messages, encoding="utf-8")
    return path


def said(locale: Path) -> str:
    return gettext.translation("django", locale, ["de"]).ngettext("%(count)s card", "%(count)s cards", 2)


def test_what_is_newer_is_compiled(locale):
    source = file_of(locale)
    assert compile_messages([locale]) == [source.with_suffix(".mo")]
    assert said(locale) == "%(count)s Karten"
    assert compile_messages([locale]) == []
    # A copy of another time, be it older.
    os.utime(source, (1_000_000_000, 1_000_000_000))
    assert compile_messages([locale]) == [source.with_suffix(".mo")]
    assert [path.name for path in sorted(source.parent.iterdir())] == ["django.mo", "django.po"]


def test_the_same_source_is_compiled_alike(locale):
    """Whenever that is done; a copy of the site has these files."""
    source = file_of(locale)
    compile_messages([locale])
    assert b"POT-Creation-Date: 1970-01-01 00:00+0000" in source.with_suffix(".mo").read_bytes()


def test_a_site_without_translations_compiles_nothing(tmp_path):
    assert compile_messages([tmp_path / "missing"]) == []


def test_a_site_that_may_not_write_there_goes_on(locale, monkeypatch, caplog):
    source = file_of(locale)

    def refuse(*_what: object, **_how: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("phylo.serving.messages.TemporaryDirectory", refuse)
    assert compile_messages([locale]) == []
    assert f"cannot compile {source}: Permission denied" in caplog.text


def test_of_a_new_language_the_first_missing_ones_are_told(locale):
    empty = "".join(f'msgid "Text\\n{number}"\nmsgstr ""\n\n' for number in range(30))
    told = shortened(list(faults(file_of(locale, f"#, fuzzy\n{WHOLE}{empty}"))))
    assert len(told) == 22
    assert "doubtful" in told[0]
    assert told[1] == "de: “Text 0” is not translated"
    assert told[-1] == "de: 30 in all are not translated"


def test_a_whole_file_has_no_faults(locale):
    assert list(faults(file_of(locale))) == []


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ('msgid "Play"\nmsgstr ""\n', "is not translated"),
        ('#, fuzzy\nmsgid "Play"\nmsgstr "Spielen"\n', "doubtful"),
        ('msgid "%(name)s wins"\nmsgstr "%(Name)s gewinnt"\n', "placeholders"),
        ('msgid "<b>Play</b>"\nmsgstr "<b>Spielen"\n', "placeholders"),
        ('msgid "Play: "\nmsgstr "Spielen:"\n', "white space"),
        ('msgid "%(n)s a"\nmsgid_plural "%(n)s b"\nmsgstr[0] "%(n)s c"\nmsgstr[1] ""\n', "is not translated"),
        ('msgid "card"\nmsgstr "Spielkarte"\n', "“Karte” in locale/words.csv"),
    ],
)
def test_a_fault_is_told(locale, messages, fault):
    [told] = faults(file_of(locale, messages))
    assert told.startswith("de: “")
    assert fault in told


def test_what_the_site_says_of_forms_is_what_django_says():
    """Else Django has other words by now, and its own translation of them is shown."""
    django = gettext.translation("django", Path(conf.__file__).parent / "locale", ["de"])
    texts = [text for text in form_texts.TEXTS if isinstance(text, str)]
    assert [text for text in texts if django.gettext(text) == text] == []
    (longest,) = set(form_texts.TEXTS) - set(texts)
    assert vars(longest)["_kw"] == vars(MaxLengthValidator.message)["_kw"]


def test_the_singular_of_a_language_that_says_it_of_0_has_the_number(locale):
    card = 'msgid "1 card"\nmsgid_plural "%(count)s cards"\n'
    carte = 'msgstr[0] "{} carte"\nmsgstr[1] "%(count)s cartes"\n'
    path = locale / "de" / "LC_MESSAGES" / "django.po"
    for plural, number, told in (("n > 1", "1", 1), ("n > 1", "%(count)s", 0), ("n != 1", "1", 0)):
        path.write_text(HEAD.replace("n != 1", plural) + card + carte.format(number), encoding="utf-8")
        assert len(list(faults(path))) == told
