"""
Games that are not over, of a player alone against the computer or for two on one device: they go on elsewhere
from the same move, and come back as the same match. If both have gone on, the player chooses what is kept.
"""

import uuid
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.models.card import is_own
from cards.services.known_cards import known_cards
from engine.bots.levels import LEVELS
from games.matches.models import Match, Player, Seat
from games.matches.services.continuing import Ways, begin_again, go_on, is_alone, ways
from games.matches.services.matches import Side
from games.matches.services.play import locked
from games.matches.services.records import export_record
from games.transfer.models import Kind
from games.transfer.services.outcomes import Outcome, Owner, Result, Unfit, unreadable

MOST_RUNNING = 50
"""Games of a player that go along, the newest."""

LONGEST = {
    "deck": Seat._meta.get_field("deck_name").max_length or 0,
    "called": Seat._meta.get_field("called").max_length or 0,
}
"""Letters of what the file tells of a seat."""

Json = Mapping[str, Any]


def going_along(player: Player) -> list[dict[str, object]]:
    """For the file. The record has what is still hidden: the game is nobody's but this player's."""
    alone = (
        match
        for match in Match.objects.of(player.pk)
        .playing()
        .filter(rated=False, pace=Match.Pace.NONE, collection=None)
        .prefetch_related("seats", "moves")
        .iterator(chunk_size=MOST_RUNNING)
        if is_alone(match)
    )
    return [
        {
            "match": str(match.pk),
            "rules": match.rules,
            "begun": match.created.isoformat(),
            "table": [
                {"level": seat.bot, "deck": seat.deck_name, "called": seat.called}
                for seat in match.seats.all()
            ],
            "game": export_record(match, even_playing=True),
        }
        for match in islice(alone, MOST_RUNNING)
    ]


def find(owner: Owner, source: str) -> Match | None:
    """The match of this number if the owner alone plays it here."""
    match = Match.objects.filter(pk=source).prefetch_related("seats", "moves").first()
    if match is None or not is_alone(match):
        return None
    return match if any(seat.player_id == owner.player.pk for seat in match.seats.all()) else None


def known(match: Match, content: Json) -> Result | None:
    """What there is to say before the record is judged; None if the game goes on in it. Raises Refused."""
    found = two_ways(match, content)
    page = _page(match)
    if found.there == found.common:
        return Result(Outcome.KNOWN, page)
    if match.finished:
        return Result(Outcome.REFUSED, page, _("The game is over here, and went another way in the file."))
    return None


def carry_on(owner: Owner, source: str, content: Json, *, even_if_parted: bool = False) -> Result:
    """Make the moves that the file has more, of a legal record. Raises Refused."""
    held = locked(uuid.UUID(source))
    if (said := known(held, content)) is not None:
        return said
    if two_ways(held, content).parted and not even_if_parted:
        return Result(Outcome.CHANGED, _page(held))
    mine = held.seats.filter(player=owner.player).order_by("number").values_list("number", flat=True)
    go_on(match=held, record=content["game"], taking_back=mine[0])
    return Result(Outcome.TAKEN, _page(held))


def begin(owner: Owner, source: str, content: Json) -> Result:
    """The game of a legal record that is not over, as a match of the owner's. Raises Refused."""
    record, table = content["game"], content.get("table")
    if not isinstance(table, list) or not all(isinstance(each, dict) for each in table):
        raise unreadable()
    if Match.objects.of(owner.player.pk).playing().count() >= MOST_RUNNING:
        params = {"most": MOST_RUNNING}
        raise Unfit(_("You have %(most)s running games here. Play some of them first.") % params)
    _check_cards(record.get("cards", {}))
    sides = _sides(owner, record, table)
    owner.claim(Kind.GAME, source)
    match = begin_again(match_id=uuid.UUID(source), record=record, sides=sides)
    return Result(Outcome.TAKEN, _page(match))


def two_ways(match: Match, content: Json) -> Ways:
    """That of the match and that in the file. Raises Refused."""
    record = content["game"]
    if not isinstance(record, dict) or not isinstance(record.get("actions"), list):
        raise unreadable()
    return ways(match, record)


def _check_cards(cards: Mapping[str, object]) -> None:
    """A replay shows cards as its record tells them; what is played here has this site's. Raises Unfit."""
    here = {key: card.as_record() for key, card in known_cards(cards).items()}
    if any(is_own(key) or here.get(key) != card for key, card in cards.items()):
        raise Unfit(_("A card of this game is another one here. Play it where it was begun."))


def _sides(owner: Owner, record: Json, table: Sequence[Json]) -> list[Side]:
    decks = record.get("decks") or [()] * len(table)
    if len(decks) != len(table) or not any(each.get("level") == "" for each in table):
        raise unreadable()
    sides = []
    for each, deck in zip(table, decks, strict=True):
        level = each.get("level")
        if level and level not in LEVELS[record["rules"]]:
            raise Unfit(_("There is no such level."))
        player = None if level else owner.player
        called = _text(each, "called")
        sides.append(Side(_text(each, "deck"), deck, player, level or "", called=called))
    return sides


def _text(data: Json, name: str) -> str:
    """Raises Unfit."""
    found = data.get(name)
    if not isinstance(found, str) or len(found) > LONGEST[name] or not found.isprintable():
        raise unreadable()
    return found


def _page(match: Match) -> str:
    return reverse("match-replay" if match.finished else "match", args=[match.pk])
