"""What is still missing of a lesson's goal, in a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.drafting.grid import regions
from engine.drafting.state import State as DraftState
from engine.lessons import Goal, Lesson, Progress, goals
from engine.lessons.table import found, hand, laid
from engine.phylo.nowhere import nowhere
from engine.phylo.refusals import CANNOT_SPREAD, SPREAD_NEED
from games.matches.wording import sentence
from games.table.draft.kinds import LINES, name_of
from games.table.draft.score_words import points_in_words, why_no_more
from games.table.spaces import refused

UNUSED: Mapping[str, Promise] = {
    "play": gettext_lazy("You have not played a card."),
    "habitat": gettext_lazy("You have not played a habitat."),
    "parasite": gettext_lazy("You have not laid a parasite under its host."),
    "invade": gettext_lazy("You have not covered a card with an invader."),
    "move": gettext_lazy("You have not moved a card."),
    "flight": gettext_lazy("No card of yours has flown."),
    "spread": gettext_lazy("No card of yours has spread."),
    "event": gettext_lazy("You have not played an event."),
    "discard": gettext_lazy("You have not discarded a card to draw."),
}


def missing(lesson: Lesson, progress: Progress) -> str:
    """The first part of the goal that a lesson which was missed has not reached."""
    return _Missing(lesson, progress).of(lesson.goal) or _("The goal is not reached.")


class _Missing:
    def __init__(self, lesson: Lesson, progress: Progress) -> None:
        self.lesson, self.progress = lesson, progress
        self.state, self.seat = progress.state, lesson.seat

    def of(self, goal: Goal) -> str:
        """ "" for a part that is reached."""
        if goal.reached(self.state, self.seat, self.progress.log):
            return ""
        match goal:
            case goals.All(goals=parts):
                return next(filter(None, map(self.of, parts)), "")
            case goals.Not(goal=inner):
                return self._undone(inner)
            case goals.Points(least=least):
                return self._points(least)
            case goals.Use(use=use):
                return (use == "spread" and self._why_no_spread()) or str(UNUSED[use])
            case goals.Score(line=line, least=least):
                return self._line(line, least)
            case goals.Group(kind=kind, least=least):
                return self._group(kind, least)
            case goals.Win():
                return self._unwon()
            case goals.Place(card=card):
                return self._unplaced(card)
            case goals.Keep(card=card):
                return self._unkept(card)
        return self._about(goal, MISSING)

    def _undone(self, goal: Goal) -> str:
        return self._about(goal, TOO_MUCH)

    def _about(self, goal: Goal, words: Mapping[type, Promise]) -> str:
        card = getattr(goal, "card", "")
        sentence = words.get(type(goal))
        return str(sentence) % {"card": self._name(card)} if sentence else ""

    def _unplaced(self, card: str) -> str:
        if card in hand(self.state, self.seat):
            return self._why_nowhere(card) or _("You have not played %(card)s.") % {"card": self._name(card)}
        if self._lies(card):
            words = _("%(card)s does not lie where it was to go.")
        elif any(card == played for played, _cell in laid(self.progress.log, self.seat)):
            words = _("%(card)s has gone again.")
        else:
            words = _("You have %(card)s no more.")
        return words % {"card": self._name(card)}

    def _why_nowhere(self, card: str) -> str:
        """Why a card in hand fits nowhere, while the turn lasts; "" if it fits."""
        state = self.state
        if isinstance(state, DraftState) or self.seat not in state.to_act:
            return ""
        if any(action.get("card") == card and action["do"] == "play" for action in state.legal(self.seat)):
            return ""
        definition = {"key": card, **self.lesson.record["cards"][card]}  # type: ignore[typeddict-item]
        return refused(nowhere(state, self.seat, card), definition)

    def _why_no_spread(self) -> str:
        """What a card of the seat lacks that has SPREAD (P26), while the turn lasts."""
        state = self.state
        if isinstance(state, DraftState) or self.seat not in state.to_act:
            return ""
        view = state.view_for(self.seat)
        own = view["discards"] if state.rules.spread_from == "discards" else view["hands"]
        seeds = {"cards": list(cast(list[str], own[self.seat]))[:1]}
        for space in view["spaces"]:
            x, y = space["at"]
            action = {"seat": self.seat, "do": "spread", "from": [x, y], "to": [[x, y + 1]], **seeds}
            refusal = state.why_not(action)
            if refusal and refusal.template in SPREAD_NEED.values() and refusal.template != CANNOT_SPREAD:
                return sentence(refusal)
        return ""

    def _unkept(self, card: str) -> str:
        """A card to be kept may still lie there in a turn that cannot save it any more."""
        if self._lies(card):
            words = _("Nothing can save %(card)s any more in this turn.")
        elif any(space.get("covered", {}).get("card") == card for space in self._spaces()):
            words = _("%(card)s is still covered.")
        else:
            words = _("%(card)s has left the table.")
        return words % {"card": self._name(card)}

    def _spaces(self) -> Sequence[Mapping[str, Any]]:
        return [] if isinstance(self.state, DraftState) else self.state.position()["spaces"]

    def _unwon(self) -> str:
        if not self.state.over:
            return _("You have not won.")
        own, best = self.state.scores[self.seat], max(self.state.scores)
        return _("The game ends with %(own)d points for you; the winner has %(best)d.") % {
            "own": own,
            "best": best,
        }

    def _lies(self, card: str) -> bool:
        return any(seat == self.seat for _cell, seat in found(self.state, card))

    def _points(self, least: int) -> str:
        own = self.state.scores[self.seat]
        words = ngettext(
            "You have %(points)d point; %(least)d are needed.",
            "You have %(points)d points; %(least)d are needed.",
            own,
        )
        return words % {"points": own, "least": least}

    def _line(self, line: str, least: int) -> str:
        assert isinstance(self.state, DraftState)
        score, grid = self.state.sheets()[self.seat], self.state.draft.layouts[self.seat].cards
        params = {
            "line": LINES[line] if line in LINES else name_of(line),
            "points": points_in_words(score.scores[line]),
            "least": least,
            "why": why_no_more(line, score, grid),
        }
        if params["why"]:
            return _("%(why)s %(line)s: %(points)s, and you need %(least)d.") % params
        return _("%(line)s: %(points)s, and you need %(least)d.") % params

    def _group(self, kind: str, least: int) -> str:
        assert isinstance(self.state, DraftState)
        groups = regions(self.state.draft.layouts[self.seat].cards, kind)
        words = _("Your largest group of %(kind)s has %(count)d; %(least)d are needed.")
        return words % {"kind": name_of(kind), "count": max(map(len, groups), default=0), "least": least}

    def _name(self, key: str) -> str:
        cards: Mapping[str, Mapping[str, str]] = self.lesson.record.get("cards", {})  # type: ignore[assignment]
        return cards[key]["name"] if key in cards else name_of(key)


MISSING: Mapping[type, Promise] = {
    goals.Remove: gettext_lazy("%(card)s is still on the table."),
    goals.Hold: gettext_lazy("%(card)s is not in your hand."),
    goals.AtRisk: gettext_lazy("%(card)s is in no danger."),
}
TOO_MUCH: Mapping[type, Promise] = {
    goals.Keep: gettext_lazy("%(card)s is still on the table."),
    goals.Remove: gettext_lazy("%(card)s is gone."),
    goals.Hold: gettext_lazy("%(card)s is still in your hand."),
    goals.Place: gettext_lazy("You have placed %(card)s."),
    goals.AtRisk: gettext_lazy("%(card)s would be lost when the turn ends."),
}
