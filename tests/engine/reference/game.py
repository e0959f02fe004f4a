"""A game of Phylo: whose turn it is, what an action does, how it ends (P9 to P14, P32 to P34)."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any, Literal

from .departure import depart, expire, shed_events, upkeep
from .effects import play_event
from .legal import Action, legal_actions
from .rulesets import FOOD_STEPS, RULE_SETS, RuleSet
from .table import Card, Piece, Space, Table, read_table, write_spaces

HOME: Card = {"name": "Home", "kind": "home"}


class Game:
    """Positions and actions are plain record-format JSON. Actions given to `apply` are assumed to be
    legal.
    """

    def __init__(self, rules: RuleSet, table: Table) -> None:
        self.rules = rules
        self.table = table
        self.hands: list[list[str]] = [[], []]
        self.decks: list[list[str]] = [[], []]
        """The next card to be drawn first."""
        self.discards: list[list[str]] = [[], []]
        """The top card last."""
        self.seat: int | None = None
        """Whose turn it is; None when the game is over."""
        self.number = 0
        self.actions_left = 0
        self.event_played = False
        self.last_turn = False
        self.resigned: int | None = None

    @classmethod
    def from_position(
        cls, rules: str, cards: dict[str, Card], position: dict, options: dict[str, Any] | None = None
    ) -> Game:
        """`options`: `food_step`; the others no longer matter once there is a position."""
        rule_set = RULE_SETS[rules]
        step = (options or {}).get("food_step") or rule_set.food_step
        if step not in FOOD_STEPS:
            raise ValueError(f"food_step {step!r}")
        table = read_table({"home": HOME, **cards}, position["spaces"])
        game = cls(dataclasses.replace(rule_set, food_step=step), table)
        game.hands = [list(pile) for pile in position["hands"]]
        game.decks = [list(pile) for pile in position["decks"]]
        game.discards = [list(pile) for pile in position["discards"]]
        turn = position["turn"]
        game.seat, game.number = turn["seat"], turn.get("number", 0)
        game.actions_left = turn.get("actions_left", 0)
        game.event_played, game.last_turn = turn.get("event_played", False), turn.get("last_turn", False)
        return game

    @property
    def cards(self) -> dict[str, Card]:
        return self.table.cards

    def copy(self) -> Game:
        return copy.deepcopy(self, {id(self.cards): self.cards})

    def position(self) -> dict:
        return {
            "turn": {
                "seat": self.seat,
                "number": self.number,
                "actions_left": self.actions_left,
                "event_played": self.event_played,
                "last_turn": self.last_turn,
            },
            "spaces": write_spaces(self.table),
            "hands": [list(pile) for pile in self.hands],
            "decks": [list(pile) for pile in self.decks],
            "discards": [list(pile) for pile in self.discards],
        }

    def to_act(self) -> list[int]:
        return [] if self.seat is None else [self.seat]

    def legal(self) -> list[Action]:
        return legal_actions(self)

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def winner(self) -> int | Literal["draw"] | None:
        """P33: "Equal points are a draw." P34: "A player may resign at any time; the other one wins."."""
        if not self.over:
            return None
        if self.resigned is not None:
            return 1 - self.resigned
        first, second = self.scores()
        if first == second:
            return "draw"
        return 0 if first > second else 1

    def scores(self) -> list[int]:
        """P33: "the points of a player's species lying face up, those underneath a host included, and in
        1.3 of the player's habitats, as changed by events". A player's: under the player's control. P5:
        HOME scores nothing.
        """
        points = [0, 0]
        for space in self.table.spaces:
            if self.table.kind(space) in ("species", "habitat") and not space.face_down:
                seat = self.table.controller(space)
                points[seat] += self.cards[space.upper.card].get("points", 0)
                points[seat] += sum(
                    effect["by"]
                    for _, effect in self.table.effects_on(space)
                    if effect["do"] == "change-points"
                )
            if space.under is not None:
                points[space.under.owner] += self.cards[space.under.card].get("points", 0)
        return points

    def apply(self, action: Action) -> None:
        """One action of a seat, and what follows by itself: P10's last action ends the turn."""
        if action["do"] == "resign":
            self.resigned = action["seat"]
            self._end()
            return
        getattr(self, f"_apply_{action['do']}")(action)
        if action["do"] != "pass":
            self.actions_left -= 1
        if action["do"] == "event":
            self.event_played = True
        ended_by_event = action["do"] == "event" and self.rules.one_event_a_turn
        if action["do"] == "pass" or ended_by_event or self.actions_left <= 0:
            self._end_turn()

    def draw(self, seat: int, count: int) -> None:
        """P9, P12: as many as are left."""
        self.hands[seat] += self.decks[seat][:count]
        self.decks[seat] = self.decks[seat][count:]

    def spread_stock(self) -> list[str]:
        """P26: "taken from one's own discard pile (1.4a) or hand (1.3)"."""
        return self.hands[self.seat] if self.rules.spreads_from_hand else self.discards[self.seat]

    def _apply_pass(self, action: Action) -> None:
        """P10: "Passing ends the turn's actions"."""

    def _apply_discard(self, action: Action) -> None:
        """P12: the card goes to the pile, then "it draws as many of the three as are left"."""
        self.hands[self.seat].remove(action["card"])
        self.discards[self.seat].append(action["card"])
        self.draw(self.seat, 3)

    def _apply_play(self, action: Action) -> None:
        """P21, P22; onto a species as invader (P23), or underneath it (P24)."""
        self.hands[self.seat].remove(action["card"])
        piece = Piece(owner=self.seat, card=action["card"])
        space = self.table.at(tuple(action["at"]))
        if space is None:
            self.table.spaces.append(Space(at=tuple(action["at"]), upper=piece))
        elif action.get("under"):
            space.under = piece
        else:
            self._invade(space, piece)

    def _invade(self, space: Space, invader: Piece) -> None:
        """P23: "1.4a: the covered card goes to its owner's discard pile. 1.3: it is turned face down ...
        Events lying on the covered card go to their owners' discard piles." The invader takes the space's
        place in the order.
        """
        if self.rules.invaders_cover:
            shed_events(self.discards, space)
            space.covered, space.upper = space.upper, invader
        else:
            position = self.table.spaces.index(space)
            depart(self.table, self.discards, space)
            self.table.spaces.insert(position, Space(at=space.at, upper=invader))

    def _apply_move(self, action: Action) -> None:
        """P25: events on the card "move along"; P24: a parasite "moves with its host". The card is placed
        anew.
        """
        moved = self.table.lift(tuple(action["from"]))
        moved.at = tuple(action["to"])
        self.table.spaces.append(moved)

    def _apply_spread(self, action: Action) -> None:
        """P26, P31: the cards are placed in the order of `to`."""
        original = self.table.at(tuple(action["from"])).upper
        for key, cell in zip(action["cards"], action["to"], strict=True):
            self.spread_stock().remove(key)
            piece = Piece(owner=self.seat, card=key)
            self.table.spaces.append(Space(at=tuple(cell), upper=piece, seed_of=original))

    def _apply_event(self, action: Action) -> None:
        """P28 to P30."""
        play_event(self, self.seat, action["card"], tuple(action["at"]), action.get("choose", []))

    def _end_turn(self) -> None:
        """P13, then P29's expiries, then P32: "the turn is played to its end, the other player takes one
        more turn, and the game is over, also when that turn empties the second deck".
        """
        upkeep(self.rules, self.table, self.discards, self.seat)
        expire(self.table, self.discards)
        if self.last_turn:
            self._end()
            return
        self.last_turn = not all(self.decks)
        self.seat = 1 - self.seat
        self.number += 1
        self.actions_left = 3
        self.event_played = False
        self.draw(self.seat, 2)

    def _end(self) -> None:
        self.seat = None
        self.actions_left = 0
        self.event_played = False
