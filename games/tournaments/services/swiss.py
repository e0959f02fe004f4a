"""
Swiss pairings by FIDE's Dutch system (C.04.3 as it was until January 2026), without the database: py4swiss is
asked in its own terms. The first seat is "white" there.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING

from games.tournaments.services import tables
from games.tournaments.services.standings import Result, Score

if TYPE_CHECKING:
    from py4swiss.trf.results import ResultToken, RoundResult

Pair = tuple[int, int | None]
"""Who has the first seat, and the other; None for a bye."""


@dataclass(frozen=True)
class Entrant:
    """An entry by its number, with the rating by which the first round is paired; 0 without one."""

    number: int
    rating: int


def pairings(
    entrants: Sequence[Entrant],
    results: Iterable[Result],
    *,
    here: Collection[int],
    round_number: int,
    rounds: int,
) -> list[Pair]:
    """
    The boards of a round, best first, for those who are `here` of all entrants. `results` are of all rounds
    before, each `order` the number of its round. Nobody meets anybody twice, and nobody gets a second bye,
    unless there is no other way.
    """
    known, ranks = list(results), seeds(entrants)
    found = _by_the_rules(ranks, known, here, round_number, rounds)
    return _with_repeats(ranks, known, here) if found is None else found


def seeds(entrants: Iterable[Entrant]) -> dict[int, int]:
    """The starting numbers, from 1, of entries by their numbers: by rating, then by entering."""
    ranked = sorted(entrants, key=lambda each: (-each.rating, each.number))
    return {each.number: seed for seed, each in enumerate(ranked, 1)}


def _by_the_rules(
    seeds: dict[int, int], results: Sequence[Result], here: Collection[int], round_number: int, rounds: int
) -> list[Pair] | None:
    """None if the rules allow no pairing, or the library has no wheel for this machine."""
    # Not at the top: a quarter of a second and 20 MB that only processes which pair need.
    if find_spec("py4swiss") is None:
        return None
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection, XSection

    histories = _histories(seeds, results, here, round_number)
    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=seed,
            rank=seed,
            points_times_ten=_tenths(results, number),
            results=histories[number],
        )
        for number, seed in seeds.items()
    ]
    asked = ParsedTrf(player_sections=players, x_section=XSection(number_of_rounds=rounds))
    numbers = {seed: number for number, seed in seeds.items()}
    try:
        found = DutchEngine.generate_pairings(asked)
    except PairingError:
        return None
    return [(numbers[pair.white], numbers.get(pair.black)) for pair in found]


def _histories(
    seeds: dict[int, int], results: Sequence[Result], here: Collection[int], round_number: int
) -> dict[int, list["RoundResult"]]:
    """What each has done in each round before; those who are away have a line more, for this round."""
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

    def line(token: ResultToken, opponent: int = 0, *, first: bool | None = None) -> RoundResult:
        colours = {True: ColorToken.WHITE, False: ColorToken.BLACK, None: ColorToken.BYE_OR_NOT_PAIRED}
        return RoundResult(id=opponent, color=colours[first], result=token)

    away = line(ResultToken.ZERO_POINT_BYE)
    found = {number: [away] * (round_number - 1 + (number not in here)) for number in seeds}
    won = {Fraction(1): ResultToken.WIN, Fraction(1, 2): ResultToken.DRAW, Fraction(0): ResultToken.LOSS}
    for result in results:
        if len(result.scores) == 1:
            [alone] = result.scores
            half = alone.points != 1
            token = ResultToken.HALF_POINT_BYE if half else ResultToken.PAIRING_ALLOCATED_BYE
            found[alone.entry][result.order - 1] = line(token)
            continue
        for seat, (own, other) in enumerate((result.scores, result.scores[::-1])):
            token = won[own.points] if result.played else _forfeit(own)
            found[own.entry][result.order - 1] = line(token, seeds[other.entry], first=seat == 0)
    return found


def _forfeit(own: Score) -> "ResultToken":
    from py4swiss.trf.results import ResultToken

    return ResultToken.FORFEIT_WIN if own.points == 1 else ResultToken.FORFEIT_LOSS


def _tenths(results: Iterable[Result], number: int) -> int:
    scores = (score for result in results for score in result.scores if score.entry == number)
    return int(sum((score.points for score in scores), Fraction(0)) * 10)


def _with_repeats(seeds: dict[int, int], results: Sequence[Result], here: Collection[int]) -> list[Pair]:
    """Everybody has met everybody who is still here: by points, with as few repeats as there can be."""
    points = {number: _tenths(results, number) for number in here}
    ordered = sorted(here, key=lambda number: (-points[number], seeds[number]))
    alone = {result.scores[0].entry for result in results if len(result.scores) == 1}
    byes: list[Pair] = []
    if len(ordered) % 2:
        last = next((each for each in reversed(ordered) if each not in alone), ordered[-1])
        ordered.remove(last)
        byes = [(last, None)]
    met = tables.times_met([[score.entry for score in result.scores] for result in results])
    return [(pair[0], pair[1]) for pair in tables.tables(ordered, met, 2)] + byes
