"""
The coach of a first game: the few things that matter now, each with its card, its space and one sentence.

It does not look ahead as a hint does. It says what the engine proves of single actions and of cards in
danger, and what a drafting game's score sheet would count, so that it is there at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from cards.words import all_of, points_words
from engine.drafting import GAMES as DRAFTS
from engine.phylo.consequences import Consequences, consequences
from engine.phylo.state import State
from engine.record_format import DraftView, Risk
from games.matches.models import Match, Seat
from games.matches.services.positions import draft_at, phylo_at
from games.matches.wording import reason_words
from games.table.choices import Choice, supporters
from games.table.draft import gains as drafting
from games.table.draft.choices import Choice as Pick
from games.table.draft.kinds import name_of
from games.table.reasons import FOOD, TO_COME, reasons
from games.table.sentences import Voice

TURNS = 2
"""For how many turns of the learner the coach is there."""
SENTENCES = 3
"""The most that are said at once."""
PLAYS = 2
"""The most cards of the hand that are marked at once; one more may be an event."""


@dataclass(frozen=True)
class Mark:
    """
    Something that matters, called `name`, and what is said of it. On the table: the card to choose, by the
    `source` of its choice ("" if there is none to choose), and the space `at`, "x,y", where it goes or where
    a card is in danger. The `last` one ends the turn.
    """

    name: str
    words: str
    source: str = ""
    at: str = ""
    last: bool = False


@dataclass(frozen=True)
class Advice:
    """What the coach says. `first`: also how the marks are used, as nothing has been played yet."""

    marks: Sequence[Mark]
    first: bool = False


def coach(match: Match, seat: Seat, table: Mapping[str, object], names: Sequence[str]) -> Advice | None:
    """
    For the player of the seat, to whom this table (of `table_context`) is shown; None unless it is their
    turn, one of the first in a game with the coach.
    """
    if not (seat.coached and table["acting"]) or match.rated:
        return None
    version = cast(int, table["version"])
    if match.rules in DRAFTS:
        view = draft_at(match, version).view_for(seat.number)
        return draft_advice(view, cast(list[Pick], table["choices"]))
    state = phylo_at(match, version)
    voice = Voice(match.cards, names, seat.number, state.rules.reveal_compares)
    return advice(state, seat.number, cast(list[Choice], table["choices"]), voice)


def advice(state: State, seat: int, found: Sequence[Choice], voice: Voice) -> Advice | None:
    """For the seat to act, to whom these choices are offered; None once its first turns are over."""
    if not state.running or state.seat != seat or state.number > 2 * TURNS:
        return None
    first = state.number <= 2 and not state.scores[seat]
    danger = next(_in_danger(state, seat, voice), None)
    good = _good(state, found, voice)[: SENTENCES - first - (danger is not None)]
    marks = [*good, *([danger] if danger else [])]
    marks.sort(key=lambda mark: mark.last)
    return Advice(marks, first and bool(good)) if marks else None


def _in_danger(state: State, seat: int, voice: Voice) -> Iterator[Mark]:
    """The seat's cards that go when its turn ends, most points first."""
    risks = [risk for risk in state.at_risk() if risk["seat"] == seat]
    for risk in sorted(risks, key=lambda each: -each["points"]):
        params = {"why": _why(risk, voice), "points": points_words(risk["points"])}
        words = _("Without help it goes when your turn ends: %(why)s.") % params
        if risk["points"] > 0:
            words = _("Without help it goes when your turn ends (%(points)s): %(why)s.") % params
        name = _("A seedling") if risk["face_down"] else voice.card(risk["card"])
        yield Mark(_("%(card)s, in danger") % {"card": name}, words, at=_written(risk["at"]))


def _why(risk: Risk, voice: Voice) -> str:
    eats = (voice.cards.get(risk["card"], {}).get("food_chain") or 1) > 1 and not risk["face_down"]
    return reason_words(risk["why"], {}, eats=eats)


def _good(state: State, found: Iterable[Choice], voice: Voice) -> list[Mark]:
    """
    The best that can be done, best first: PLAYS cards and an event at most, no two in the same space. Where
    an event ends the turn (P11) it comes last.
    """
    tried = [
        (_worth(facts), choice, facts)
        for choice in found
        if choice["do"] in ("play", "move", "event") and choice["tone"] != "risk"
        for facts in [consequences(state, [choice["action"]])]
    ]
    marks: list[Mark] = []
    room = {True: 1, False: PLAYS}
    for worth, choice, facts in sorted(tried, key=lambda each: -each[0]):
        event, at = choice["do"] == "event", _written(choice["at"])
        known = any(choice["source"] == mark.source or at == mark.at for mark in marks)
        if worth > 0 and room[event] and not known and (words := _sentence(facts, voice)):
            room[event] -= 1
            last = event and state.rules.event_ends_turn
            words = " ".join([words, _("It ends your turn.")]) if last else words
            marks.append(Mark(_name(state, choice, voice), words, choice["source"], at, last))
    return sorted(marks, key=lambda mark: mark.last)


def _worth(facts: Consequences) -> float:
    """What the seat has of it; nothing if a warning would have to be said as well."""
    harm = facts.exposed or facts.helped or facts.points[1 - facts.seat] > 0 or facts.won < 0
    if harm or any(stake.fresh for stake in facts.falling):
        return 0.0
    return facts.swing + TO_COME * max((each.points for each in facts.opened), default=0)


def _sentence(facts: Consequences, voice: Voice) -> str:
    food = [each for each in facts.opened if each.kind in FOOD and each.points > 0]
    if food and facts.won > 0 and not facts.rescued and not facts.taken and not facts.last:
        eater = max(food, key=lambda each: each.points)
        words = _("You gain %(points)s, and it is food for %(card)s in your hand.")
        return words % {"points": points_words(facts.won), "card": voice.card(eater.card)}
    return next(iter(reasons(facts, voice)), "")


def _name(state: State, choice: Choice, voice: Voice) -> str:
    """The card and where it goes: "Heather, beside HOME"."""
    action = choice["action"]
    lying = {tuple(space["at"]): space["card"] for space in state.view_for(None)["spaces"]}
    card = action.get("card") or lying[tuple(action["from"])]
    params = {"card": voice.card(card), "target": voice.card(lying.get(tuple(choice["at"] or ()), ""))}
    if action.get("under"):
        return _("%(card)s, under %(target)s") % params
    if params["target"]:
        return _("%(card)s, on %(target)s") % params
    beside = dict.fromkeys(lying[tuple(at)] for at in supporters(state, action))
    names = [_("HOME") if key == "home" else voice.card(key) for key in beside]
    return _("%(card)s, beside %(beside)s") % {**params, "beside": all_of(names)} if names else params["card"]


def _written(at: Sequence[int] | None) -> str:
    return ",".join(map(str, at or ()))


def draft_advice(view: DraftView, found: Sequence[Pick]) -> Advice | None:
    """
    The same for a drafting game: the card that earns most at once, and another one that can still gain most.
    """
    seat = int(view["seat"] or 0)
    laid = len(view["layouts"][seat])
    places = [each for each in found if each["action"]["do"] == "place"]
    if laid >= TURNS or not places:
        return None
    gains = {id(each): drafting.evaluation(view, seat, each["action"]) for each in places}
    earning = max(places, key=lambda each: worth.gain if (worth := gains[id(each)]) else 0)
    marks = [_pick(earning, drafting.reasons(view, seat, earning["action"])[0])]
    others = [each for each in places if each["source"] != earning["source"]]
    if others:
        rising = max(others, key=lambda each: (each["best"] or 0) - (each["own"] or 0))
        marks += [_pick(rising, words) for words in drafting.reasons(view, seat, rising["action"])[1:]]
    return Advice(marks, first=not laid)


def _pick(pick: Pick, words: str) -> Mark:
    return Mark(name_of(pick["source"].removeprefix("card:")), words, pick["source"], pick["at"])
