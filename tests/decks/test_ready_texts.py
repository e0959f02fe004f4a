"""Ready decks in the reader's language: every text of theirs is there for translators."""

from cards import ready_texts
from engine import sets


def test_every_text_of_the_data_is_there():
    shown = {text for deck in sets.decks().values() for text in (deck.name, deck.place, deck.theme) if text}
    assert shown | {each.name for each in sets.sets().values()} == ready_texts.TEXTS


def test_what_people_have_written_stays(monkeypatch):
    monkeypatch.setattr(ready_texts, "gettext", str.upper)
    assert ready_texts.local_text("Wadden Sea") == "WADDEN SEA"
    assert [ready_texts.local_text(text) for text in ("Play", "")] == ["Play", ""]
