"""`phylo-engine play`: a game at the keyboard, or between levels of the computer, shown as text."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import TextIO

from engine import sets
from engine.bots.levels import LEVELS
from engine.bots.thinking import warm_up
from engine.commands import in_words
from engine.commands.arguments import LEVEL_WORDS, level_named, one_of, rules_named, whole_number
from engine.commands.wrong import Wrong
from engine.contract import InvalidSetup
from engine.drafting import GAMES
from engine.game import MOST_SEED, SEATS, Action, Deck, Game, apply, new_game, record, view
from engine.phylo.rules import RULES
from engine.replaying import turn_of
from engine.sets import ReadyDeck

ME = "me"
ASK = "Number, ? to see it again, q to stop: "


class Arguments(argparse.Namespace):
    """Of the command line, as text."""

    players: list[str]
    rules: str
    decks: list[str] | None
    seed: str | None
    record: str | None
    json: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help=f"in the order of the seats: {ME}, or a level ({LEVEL_WORDS}); by default {ME} fox",
    )
    parser.add_argument("--rules", default="phylo-1.4a", help=", ".join(LEVELS))
    parser.add_argument(
        "--decks",
        nargs=SEATS,
        metavar="DECK",
        help="a ready deck by its name, such as uluru, or a file; by default two are drawn",
    )
    parser.add_argument("--seed", help="the same seed and the same choices, the same game")
    parser.add_argument("--record", metavar="FILE", help="write the game record to this new file")
    parser.add_argument("--json", action="store_true", help="print the result and the record as JSON")


def run(arguments: argparse.Namespace) -> int:
    chosen = Arguments(**vars(arguments))
    players = chosen.players or [ME, "fox"]
    if chosen.seed is None:
        seed = SystemRandom().randrange(MOST_SEED)
    else:
        seed = whole_number("seed", chosen.seed, MOST_SEED, least=0)
    table = laid(rules_named(chosen.rules), len(players), seed, chosen.decks)
    for player in players:
        if player != ME:
            level_named(chosen.rules, player)
    # Before the game, so that none is lost for a file that cannot be written.
    file = _new_file(chosen.record) if chosen.record else None
    try:
        played(table, chosen.rules, players, seed, sys.stderr if chosen.json else sys.stdout)
    finally:
        if file is not None:
            with file:
                json.dump(record(table), file, ensure_ascii=False)
    if chosen.json:
        state = table.state
        result = {"scores": state.scores, "over": state.over, "winner": state.winner, "record": record(table)}
        print(json.dumps(result, ensure_ascii=False))
    return 0


def laid(rules: str, players: int, seed: int, decks: Sequence[str] | None = None) -> Game:
    """A new game; decks that are not named are drawn by the seed. Raises Wrong."""
    sides: list[Deck]
    if decks and rules in RULES:
        ready = sets.decks(rules)
        sides = [_deck(name, ready) for name in decks]
    else:
        sides = [*(decks or ())]
    try:
        return new_game(rules, sides or None, seed=seed, players=players)
    except InvalidSetup as error:
        raise Wrong(str(error)) from None


def played(table: Game, rules: str, players: Sequence[str], seed: int, out: TextIO) -> None:
    """Play to the end, or until a person stops."""
    levels = {player: level_named(rules, player) for player in players if player != ME}
    if any(level.playouts != 0 for level in levels.values()):
        warm_up([rules])
    chances = [Random(f"play {seed} {seat}") for seat in range(len(players))]
    state, person = table.state, ME in players
    while not state.over:
        seat = state.to_act[0]
        player, legal = players[seat], state.legal(seat)
        if player == ME:
            action = _asked(table, seat, legal, out)
            if action is None:
                print("The game is not over.", file=out)
                return
        else:
            action = levels[player].think(view(table, seat), legal, chances[seat]).action
        apply(table, {"seat": seat, **action})
        if not (person and rules in GAMES and player != ME):  # choices are hidden until all have chosen
            print(f"{player} ({seat}): {in_words.action_text(action, table.cards)}", file=out)
    lines = in_words.table(state, None, table.cards)
    print("", *lines, f"The game is over: {in_words.standing(state)}.", sep="\n", file=out)


def _asked(table: Game, seat: int, legal: Sequence[Action], out: TextIO) -> Action | None:
    """What a person chooses; None to stop."""
    _show(table, seat, legal, out)
    while True:
        print(ASK, end="", file=out, flush=True)
        line = sys.stdin.readline()
        answer = line.strip()
        if answer == "q" or not line:
            return None
        if answer == "?":
            _show(table, seat, legal, out)
        elif answer.isascii() and answer.isdecimal() and 1 <= int(answer[:6]) <= len(legal):
            return legal[int(answer) - 1]
        else:
            print(f"{answer!r:.40} is none of these.", file=out)


def _show(table: Game, seat: int, legal: Sequence[Action], out: TextIO) -> None:
    state = table.state
    lines = [
        "",
        f"Turn {turn_of(state)}, points {in_words.standing(state)}",
        *in_words.table(state, seat, table.cards),
        "Your hand:",
        *in_words.hand(state, seat, table.cards),
        "You may:",
        *(f"{n:>4}  {in_words.action_text(action, table.cards)}" for n, action in enumerate(legal, start=1)),
    ]
    print(*lines, sep="\n", file=out)


def _deck(name: str, ready: Mapping[str, ReadyDeck]) -> ReadyDeck:
    if name in ready:
        return ready[name]
    if not name.endswith(".toml"):
        one_of(name, ready, "ready deck")
    try:
        return sets.read_deck(Path(name), sets.cards())
    except sets.InvalidDeck as error:
        raise Wrong(str(error)) from None


def _new_file(name: str) -> TextIO:
    try:
        return Path(name).open("x", encoding="utf-8")
    except OSError as error:
        raise Wrong(f"cannot write {name}: {error.strerror}") from None
