"""What is said of the moves of a finished match: what was done, what would have been better, and why."""

from collections.abc import Sequence
from typing import Protocol, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.words import points_words
from engine.bots.move_analysis import Lapse
from engine.drafting import GAMES as DRAFTS
from engine.phylo.consequences import advantage, consequences
from engine.phylo.rules import rule_set
from engine.record_format import DraftAction, DraftView
from games.matches.models import Match
from games.matches.services.administrative_moves import LATE
from games.matches.services.positions import draft_at, phylo_at, steps_of
from games.replays.services.analyses import Verdict
from games.table.draft import gains
from games.table.faces import faces_of
from games.table.reasons import missed, order, reasons
from games.table.sentences import Voice, sentence

FELL = 4
"""The most losses that are told one by one."""


class Commentator(Protocol):
    """Tells of one match; `names` are those of its seats, and the seat `reader` is called "you"."""

    names: Sequence[str]
    reader: int | None

    def turn(self, verdict: Verdict) -> int:
        """The turn that the move belongs to."""

    def made(self, verdict: Verdict) -> str:
        """The move as a sentence."""

    def better(self, verdict: Verdict, lapse: Lapse) -> tuple[list[str], list[str]]:
        """What to do instead, a sentence each action, and what for."""

    def deciding(self, turn: Sequence[Verdict], winner: int) -> Sequence[Verdict]:
        """The moves of a turn that are told where it decided for the winner."""

    def fell(self, turn: Sequence[Verdict], winner: int) -> list[str]:
        """What the loser lost in the turn, with the reasons, or what it brought the winner."""


def commentator(match: Match, names: Sequence[str], reader: int | None) -> Commentator:
    return (_Draft if match.rules in DRAFTS else _Phylo)(match, names, reader)


class _Phylo:
    """Tells of a match of Phylo."""

    def __init__(self, match: Match, names: Sequence[str], reader: int | None) -> None:
        self.match, self.names, self.reader = match, names, reader
        compares = rule_set(match.rules).reveal_compares
        self.voice = Voice(faces_of(match), names, reader, compares)
        self.steps = {step.version: step for step in steps_of(match)}

    def turn(self, verdict: Verdict) -> int:
        return self.steps[verdict.version].turn

    def made(self, verdict: Verdict) -> str:
        """The first sentence of the log."""
        said = (sentence(entry, self.voice) for entry in self.steps[verdict.version].log)
        return next((each.plain for each in said if each is not None), "")

    def better(self, verdict: Verdict, lapse: Lapse) -> tuple[list[str], list[str]]:
        """
        The better way as requests, and what it has over the actions that were made, as far as both go: the
        engine tries both on copies.
        """
        before = phylo_at(self.match, verdict.before)
        done, way = ([each.action, *each.line] for each in (lapse.made, lapse.better))
        # A way that ends the turn goes as far as any.
        length = min(len(done), len(way))
        done, way = done[:length], way[:length]
        facts = advantage(consequences(before, way), consequences(before, done))
        orders, ahead = [], before.copy()
        for action in way:
            orders.append(order(ahead, dict(action), self.voice))
            ahead.apply({**action, "seat": verdict.seat})
        orders[1:1] = _elsewhere(orders[0], order(before, dict(done[0]), self.voice))
        return orders, missed(facts, self.voice)

    def deciding(self, turn: Sequence[Verdict], winner: int) -> Sequence[Verdict]:
        return turn

    def fell(self, turn: Sequence[Verdict], winner: int) -> list[str]:
        return self._lost(turn, winner) or self._brought(turn, winner)

    def _brought(self, turn: Sequence[Verdict], winner: int) -> list[str]:
        before = phylo_at(self.match, turn[0].before)
        if turn[0].seat != winner or not before.running:
            return []
        actions, ahead = [verdict.action for verdict in turn], before.copy()
        for action in actions:
            if ahead.over or ahead.why_not({**action, "seat": winner}):
                return []
            ahead.apply({**action, "seat": winner})
        return reasons(consequences(before, actions), self.voice)

    def _lost(self, turn: Sequence[Verdict], winner: int) -> list[str]:
        log = [entry for verdict in turn for entry in self.steps[verdict.version].log]
        gone = [entry for entry in log if entry["event"] == "removed" and entry["seat"] != winner]
        said = [found.plain for entry in gone if (found := sentence(entry, self.voice)) is not None]
        if len(said) <= FELL:
            return said
        rest = gone[FELL:]
        lost = sum(int(entry.get("points", 0)) for entry in rest)
        more = ngettext("%(count)s more card goes.", "%(count)s more cards go.", len(rest))
        if lost:
            more = ngettext(
                "%(count)s more card goes (%(points)s).", "%(count)s more cards go (%(points)s).", len(rest)
            )
        return [*said[:FELL], more % {"count": len(rest), "points": points_words(lost)}]


def _elsewhere(better: str, made: str) -> list[str]:
    """Both in the same words: what differs is the space."""
    return [_("The same, but on another space.")] if better == made else []


class _Draft:
    """Tells of a drafting game."""

    def __init__(self, match: Match, names: Sequence[str], reader: int | None) -> None:
        self.match, self.names, self.reader = match, names, reader
        self._seen: tuple[tuple[int, int], DraftView] | None = None

    def turn(self, verdict: Verdict) -> int:
        return int(self._view(verdict)["turn"])

    def made(self, verdict: Verdict) -> str:
        action = verdict.action["pick"] if verdict.action["do"] == LATE else verdict.action
        name = "" if verdict.seat == self.reader else self.names[verdict.seat]
        return gains.made(self._view(verdict), verdict.seat, cast(DraftAction, action), name)

    def better(self, verdict: Verdict, lapse: Lapse) -> tuple[list[str], list[str]]:
        """The better choice, and what it scores now and in the end beside the one that was made."""
        better, made = (cast(DraftAction, each.action) for each in (lapse.better, lapse.made))
        view = self._view(verdict)
        orders = [gains.order(view, verdict.seat, better)]
        orders += _elsewhere(orders[0], gains.order(view, verdict.seat, made))
        ways = [gains.evaluation(view, verdict.seat, each) for each in (better, made)]
        return orders, gains.compared(
            (better, ways[0]), (made, ways[1]), round(lapse.better.lead - lapse.made.lead)
        )

    def deciding(self, turn: Sequence[Verdict], winner: int) -> Sequence[Verdict]:
        """All choose at once, each their own: the winner's choice."""
        return [verdict for verdict in turn if verdict.seat == winner] or turn

    def fell(self, turn: Sequence[Verdict], winner: int) -> list[str]:
        """What the winner's choice earned."""
        return [words for verdict in turn if verdict.seat == winner for words in self._earned(verdict)]

    def _earned(self, verdict: Verdict) -> list[str]:
        action = verdict.action["pick"] if verdict.action["do"] == LATE else verdict.action
        name = "" if verdict.seat == self.reader else self.names[verdict.seat]
        return gains.earned(self._view(verdict), verdict.seat, cast(DraftAction, action), name)

    def _view(self, verdict: Verdict) -> DraftView:
        """What the seat saw before its move; the latest one is kept, as it is asked for several times."""
        asked = (verdict.before, verdict.seat)
        if self._seen is None or self._seen[0] != asked:
            self._seen = asked, draft_at(self.match, verdict.before).view_for(verdict.seat)
        return self._seen[1]
