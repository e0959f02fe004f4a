"""`phylo-engine convert`: decks and game records from one form into another."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from io import BytesIO
from itertools import islice
from pathlib import Path

from engine import sets
from engine.commands import in_words
from engine.commands.arguments import one_of, whole_number
from engine.commands.wrong import Wrong
from engine.contract import InvalidRecord
from engine.deck_forms.code import in_fours
from engine.deck_forms.reading import HOME, KnownCards, code_of, is_code, read
from engine.deck_forms.sentences import FormError
from engine.deck_forms.writing import ListedDeck, deck_object, deck_text
from engine.game_files import GZIP, Record, line_of, records_of
from engine.replaying import begun, turn_of

CODE, TEXT, DECK, TOML = OF_DECKS = ("code", "text", "deck", "toml")
WORDS, JSON, JSON_LINES = OF_RECORDS = ("words", "json", "jsonl")
FORMS = (*OF_DECKS, *OF_RECORDS)
MOST_RECORDS = 10_000_000


class Arguments(argparse.Namespace):
    """Of the command line, as text."""

    files: list[str]
    to: str | None
    number: str | None
    fours: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a deck in any form, a deck code itself or the name of a ready deck; or game records, as JSON "
        "or JSON Lines, packed by gzip or not; - for standard input",
    )
    parser.add_argument(
        "--to",
        metavar="FORM",
        help="of a deck: code; text, a list to read, unless you say otherwise; deck, its JSON; toml, for "
        "play. Of game records: words, unless you say otherwise; json, for one; jsonl, a record a line",
    )
    parser.add_argument("--number", help="only the record with this number, from 1")
    parser.add_argument("--fours", action="store_true", help="write a deck code in groups of four")


def run(arguments: argparse.Namespace) -> int:
    chosen = Arguments(**vars(arguments))
    if chosen.to is not None:
        one_of(chosen.to, FORMS, "form")
    number = None if chosen.number is None else whole_number("number", chosen.number, MOST_RECORDS)
    if chosen.to == JSON and len(chosen.files) > 1:
        raise Wrong(f"{JSON} is one record; write several as {JSON_LINES}")
    known = KnownCards(sets.cards(), sets.numbers())
    for name in chosen.files:
        try:
            sys.stdout.writelines(_converted(name, chosen, number, known))
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Wrong(f"cannot read {name}: {error.strerror}") from None
        except (FormError, InvalidRecord) as error:
            raise Wrong(f"{name}: {error}") from None
        except sets.InvalidDeck as error:
            raise Wrong(str(error)) from None
    return 0


def listed(deck: sets.ReadyDeck) -> ListedDeck:
    """A ready deck as it is written."""
    starter = "" if deck.starter == HOME else deck.starter
    return ListedDeck(dict(Counter(deck.keys)), deck.rules, starter, name=deck.name)


def deck_written(deck: ListedDeck, form: str, known: KnownCards) -> str:
    """A deck in a form. Raises FormError."""
    match form:
        case "code":
            return code_of(deck, known) + "\n"
        case "deck":
            names = {key: known.cards[key]["name"] for key in deck.named}
            return json.dumps(deck_object(deck, names), ensure_ascii=False, indent=2) + "\n"
        case "toml":
            return "\n".join(_toml(deck)) + "\n"
    return deck_text(deck, known.labels(deck.named), known.groups(deck.named))


def record_in_words(record: Record) -> Iterator[str]:
    """A game as lines of text: each action, and the end. Raises InvalidRecord."""
    game = begun(record)
    yield f"{game.rules}, {len(game.actions)} actions"
    turn = None
    for _step, action in game.played():
        now = turn_of(game.state)
        if now != turn:
            yield f"Turn {now}, points {in_words.standing(game.state)}"
        turn = now
        yield f"  player {action['seat']}: {in_words.action_text(action, game.cards)}"
    over = "The game is over" if game.state.over else "The game is not over"
    yield f"{over}: {in_words.standing(game.state)}."


def _converted(name: str, chosen: Arguments, number: int | None, known: KnownCards) -> Iterator[str]:
    deck, content = _deck_or_content(name, known)
    if deck is not None:
        form = _fitting(chosen.to or TEXT, OF_DECKS, name, "a deck")
        text = deck_written(deck, form, known)
        yield in_fours(text.strip()) + "\n" if chosen.fours and form == CODE else text
        return
    form = _fitting(chosen.to or WORDS, OF_RECORDS, name, "a game record")
    found = records_of(BytesIO(content))
    for place, record in enumerate(found if number is None else islice(found, number - 1, number)):
        if form == JSON and place:
            raise Wrong(f"{name}: {JSON} is one record; choose it with --number, or write {JSON_LINES}")
        if form == WORDS:
            yield from (f"{line}\n" for line in record_in_words(record))
        else:
            begun(record)
            yield line_of(record)


def _fitting(form: str, forms: tuple[str, ...], name: str, what: str) -> str:
    if form not in forms:
        raise Wrong(f"{name} is {what}, which can be written as {', '.join(forms)}")
    return form


def _deck_or_content(name: str, known: KnownCards) -> tuple[ListedDeck | None, bytes]:
    """The deck that a word on the command line stands for, or else what is in a file of records."""
    path = Path(name)
    if name != "-" and not path.exists():
        if is_code(name):
            return read(name, known), b""
        ready = sets.decks()
        if name in ready:
            return listed(ready[name]), b""
    if path.suffix == ".toml":
        return listed(sets.read_deck(path, known.cards)), b""
    with nullcontext(sys.stdin.buffer) if name == "-" else path.open("rb") as file:
        content = file.read()
    if content.startswith(GZIP) or (content.lstrip().startswith(b"{") and b'"actions"' in content):
        return None, content
    return read(content.decode(errors="replace"), known), b""


def _toml(deck: ListedDeck) -> Iterator[str]:
    # A text of TOML may be written as JSON writes it.
    for field, text in (("name", deck.name), ("rules", deck.rules), ("starter", deck.starter)):
        if text:
            yield f"{field} = {json.dumps(text, ensure_ascii=False)}"
    yield ""
    yield "[cards]"
    yield from (f"{key} = {copies}" for key, copies in deck.cards.items())
