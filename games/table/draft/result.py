"""The end of a drafting game in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import all_of
from engine.drafting import GAMES
from engine.record_format import DraftView
from games.table.draft.score_words import difficulties


@dataclass(frozen=True)
class Standing:
    """A player's final place."""

    seat: int
    name: str
    place: int
    points: int


@dataclass(frozen=True)
class Result:
    headline: str
    words: str
    standings: Sequence[Standing]


def result(view: DraftView, names: Sequence[str], reader: int | None) -> Result | None:
    """The result, or None while the game goes on."""
    if not view["over"]:
        return None
    scores = view["scores"]
    standings = [
        Standing(
            seat,
            _("You") if seat == reader else name,
            1 + sum(other > scores[seat] for other in scores),
            scores[seat],
        )
        for seat, name in enumerate(names)
    ]
    standings.sort(key=lambda each: (each.place, each.seat))
    if view["players"] == 1:
        return Result(*_alone(view, names[1]), standings)
    winners = view["winner"] or []
    if winners == [reader]:
        headline = _("You win")
    elif reader in winners:
        headline = _("You share the victory")
    elif len(winners) > 1:
        headline = _("%(names)s share the victory") % {"names": all_of([names[seat] for seat in winners])}
    else:
        headline = _("%(name)s wins") % {"name": names[winners[0]]}
    ahead = max(scores) - max((points for points in scores if points < max(scores)), default=max(scores))
    words = (
        ngettext("By one point.", "By %(points)d points.", ahead) % {"points": ahead}
        if ahead
        else _("All have the same.")
    )
    return Result(headline, words, standings)


def _alone(view: DraftView, opponent: str) -> tuple[str, str]:
    """The headline and words for a solo game."""
    ahead = view["scores"][0] - view["scores"][1]
    levels = difficulties(GAMES[view["rules"]].victories)
    ahead_words = ngettext(
        "You are one point ahead of %(name)s", "You are %(points)d points ahead of %(name)s", ahead
    )
    if ahead < 0:
        ahead_words = ngettext(
            "%(name)s is one point ahead of you", "%(name)s is %(points)d points ahead of you", -ahead
        )
    words = ahead_words % {"points": abs(ahead), "name": opponent}
    if reached := [level for level in levels if ahead >= level[1]]:
        name, needed = reached[-1]
        headline, pattern = _("A victory: %(level)s") % {"level": name}, _("%(words)s; %(by)d were needed.")
    else:
        needed = levels[0][1]
        headline, pattern = _("%(name)s wins") % {"name": opponent}, _("%(words)s; a victory needs %(by)d.")
    return headline, pattern % {"words": words, "by": needed}
