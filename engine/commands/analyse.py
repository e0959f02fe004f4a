"""`phylo-engine analyse`: how the chances in a recorded game stood, and which actions were better."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence

from engine import sets
from engine.bots.record_analysis import AGAIN, NOTHING, TRIES, Judged, Known, Replayed, judged, replayed
from engine.bots.thinking import warm_up
from engine.commands import in_words
from engine.commands.arguments import whole_number
from engine.commands.wrong import Wrong
from engine.contract import InvalidRecord
from engine.file_command import read_json
from engine.phylo.rules import RULES
from engine.record_format import CardData

MOST_TRIES = 1_000_000


class Arguments(argparse.Namespace):
    """Of the command line, as text."""

    record: str
    playouts: str
    json: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD.json", help="a game record, or - for standard input")
    parser.add_argument(
        "--playouts", default=str(TRIES), help="games that are played out for an action; more take longer"
    )
    parser.add_argument("--json", action="store_true", help="print an object, with all judgements, as JSON")


def run(arguments: argparse.Namespace) -> int:
    chosen = Arguments(**vars(arguments))
    tries = whole_number("playouts", chosen.playouts, MOST_TRIES)
    data = _read(chosen.record)
    try:
        game = replayed(data, known_of(data))
    except InvalidRecord as error:
        raise Wrong(f"{chosen.record}: {error}") from None
    if not game.moments:
        raise Wrong(f"{chosen.record}: there is no action in it")
    print(f"judging {len(game.moments)} actions", file=sys.stderr)
    rules = game.moments[0].rules
    warm_up([rules])
    found = list(judged(game, tries, tries * AGAIN // TRIES))
    if chosen.json:
        moves = [as_json(each) for each in found]
        print(json.dumps({"rules": rules, "scores": game.end.scores, "actions": moves}, ensure_ascii=False))
    else:
        cards: Mapping[str, CardData] = data["cards"] if isinstance(data, Mapping) and rules in RULES else {}
        print("\n".join(lines(game, found, cards)))
    return 0


def known_of(data: object) -> Known:
    """The ready decks of a record's rules."""
    rules = data.get("rules") if isinstance(data, Mapping) else None
    if not isinstance(rules, str) or rules not in RULES:
        return NOTHING
    decks, cards = [deck.keys for deck in sets.decks(rules).values()], sets.cards()
    return Known({key: cards[key] for deck in decks for key in deck}, decks)


def as_json(found: Judged) -> dict[str, object]:
    """Chances are from 0 to 1, and null where nobody can tell."""
    said: dict[str, object] = {
        "step": found.step,
        "turn": found.turn,
        "seat": found.seat,
        "action": found.action,
        "before": _rounded(found.before),
        "after": _rounded(found.after),
    }
    if found.lapse is None:
        return said
    better = found.lapse.better
    return said | {
        "better": {
            "action": better.action,
            "chance": _rounded(better.chance),
            "instead_of": _rounded(found.lapse.made.chance),
            "line": list(better.line),
        }
    }


def lines(game: Replayed, found: Sequence[Judged], cards: Mapping[str, CardData]) -> Iterator[str]:
    """The same in words."""
    yield f"{game.moments[0].rules}, {len(found)} actions: {in_words.standing(game.end)}"
    yield "turn  player  chance       action"
    for each in found:
        stood = f"{_percent(each.before)} → {_percent(each.after)}"
        yield f"{each.turn:>4}  {each.seat:>6}  {stood}  {in_words.action_text(each.action, cards)}"
        if each.lapse is not None:
            better, made = each.lapse.better, each.lapse.made
            text = in_words.action_text(better.action, cards)
            yield f"{'':27}better: {text} ({better.chance:.0%} instead of {made.chance:.0%})"


def _read(name: str) -> object:
    try:
        return read_json(name)
    except OSError as error:
        raise Wrong(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:
        raise Wrong(f"{name}: {error}") from None


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)


def _percent(chance: float | None) -> str:
    return "   –" if chance is None else f"{chance:>4.0%}"
