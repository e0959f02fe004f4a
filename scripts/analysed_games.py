"""Plays ten games between levels of the computer and writes docs/examples/analysed-games.md: their analyses.

.venv/bin/python scripts/analysed_games.py [NUMBER …]     # only some of them, to standard output

Decks, levels and seeds are fixed, and no level has a ceiling in time: another run writes the same, unless
cards, levels or words have changed.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.matches.models import Match
    from games.replays.words.analyses import Report

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "examples" / "analysed-games.md"
BARS = "▁▂▃▄▅▆▇█"
NAMES = ("Ada", "Ben", "Cleo")
HEAD = """# Ten analysed games

Each was played between two levels of the computer, and analysed as finished matches are
([Analysis](../replays.md#analysis)). `scripts/analysed_games.py` writes this page. The bars are Ada's chance
to win after each turn. Some of the decks have had a few other cards since.
"""


@dataclass(frozen=True)
class Plan:
    """The rules, a level for each seat, the seed, and in Phylo both decks by their slugs."""

    rules: str
    levels: tuple[str, ...]
    seed: int
    decks: tuple[str, ...] = ()


PLANS = (
    Plan("phylo-1.4a", ("mouse", "fox"), 1, ("great-plains-prairie", "oregon-oak-woodland")),
    Plan("phylo-1.4a", ("hedgehog", "hedgehog"), 2, ("scottish-highlands", "european-city")),
    Plan("phylo-1.4a", ("fox", "owl"), 3, ("african-savanna", "sonoran-desert")),
    Plan("phylo-1.4a", ("owl", "fox"), 4, ("amazon-rainforest", "masoala")),
    Plan("phylo-1.3", ("hedgehog", "fox"), 5, ("great-barrier-reef", "maldives")),
    Plan("phylo-1.3", ("fox", "fox"), 6, ("wadden-sea", "hardangervidda")),
    Plan("ecosystem", ("mouse", "fox"), 7),
    Plan("ecosystem", ("fox", "owl"), 8),
    Plan("coral-reef", ("hedgehog", "fox"), 9),
    Plan("coral-reef", ("owl", "fox"), 10),
)


def main() -> None:
    wanted = [int(number) for number in sys.argv[1:]]
    with TemporaryDirectory() as data:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "phylo.settings", "PHYLO_DATA": data}
        sys.path.insert(0, str(ROOT))
        _set_up()
        parts = [
            "\n".join(_lines(number, plan))
            for number, plan in enumerate(PLANS, start=1)
            if not wanted or number in wanted
        ]
    if wanted:
        print("\n\n".join(parts))
    else:
        PAGE.write_text("\n\n".join([HEAD.strip(), *parts]) + "\n", encoding="utf-8")


def _set_up() -> None:
    import django
    from django.conf import settings

    # Before the settings, which leave compiled code to the thinking process: here everything is in this one.
    import engine.flat.compiled  # noqa: F401

    django.setup()
    settings.THINKING_APART = False
    from phylo.serving.prepare import prepare

    prepare()


def _lines(number: int, plan: Plan) -> Iterator[str]:
    from games.replays.services.analyses import ANALYSES, analysis_of, begin_analysis
    from games.replays.words.analyses import report

    match = _played(plan)
    found = ANALYSES.do_all(begin_analysis(match=match), lambda job: None)
    done = analysis_of(found)
    assert done is not None
    yield from _head(number, plan, match)
    yield from _body(report(match, done, NAMES[: match.players], None))


def _played(plan: Plan) -> "Match":
    from cards.decks.models import Deck
    from engine.bots.levels import level_of
    from games.matches.models import Match
    from games.matches.services.matches import Side, create_match
    from games.matches.services.play import play
    from games.matches.services.positions import bot_view_at, legal_at

    decks = [Deck.objects.get(slug=slug) for slug in plan.decks]
    sides = [Side(bot=level) for level in plan.levels]
    if decks:
        sides = [
            Side(deck.name, deck.card_keys(), bot=level)
            for deck, level in zip(decks, plan.levels, strict=True)
        ]
    match, number = create_match(sides=sides, rules=plan.rules, seed=plan.seed), 0
    levels = [replace(level_of(plan.rules, level), seconds=None) for level in plan.levels]
    while not match.finished:
        seat = match.acting[0]
        chance = Random(match.bot_seed(match.version))
        thought = levels[seat].think(bot_view_at(match, seat), legal_at(match, seat), chance)
        action = dict(thought.action)
        play(
            match_id=match.pk,
            seat=seat,
            action=action,
            version=match.version,
            key=f"{number}",
            by_program=True,
        )
        match, number = Match.objects.get(pk=match.pk), number + 1
    return match


def _head(number: int, plan: Plan, match: "Match") -> Iterator[str]:
    from games.matches.models import BotLevel
    from games.matches.words.terms import game_name

    names = [f"{name} ({BotLevel(level).label})" for name, level in zip(NAMES, plan.levels, strict=False)]
    won = "a draw" if match.sole_winner is None else f"{NAMES[match.sole_winner]} wins"
    yield f"## {number}. {game_name(plan.rules)}: {' against '.join(names)}"
    yield ""
    decks = f"Decks: {' and '.join(seat.deck_name for seat in match.seats.order_by('number'))}. "
    scores = f"{' to '.join(map(str, match.scores))}"
    yield f"{decks if plan.decks else ''}Seed {plan.seed}. {scores} after {match.version} moves: {won}."


def _body(analysis: "Report") -> Iterator[str]:
    yield ""
    chances = [turn.moves[0].stood[0] for turn in analysis.turns]
    yield (
        "`"
        + "".join(BARS[round((0.5 if each is None else each) * (len(BARS) - 1))] for each in chances)
        + "`"
    )
    if analysis.turning:
        yield ""
        yield f"**What decided** (turn {analysis.turning.turn}): {' '.join(analysis.turning.words)}"
    for comment in analysis.comments:
        yield ""
        yield f"**Turn {comment.turn}, {comment.name}, cost {comment.cost} games in 100:** {comment.made}"
        reasons = " ".join([*comment.reasons, comment.chances])
        yield f"*Better:* {' '.join(comment.better)} {reasons}"


if __name__ == "__main__":
    main()
