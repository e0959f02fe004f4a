"""
One interface to the games that can be played: Phylo, and the drafting games Ecosystem and Coral Reef. All
other services work with any game.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import Protocol, cast

from django.utils.translation import gettext_noop

import engine
from engine import drafting, record_format
from engine.bots.levels import LEVELS
from engine.bots.phylo.view import bot_view
from engine.contract import State
from engine.drafting.draft import MOST_PLAYERS
from engine.drafting.state import State as DraftState
from engine.drafting.state import hide, new_game, restore
from engine.phylo.notation import read_action
from engine.phylo.reasons import apply_with_reasons
from engine.phylo.rules import rule_set
from engine.phylo.start import cards_in as engine_cards_in
from engine.phylo.start import new_game as engine_new_game
from engine.phylo.start import restore as engine_restore
from engine.phylo.state import State as EngineState
from engine.phylo.state import hide as engine_hide
from engine.record_format import Log
from games.matches.models import Match
from games.matches.services.administrative_moves import DRAW, FLAG, LATE, Action
from games.matches.services.match_decks import known_decks

View = Mapping[str, object]
"""What a seat may see, in any game (engine.record_format)."""
Known = Callable[[], Collection[str]]
NOT_YOURS_TO_CHOOSE = gettext_noop("These cards are not for you to choose.")
STAND_IN = "greedy"
"""The level that chooses for a seat in a drafting game whose time is up or whose player has left."""


def rulebook(rules: str) -> "Rulebook":
    """Raises engine.InvalidSetup for an unknown rule set."""
    if rules in drafting.GAMES:
        return DRAFT
    rule_set(rules)
    return PHYLO


class Rulebook(Protocol):
    """What the services need to know about a kind of game."""

    seats: range
    """The numbers of players allowed."""
    offers: bool
    """Whether draws and take-backs can be agreed."""
    resigns: bool
    """Whether a player who leaves resigns; otherwise a bot stands in."""

    def opening(self, match: Match, log: Log | None) -> State:
        """The state as dealt; `log` receives what happens before the first move. Raises InvalidSetup."""

    def restored(self, match: Match) -> State:
        """The state from the snapshot."""

    def hide(self, log: Log, seat: int | None) -> Log:
        """The log as a seat (None: a spectator) may read it."""

    def cards_in(self, view: View) -> set[str]:
        """All card keys in a view."""

    def bot_view(self, match: Match, state: State, seat: int, log: Log) -> View:
        """What a bot in that seat gets; `log` is the match's as the seat may read it."""

    def refusal(self, state: State, seat: int, action: Action, deck: Known = tuple) -> engine.Refusal | None:
        """
        Why a seat may not make this action (without its "seat"), or None. `deck` gives the cards of which
        the seat knows besides those in its view. Raises MalformedAction.
        """

    def time_up(self, state: State, seat: int, chance: Random) -> Action:
        """The administrative move for a seat whose time is up."""

    def end(self, state: State, event: str, seat: int | None, winner: int | str) -> Log:
        """End the game for a reason outside the rules."""

    def recorded(self, match: Match) -> dict[str, object]:
        """What the match's game record says besides format, rules, options, seed and actions."""

    def ranks(self, match: Match) -> list[float]:
        """The rank of each seat in a finished match; lower is better."""


def carry_out(book: Rulebook, state: State, seat: int, action: Action) -> Log:
    """
    Apply any move but a take-back to the state and return its log. Raises IllegalAction or MalformedAction,
    leaving the state unchanged.
    """
    if action["do"] == FLAG:
        return book.end(state, "out-of-time", seat, 1 - seat)
    if action["do"] == DRAW:
        return book.end(state, "agreed", None, "draw")
    if action["do"] == LATE:
        return [{"event": "late", "seat": seat}, *state.apply({**action["pick"], "seat": seat})]
    return state.apply({**action, "seat": seat})


def apply_with_log(state: State, seat: int, action: Action) -> Log:
    """Apply an action and return its log, in Phylo with reasons. Raises what `carry_out` raises."""
    own = {**action, "seat": seat}
    return apply_with_reasons(state, own) if isinstance(state, EngineState) else state.apply(own)


class _Phylo:
    """Phylo: two players with decks of cards from the card database."""

    seats = range(2, 3)
    offers = True
    resigns = True

    def opening(self, match: Match, log: Log | None) -> State:
        return engine_new_game(
            match.rules,
            match.cards,
            match.decks,
            match.dealt_from,
            options=match.options,
            starters=match.starters,
            opening_hands=match.opening_hands,
            log=log,
        )

    def restored(self, match: Match) -> State:
        return engine_restore(match.rules, match.cards, match.snapshot, options=match.options)

    def hide(self, log: Log, seat: int | None) -> Log:
        return engine_hide(log, seat)

    def cards_in(self, view: View) -> set[str]:
        return engine_cards_in(cast(record_format.View, view))

    def bot_view(self, match: Match, state: State, seat: int, log: Log) -> View:
        assert isinstance(state, EngineState)
        known = known_decks(match.rules)
        return bot_view(state, seat, {**known.cards, **match.cards}, known_decks=known.decks, log=log)

    def refusal(self, state: State, seat: int, action: Action, deck: Known = tuple) -> engine.Refusal | None:
        """
        The engine's refusal, and two more that keep secrets. In a record an event's `choose` may also hold
        cards chosen at random; a player who sent them would choose the opponent's discards, and just asking
        would reveal that hand. And a card that the seat cannot know of counts as unknown: otherwise one could
        find out the opponent's deck by naming cards one after another.
        """
        assert isinstance(state, EngineState)
        known = self.cards_in(state.view_for(seat)) | set(deck())
        read_action({**action, "seat": seat}, dict.fromkeys(known))
        refused = state.why_not({**action, "seat": seat})
        if action.get("do") != "event" or not action.get("choose") or _is_listed(state, seat, action):
            return refused
        chance_left_out = {name: value for name, value in action.items() if name != "choose"}
        return state.why_not({**chance_left_out, "seat": seat}) or engine.Refusal(
            code="bad-choice", clause="P30", template=NOT_YOURS_TO_CHOOSE
        )

    def time_up(self, state: State, seat: int, chance: Random) -> Action:
        return {"do": FLAG}

    def end(self, state: State, event: str, seat: int | None, winner: int | str) -> Log:
        assert isinstance(state, EngineState)
        return state.end(event, seat, winner)

    def recorded(self, match: Match) -> dict[str, object]:
        record: dict[str, object] = {"cards": match.cards, "decks": match.decks}
        if match.starters:
            record["starters"] = match.starters
        if match.opening_hands:
            record["opening_hands"] = match.opening_hands
        return record

    def ranks(self, match: Match) -> list[float]:
        return [0.0 if seat in match.won_by else 1.0 for seat in (0, 1)]


def _is_listed(state: EngineState, seat: int, action: Action) -> bool:
    chosen: Counter[str] = Counter(action["choose"])
    return any(
        listed["do"] == "event"
        and (listed["card"], listed["at"]) == (action["card"], action["at"])
        and Counter(listed.get("choose", ())) == chosen
        for listed in state.legal(seat)
    )


class _Draft:
    """A drafting game: one to six players who choose simultaneously."""

    seats = range(1, MOST_PLAYERS + 1)
    offers = False
    resigns = False

    def opening(self, match: Match, log: Log | None) -> State:
        if match.options:
            raise engine.InvalidSetup("these games have no options")
        return new_game(match.rules, match.players, match.dealt_from, log=log)

    def restored(self, match: Match) -> State:
        return restore(match.snapshot)

    def hide(self, log: Log, seat: int | None) -> Log:
        return hide(log, seat)

    def cards_in(self, view: View) -> set[str]:
        return set()

    def bot_view(self, match: Match, state: State, seat: int, log: Log) -> View:
        return state.view_for(seat)

    def refusal(self, state: State, seat: int, action: Action, deck: Known = tuple) -> engine.Refusal | None:
        return state.why_not({**action, "seat": seat})

    def time_up(self, state: State, seat: int, chance: Random) -> Action:
        assert isinstance(state, DraftState)
        view, legal = state.view_for(seat), state.legal(seat)
        return {"do": LATE, "pick": dict(LEVELS[view["rules"]][STAND_IN].think(view, legal, chance).action)}

    def end(self, state: State, event: str, seat: int | None, winner: int | str) -> Log:
        raise AssertionError("a draft is played to its end")

    def recorded(self, match: Match) -> dict[str, object]:
        return {"players": match.players}

    def ranks(self, match: Match) -> list[float]:
        totals = match.scores[: match.players]
        return [float(sum(other > total for other in totals)) for total in totals]


PHYLO, DRAFT = _Phylo(), _Draft()
