"""Cards and pending proposals that may be about the same living thing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

from cards.models import Card, Proposal
from cards.models.card import IDENTIFIERS
from cards.models.derived import plain

NEAR = 90
"""Of 100: how alike names have to be."""
MOST = 8
SHORTEST = 4
"""Letters that two names need for likeness to mean anything."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """`certain`: name, Latin name or an identifier are the same, not only alike."""

    card: Card | None
    proposal: Proposal | None
    why: str
    certain: bool


def duplicates(contents: Mapping[str, Any], *, but: Proposal | None = None) -> list[Duplicate]:
    """The certain ones first, eight at most. The card of the same key is none; nor is the proposal `but`."""
    name, latin = plain(str(contents.get("name") or "")), plain(str(contents.get("latin_name") or ""))
    key = str(contents.get("key") or "")
    found = [*_same(contents, key, name, latin), *_proposed(contents, but, name, latin)]
    seen = {each.card.pk for each in found if each.card is not None}
    return [*found, *_alike(key, name, latin, seen)][:MOST]


def _same(contents: Mapping[str, Any], key: str, name: str, latin: str) -> list[Duplicate]:
    same = Q(pk__in=[])
    if name:
        same |= Q(search_text__startswith=f"|{name}|")
    if latin:
        same |= Q(search_text__contains=f"|{latin}|")
    for column in IDENTIFIERS:
        if contents.get(column):
            same |= Q(**{column: contents[column]})
    cards = Card.objects.offered().filter(same).exclude(key=key).order_by("name_order")[:MOST]
    return [Duplicate(card, None, _why(contents, card, name, latin), True) for card in cards]


def _why(contents: Mapping[str, Any], card: Card, name: str, latin: str) -> str:
    for column in IDENTIFIERS:
        if contents.get(column) and getattr(card, column) == contents[column]:
            return _("the same identifier: %(value)s") % {"value": contents[column]}
    if latin and plain(card.latin_name) == latin:
        return _("the same Latin name")
    return _("the same name")


def _proposed(contents: Mapping[str, Any], but: Proposal | None, name: str, latin: str) -> list[Duplicate]:
    """Pending proposals of new cards; there are never many of them."""
    found = []
    rows = Proposal.objects.pending().filter(kind="new")
    if but is not None:
        rows = rows.exclude(pk=but.pk)
    for proposal in rows.order_by("submitted_at")[:500]:
        theirs = proposal.contents
        if latin and plain(theirs.get("latin_name") or "") == latin:
            found.append(Duplicate(None, proposal, _("proposed already, with the same Latin name"), True))
        elif name and plain(theirs.get("name") or "") == name:
            found.append(Duplicate(None, proposal, _("proposed already, with the same name"), True))
    return found


def _alike(key: str, name: str, latin: str, seen: set[int]) -> list[Duplicate]:
    rows = list(Card.objects.offered().exclude(key=key).order_by().values_list("pk", "search_text"))
    parts = {pk: text.split("|") for pk, text in rows if pk not in seen}
    near: dict[int, str] = {}
    for wanted, place, why in ((latin, 2, _("a similar Latin name")), (name, 1, _("a similar name"))):
        if len(wanted) < SHORTEST:
            continue
        texts = {pk: text[place] for pk, text in parts.items() if len(text) > place}
        for _text, _score, pk in process.extract(
            wanted, texts, scorer=fuzz.ratio, score_cutoff=NEAR, limit=MOST
        ):
            near.setdefault(pk, why)
    cards = Card.objects.in_bulk(list(near))
    return [Duplicate(cards[pk], None, why, False) for pk, why in near.items() if pk in cards]
