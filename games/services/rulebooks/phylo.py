"""Phylo: two decks of cards out of the card database, and a table between them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from django.utils.translation import gettext_noop

import engine
from engine.bots import phylo as bots
from engine.phylo.notation import read_action
from games.models import Match
from games.services.administrative_moves import FLAG
from games.services.rulebooks.contract import Log, State

NOT_YOURS_TO_CHOOSE = gettext_noop("These cards are not for you to choose.")


class _Phylo:
    seats = range(2, 3)
    bots = bots.LEVELS
    offers = True
    resigns = True

    def opening(self, match: Match, log: Log | None) -> State:
        return engine.new_game(
            match.rules,
            match.cards,
            match.decks,
            match.seed,
            options=match.options,
            starters=match.starters,
            opening_hands=match.opening_hands,
            log=log,
        )

    def restored(self, match: Match) -> State:
        return engine.restore(match.rules, match.cards, match.snapshot, options=match.options)

    def hide(self, log: Sequence[Mapping[str, Any]], seat: int | None) -> Log:
        return engine.hide(log, seat)

    def cards_in(self, view: Mapping[str, Any]) -> set[str]:
        keys: set[str] = set()
        for space in view["spaces"]:
            lying = [space, space.get("under"), space.get("covered"), *space.get("events", [])]
            keys.update(card["card"] for card in lying if card and card.get("card"))
        for pile in [*view["hands"], *view["discards"]]:
            if isinstance(pile, list):
                keys.update(pile)
        return keys

    def refusal(
        self, match: Match, state: State, seat: int, action: Mapping[str, Any]
    ) -> engine.Refusal | None:
        """
        The engine's refusal, and one more: in a record an event's `choose` may also hold what chance chose.
        From a player that would be choosing what the other one discards, and merely asking would be looking
        into that hand. Likewise a card of which the seat cannot know is no card of this game: else naming
        one after another would tell what the other deck holds.
        """
        known = self.cards_in(state.view_for(seat)) | set(match.decks[seat])
        read_action({**action, "seat": seat}, dict.fromkeys(known))
        refused = state.why_not({**action, "seat": seat})
        if action.get("do") != "event" or not action.get("choose") or _is_listed(state, seat, action):
            return refused
        chance_left_out = {name: value for name, value in action.items() if name != "choose"}
        return state.why_not({**chance_left_out, "seat": seat}) or engine.Refusal(
            code="bad-choice", clause="P30", template=NOT_YOURS_TO_CHOOSE
        )

    def time_up(self, state: State, seat: int, chance: Random) -> dict[str, Any]:
        return {"do": FLAG}

    def end(self, state: State, event: str, seat: int | None, winner: int | str) -> Log:
        assert isinstance(state, engine.State)
        return state.end(event, seat, winner)

    def recorded(self, match: Match) -> dict[str, Any]:
        record: dict[str, Any] = {"cards": match.cards, "decks": match.decks}
        if match.starters:
            record["starters"] = match.starters
        if match.opening_hands:
            record["opening_hands"] = match.opening_hands
        return record

    def ranks(self, match: Match) -> list[float]:
        return [0.0 if seat in match.won_by else 1.0 for seat in (0, 1)]


PHYLO = _Phylo()


def _is_listed(state: State, seat: int, action: Mapping[str, Any]) -> bool:
    chosen = Counter(action["choose"])
    return any(
        listed["do"] == "event"
        and (listed["card"], listed["at"]) == (action["card"], action["at"])
        and Counter(listed.get("choose", ())) == chosen
        for listed in state.legal(seat)
    )
