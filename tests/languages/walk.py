"""
The pages of a site in the pseudo-language and in each that it speaks: python -m tests.languages.walk

Prints what was read and what is left in English on each page, by language, as JSON.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser

from tests.languages import pseudo
from tests.services import without
from tests.services.site import ROOT

SHOWN = ("title", "alt", "aria-label", "aria-description", "aria-valuetext", "placeholder", "content")
"""Attributes that people read or hear."""
SILENT = {"script", "style", "code", "pre", "kbd", "textarea", "svg"}
WORD = re.compile(r"[A-Za-z][A-Za-z’'-]{2,}")
THE_SAME = (
    "Phylo", "phylo", "Ecosystem", "Coral Reef", "HOME", "PDF", "CSV", "JSON Lines", "JSON", "API", "SHA-256",
    "TRF16", "SVG", "PNG", "WebP", "XLSX", "CC BY-NC-SA", "CC BY-NC", "CC BY-SA", "CC BY", "English",
    "Pseudo", "Deutsch", "Español", "Français", "Nitka", "Mocha", "testserver", "http://", "https://", "Ada",
    "Ben", "TOML",
    "Wikidata", "GBIF", "iNaturalist", "Catalogue of Life", "/class/", "/decks/", "kept/", "heath/", "Letter",
)  # fmt: skip
"""Names, and what is written alike in every language."""
ENGLISH = re.compile(r"\b(?:the|and|with|your|you|this|that|are|from|which|have|cards?)\b", re.IGNORECASE)
"""Words by which English is known beside French, German and Spanish."""
LANGUAGES = (pseudo.CODE, "de", "es", "fr")
LEVELS = {"carnivore", "herbivore", "omnivore"}
"""As data sets write them in the source of a diet."""
FULL_OF_DATA = re.compile(
    r"^/cards/(?:propose|food-web|data-sets|[^/]+/(?:edit|history|facts))/$|^/teach/example/"
)
"""Pages of curators with places, drawings and values as data sets call them; a class with its children."""
BEGIN = (
    "/", "/lobby/", "/rules/", "/sets/", "/sets/new/", "/privacy/", "/account/delete/", "/api/", "/archive/",
    "/ladder/", "/tournaments/new/", "/learn/lessons/", "/puzzles/",
)  # fmt: skip


class Texts(HTMLParser):
    """The texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag in SILENT:
            self.silent.append(tag)
        given = dict(attrs)
        if tag == "meta" and given.get("name") != "description":
            return
        self.found += [given[name] for name in SHOWN if given.get(name)]
        if tag == "input" and given.get("type") in {"submit", "button"}:
            self.found.append(given.get("value") or "")

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent:
            self.found.append(data)


def english(page: str, names: re.Pattern[str], word: re.Pattern[str]) -> list[str]:
    """The texts of a page that have such a word, but for names."""
    reader = Texts()
    reader.feed(page)
    return [" ".join(text.split()) for text in reader.found if word.search(names.sub("", text))]


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def names_there() -> re.Pattern[str]:
    """Of cards, decks, people and so on, and what belongs to them: it is data, not wording."""
    from cards.decks.models import Deck
    from cards.evidence.models import DataSet
    from cards.models import Card, CardSet
    from phylo.accounts.models import User

    found = set(THE_SAME)
    for model, columns in (
        (Card, ("name", "latin_name", "fact", "kingdom", "phylum", "class_name", "source", "subject")),
        (Deck, ("name", "place", "theme")),
        (CardSet, ("name", "description")),
        (DataSet, ("title", "citation", "version")),
        (User, ("username",)),
    ):
        for row in model.objects.values_list(*columns):
            found |= {value for value in row if value}
    for sources in Card.objects.values_list("sources", flat=True):
        # A single word could be wording somewhere else.
        found |= {text for text in texts_in(sources) if " " in text or text in LEVELS}
    return re.compile("|".join(sorted(map(re.escape, found), key=len, reverse=True)))


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.languages.settings"
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    without.set_up()
    from cards.loading.load import load_card_set
    from phylo.serving.messages import compile_messages

    load_card_set()
    compile_messages([ROOT / "locale"])

    begun = without.play()
    names = names_there()
    print(json.dumps({each: walked(each, begun, names) for each in LANGUAGES}, ensure_ascii=False, indent=1))


def walked(language: str, begun: list[str], names: re.Pattern[str]) -> dict[str, object]:
    """`read`: the pages; `left`: what is English on each."""
    left: dict[str, list[str]] = {}

    def look(path: str, told: str) -> None:
        if "<html" not in told[:200] or FULL_OF_DATA.search(path):
            return
        assert f'lang="{language}"' in told[:200], path
        if found := english(told, names, WORD if language == pseudo.CODE else ENGLISH):
            left[path] = found

    read = without.crawl([*BEGIN, *begun], look, headers={"accept-language": language})
    return {"read": read, "left": left}


if __name__ == "__main__":
    sys.exit(main())
