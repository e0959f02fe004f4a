"""What is said of the moves of a finished match: what was done, what would have been better, and why."""

from collections.abc import Sequence
from typing import Protocol, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from cards.words import points_words, signed
from engine.bots.hindsight import Action, Lapse
from engine.drafting import GAMES as DRAFTS
from engine.record_format import DraftAction
from games.draft_table.log import Voice as DraftVoice
from games.models import Match
from games.services.administrative_moves import LATE
from games.services.analyses import Verdict
from games.services.positions import draft_at, phylo_at, steps_of
from games.table.faces import faces_of
from games.table.sentences import Voice, sentence
from games.words import drafting
from games.words.reasons import missed, order

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

    def fell(self, verdict: Verdict, winner: int) -> list[str]:
        """What the loser lost by the move, with the reasons."""


def commentator(match: Match, names: Sequence[str], reader: int | None) -> Commentator:
    return (_Draft if match.rules in DRAFTS else _Phylo)(match, names, reader)


class _Phylo:
    """Tells of a match of Phylo."""

    def __init__(self, match: Match, names: Sequence[str], reader: int | None) -> None:
        self.match, self.names, self.reader = match, names, reader
        compares = engine.rule_set(match.rules).reveal_compares
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
        facts = engine.advantage(engine.consequences(before, way), engine.consequences(before, done))
        orders, ahead = [], before.copy()
        for action in way:
            orders.append(order(ahead, dict(action), self.voice))
            ahead.apply({**action, "seat": verdict.seat})
        return orders, missed(facts, self.voice)

    def fell(self, verdict: Verdict, winner: int) -> list[str]:
        """What the loser lost, with the reasons."""
        log = self.steps[verdict.version].log
        gone = [entry for entry in log if entry["event"] == "removed" and entry["seat"] != winner]
        said = [found.plain for entry in gone if (found := sentence(entry, self.voice)) is not None]
        if len(said) <= FELL:
            return said
        rest = gone[FELL:]
        lost = sum(int(entry.get("points", 0)) for entry in rest)
        more = ngettext("%(count)s more card goes.", "%(count)s more cards go.", len(rest))
        return [*said[:FELL], f"{more % {'count': len(rest)}} ({points_words(lost)})" if lost else more]


class _Draft:
    """Tells of a drafting game."""

    def __init__(self, match: Match, names: Sequence[str], reader: int | None) -> None:
        self.match, self.names, self.reader = match, names, reader
        self.voice = DraftVoice(names, reader)

    def turn(self, verdict: Verdict) -> int:
        return int(draft_at(self.match, verdict.before).view_for(None)["turn"])

    def made(self, verdict: Verdict) -> str:
        action = verdict.action["pick"] if verdict.action["do"] == LATE else verdict.action
        return f"{self._said(verdict.seat, action)}."

    def better(self, verdict: Verdict, lapse: Lapse) -> tuple[list[str], list[str]]:
        """The better choice, and what both score at once."""
        better, made = (cast(DraftAction, each.action) for each in (lapse.better, lapse.made))
        view = draft_at(self.match, verdict.before).view_for(verdict.seat)
        orders = [drafting.order(view, verdict.seat, better)]
        reasons = []
        gains = [drafting.evaluation(view, verdict.seat, each) for each in (better, made)]
        if gains[0] and gains[1] and gains[0].gain != gains[1].gain:
            words = _("At once it changes the score by %(better)s, not by %(made)s.")
            told = [signed(each.gain) for each in gains if each]
            reasons.append(words % {"better": told[0], "made": told[1]})
        ahead = lapse.better.lead - lapse.made.lead
        if ahead >= 1:
            words = ngettext(
                "In the games tried out from here it came out about one point better.",
                "In the games tried out from here it came out about %(points)d points better.",
                round(ahead),
            )
            reasons.append(words % {"points": round(ahead)})
        return orders, reasons

    def fell(self, verdict: Verdict, winner: int) -> list[str]:
        return []

    def _said(self, seat: int, action: Action) -> str:
        if action["do"] == "flip":
            return self.voice.about(seat, _("You turn a card over"), _("%(name)s turns a card over"))
        return self.voice.lays(cast(DraftAction, {**action, "seat": seat}))
