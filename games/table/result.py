"""The end of a game in words and numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.record_format import LogEntry, Lying, View
from games.table.board import Card, card_of


@dataclass(frozen=True)
class Earner:
    key: str
    card: Card
    count: int
    points: int


@dataclass(frozen=True)
class Result:
    headline: str
    words: str
    earners: Sequence[Sequence[Earner]]


def result(
    view: View,
    cards: Mapping[str, Card],
    seat: int | None,
    names: Sequence[str],
    latest: Sequence[LogEntry],
) -> Result | None:
    """The result, or None while the game goes on; `earners` are up to five top-scoring cards for each seat.

    `latest` is the log of the last action, which shows a resignation (P34), a fallen flag or an agreed draw.
    """
    if not view["over"]:
        return None
    winner, scores = view["winner"], view["scores"]
    apart = abs(scores[0] - scores[1])
    by = {entry["event"]: entry.get("seat") for entry in latest}
    if winner == "draw":
        headline = _("A draw")
    elif winner == seat:
        headline = _("You win")
    else:
        headline = _("%(name)s wins") % {"name": names[int(winner or 0)]}
    if "agreed" in by:
        words = _("Both agreed to it.")
    elif winner == "draw":
        words = _("Both food webs are worth the same.")
    elif "resigned" in by:
        words = _by(by["resigned"], seat, names, _("You resigned."), _("%(name)s resigned."))
    elif "out-of-time" in by:
        words = _by(by["out-of-time"], seat, names, _("Your time was up."), _("%(name)s’s time was up."))
    else:
        words = ngettext("By one point.", "By %(points)d points.", apart) % {"points": apart}
    return Result(headline, words, [_earners(view, cards, owner) for owner in (0, 1)])


def _by(who: int | None, reader: int | None, names: Sequence[str], yours: str, theirs: str) -> str:
    return yours if who is None or who == reader else theirs % {"name": names[who]}


def _earners(view: View, cards: Mapping[str, Card], owner: int) -> list[Earner]:
    counts: dict[str, int] = {}
    for space in view["spaces"]:
        layers: list[Lying] = [] if "face_down" in space else [space]
        layers += [space["under"]] if "under" in space else []
        for layer in layers:
            if layer["owner"] == owner and card_of(cards, layer["card"]).get("points"):
                counts[layer["card"]] = counts.get(layer["card"], 0) + 1
    found = [
        Earner(key, card_of(cards, key), count, count * card_of(cards, key)["points"])
        for key, count in counts.items()
    ]
    return sorted(found, key=lambda earner: (-earner.points, earner.key))[:5]
