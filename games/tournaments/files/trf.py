"""
The report of a tournament that programs of chess organisers exchange: TRF16 (FIDE Handbook C.04, Annex 2).
It has one line of fixed columns for each player, and knows only games of two in rounds.
"""

from collections.abc import Iterable, Mapping

from games.tournaments.files.report import FORFEIT, Entrant, Pairing, Report, Side
from games.tournaments.services import swiss
from games.tournaments.services.standings import Standing, System

MEDIA_TYPE = "text/plain; charset=utf-8"
NAMES = {
    System.SWISS: "Individual: Swiss-System (Dutch)",
    System.ROUND_ROBIN: "Individual: Round-Robin",
}
LONGEST_NAME = 33


def fits(system: System, seats: int) -> bool:
    return system in NAMES and seats == 2


def trf(report: Report) -> str:
    """The file. Whoever has seat 0 is written as White: who begins is not known before the deal."""
    lines = [f"012 {_one_line(report.name)}"]
    for code, day in (("042", report.begun), ("052", report.ended)):
        if day:
            lines.append(f"{code} {day:%Y/%m/%d}")
    rated = sum(1 for entrant in report.entrants if entrant.rating)
    lines += [f"062 {len(report.entrants)}", f"072 {rated}", f"092 {NAMES[report.system]}"]
    lines.append(f"XXR {report.rounds}")
    if report.system == System.SWISS:
        lines.append("XXC white1")
    numbers = _starting_numbers(report)
    table = {each.entry: (place, each) for place, each in enumerate(report.table, 1)}
    games = _by_entry(report.pairings)
    for entrant in sorted(report.entrants, key=lambda each: numbers[each.number]):
        place, standing = table[entrant.number]
        lines.append(_player(entrant, place, standing, games.get(entrant.number, {}), report.rounds, numbers))
    return "\n".join(lines) + "\n"


def _starting_numbers(report: Report) -> Mapping[int, int]:
    """By numbers of entries; in the Swiss system those of its pairing, so that others can check it."""
    if report.system == System.SWISS:
        return swiss.seeds(swiss.Entrant(each.number, each.rating) for each in report.entrants)
    return {each.number: each.number for each in report.entrants}


def _by_entry(pairings: Iterable[Pairing]) -> Mapping[int, Mapping[int, Pairing]]:
    """The pairings of each entry by round."""
    found: dict[int, dict[int, Pairing]] = {}
    for pairing in pairings:
        for side in pairing.sides:
            found.setdefault(side.entry, {})[pairing.round] = pairing
    return found


def _player(
    entrant: Entrant,
    place: int,
    standing: Standing,
    games: Mapping[int, Pairing],
    rounds: int,
    numbers: Mapping[int, int],
) -> str:
    name = _one_line(entrant.name)[:LONGEST_NAME]
    rating = str(entrant.rating or "")
    # Columns 10 to 13 are sex and title, 54 to 79 federation, number and birth: nothing is known of these.
    begins = f"001 {numbers[entrant.number]:>4}      {name:<33} {rating:>4}"
    ends = f"{float(standing.points):>4.1f} {place:>4}"
    blocks = (_block(entrant.number, games.get(number), numbers) for number in range(1, rounds + 1))
    return f"{begins:<80}{ends}  " + "  ".join(blocks)


def _block(entry: int, pairing: Pairing | None, numbers: Mapping[int, int]) -> str:
    """Opponent, colour and result of one round in eight columns."""
    if pairing is None:
        return " " * 8
    own = next(side for side in pairing.sides if side.entry == entry)
    others = [side for side in pairing.sides if side.entry != entry]
    if not others:
        return f"0000 - {_bye(own)}"
    colour = "w" if pairing.sides[0] is own else "b"
    return f"{numbers[others[0].entry]:>4} {colour} {_result(own, unplayed=pairing.how == FORFEIT)}"


def _bye(own: Side) -> str:
    """U: given by the pairing, a whole point. H and Z: half a point and none, for a round that was missed."""
    points = own.points or 0
    return "U" if points == 1 else "H" if points else "Z"


def _result(own: Side, *, unplayed: bool) -> str:
    if own.points is None:
        return " "
    if unplayed:
        return "+" if own.points == 1 else "-"
    return "1" if own.points == 1 else "=" if own.points else "0"


def _one_line(text: str) -> str:
    return " ".join(text.split())
