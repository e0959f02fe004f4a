"""The JSON interface of the original site, phylogame.org: a list of cards with HTML texts.

Its texts say in prose what the record format says in fields. Only what is certain is imported; the rest is
noted. Events and habitats have no values there and cannot be read.
"""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

from django.utils.text import slugify
from django.utils.translation import gettext as _

from cards.exchange.entry import Entry, ExchangeError, Sheet
from cards.models import Climate
from phylo.http.input import whole_number

MARKS = {"hierarchy", "habitat1", "card_content", "temperature"}
DIETS = {"carbon-macromolecules": "molecular-carbon", "carbon": "molecular-carbon"}
TERRAINS = {"fresh-water": "freshwater", "grasslands": "grassland"}
NOTHING = {"", "none", "0"}
LONGEST_FACT = 110
# Fields that the reader uses, or that only repeat others.
KNOWN = MARKS | {
    "name", "latin_name", "card_url", "size", "food", "habitat2", "habitat3", "classification",
    "graphic", "graphic_artist", "graphic_artist_url", "photo", "photo_artist", "photo_artist_url",
    "card_color", "background_image_url", "size_image_url", "food_hierarchy_image_url",
}  # fmt: skip
WRAPPED = re.compile(r"^[\w.$]{1,64}\((.*)\)\s*;?\s*$", re.DOTALL)
POINTS = re.compile(r"(-?\d{1,2})\s*points?\b", re.IGNORECASE)
STEPS = re.compile(r"\b(MOVE|FLIGHT|SPREAD)\s*(?:of\s*)?:?\s*([1-9])\b")
# Keywords about which the text says more than their name.
WORDY = re.compile(r"\b(INVASIVE|PARASIT\w*|COMMENSAL|SCAVENGER|adjacent|prey|feed)\b", re.IGNORECASE)


def unwrapped(text: str) -> str:
    """The JSON inside the call of a `callback` (JSONP)."""
    found = WRAPPED.match(text.strip())
    return found[1] if found else text


def read(value: object) -> Iterator[Entry]:
    cards = [value] if isinstance(value, Mapping) else value
    if not isinstance(cards, list):
        raise ExchangeError(_("The file is no list of cards."))
    return _entries(cards)


def _entries(cards: list[object]) -> Iterator[Entry]:
    taken: dict[str, int] = {}
    for number, card in enumerate(cards, start=1):
        place = _("card %(number)s") % {"number": number}
        if not isinstance(card, Mapping) or not _text(card, "name"):
            yield Entry(place, {}, mistakes={"": _("has no name")})
            continue
        key = slugify(_name(card))[:70].strip("-")
        taken[key] = taken.get(key, 0) + 1
        if taken[key] > 1:
            key = f"{key}-{taken[key]}"
        yield _entry(place, card, key)


def _entry(place: str, card: Mapping[str, object], key: str) -> Entry:
    if _text(card, "size") in NOTHING or _text(card, "hierarchy") in NOTHING:
        says = _("has no scale or number: events and habitats of that site are prose and cannot be read")
        return Entry(place, {"key": key, "name": _name(card)}, mistakes={"": says})
    text = _plain(_text(card, "card_content"))
    terrains = [_text(card, f"habitat{number}").lower() for number in (1, 2, 3)]
    ranks = [*_words(card.get("classification")), "", "", ""][:3]
    diet = _text(card, "food").lower()
    sheet: Sheet = {
        "key": key,
        "name": _name(card),
        "latin_name": _text(card, "latin_name"),
        "kind": "species",
        "scale": _number(card, "size"),
        "food_chain": _number(card, "hierarchy"),
        "diet": DIETS.get(diet, diet),
        "terrains": [TERRAINS.get(each, each) for each in terrains if each not in NOTHING],
        "climates": _words(card.get("temperature")),
        "points": _points(_play(text)) or _points(text),
        **dict(zip(("kingdom", "phylum", "class"), ranks, strict=True)),
        "abilities": _abilities(text),
        "source": _source(card),
    }
    fact = _fact(text)
    if fact and len(fact) <= LONGEST_FACT:
        sheet["fact"] = fact
    return Entry(place, sheet, tuple(_notes(card, text, fact)), named=True)


def _text(card: Mapping[str, object], name: str) -> str:
    value = card.get(name)
    return " ".join(str(value).split()) if isinstance(value, str | int) else ""


def _name(card: Mapping[str, object]) -> str:
    """The name without HTML entities."""
    return _plain(_text(card, "name"))


def _number(card: Mapping[str, object], name: str) -> int | str:
    text = _text(card, name)
    number = whole_number(text, digits=3)
    return text if number is None else number


def _words(value: object) -> list[str]:
    """Words in a list, in an object's values, or separated by commas."""
    if isinstance(value, Mapping):
        value = list(value.values())
    parts = value if isinstance(value, list) else re.split(r"[,;]", value) if isinstance(value, str) else []
    words = [" ".join(part.split()) for part in parts if isinstance(part, str)]
    return [word.lower() if word.lower() in Climate.values else word for word in words if word]


def _points(text: str) -> int | None:
    found = POINTS.search(text)
    return int(found[1]) if found else None


def _play(text: str) -> str:
    """The part of the text about play, without the fact."""
    return re.split(r"\bFACT\b", text, maxsplit=1)[0]


def _fact(text: str) -> str:
    parts = re.split(r"\bFACT\b\s*:?", text, maxsplit=1)
    return parts[1].strip() if len(parts) == 2 else ""


def _abilities(text: str) -> dict[str, object]:
    play = _play(text)
    abilities: dict[str, object] = {}
    for word, number in STEPS.findall(play):
        if word == "SPREAD":
            needs = [need for need in ("pollinator", "wind") if need.upper() in play]
            abilities["spread"] = {"count": int(number), "needs": needs}
        else:
            abilities[word.lower()] = int(number)
    if "POLLINATOR" in play and "spread" not in abilities:
        abilities["pollinator"] = True
    return abilities


def _source(card: Mapping[str, object]) -> str:
    artists = {"drawing": _text(card, "graphic_artist"), "photo": _text(card, "photo_artist")}
    parts = [f"{what}: {_plain(artist)}" for what, artist in artists.items() if artist]
    return "; ".join([_text(card, "card_url") or "https://phylogame.org/", *parts])[:300]


def _notes(card: Mapping[str, object], text: str, fact: str) -> Iterator[str]:
    wordy = sorted({word.lower() for word in WORDY.findall(_play(text))})
    if wordy:
        yield _("Left out of the abilities, as it stands in prose: %(words)s.") % {"words": ", ".join(wordy)}
    if len({int(number) for number in POINTS.findall(_play(text))}) > 1:
        yield _("Its text names points more than once; the first were taken.")
    more = _words(card.get("classification"))[3:]
    if more:
        yield _("Left out of the classification: %(words)s.") % {"words": ", ".join(more)}
    unknown = sorted(name for name in card.keys() - KNOWN if card[name])
    if unknown:
        yield _("Not known and left out: %(words)s.") % {"words": ", ".join(unknown)}
    if len(fact) > LONGEST_FACT:
        yield _("The fact is longer than a card holds and was left out.")
    if _text(card, "graphic") or _text(card, "photo"):
        yield _("Pictures are not taken over; the site draws its own.")


class _Letters(HTMLParser):
    """The text of HTML, with elements separated by blanks."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.silent += tag in ("script", "style")
        self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style") and self.silent > 0
        self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)


def _plain(html: str) -> str:
    letters = _Letters()
    letters.feed(html)
    letters.close()
    return " ".join("".join(letters.parts).split())
