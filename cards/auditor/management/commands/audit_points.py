import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal

from django.core.management.base import BaseCommand, CommandParser

from cards.auditor.beginning import AuditRefused, begin_audit
from cards.auditor.findings import GAMES, Finding, findings
from cards.auditor.models import PointAudit
from cards.auditor.playing import AuditRunner
from cards.auditor.shipped import as_shipped
from engine.bots.contest import play
from engine.bots.thinking import warm_up
from phylo.http.input import whole_number
from phylo.jobs.models import Status

MOST_PROCESSES = 64
PAIRS = 8
"""Pairs of games that a process gets at a time."""


class Command(BaseCommand):
    help = "Compare the points of all cards with the formula and with games of bots, played here and now."

    def add_arguments(self, parser: CommandParser) -> None:
        # The service checks numbers and rules, so that errors are one line.
        parser.add_argument("--games", default="2000", help="2000 if left out")
        parser.add_argument("--rules", default="phylo-1.4a")
        parser.add_argument("--seed", default="1")
        parser.add_argument(
            "--processes",
            default=str(os.cpu_count() or 1),
            help="as many as there are processors if left out",
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="all that was found, as JSON")
        parser.add_argument(
            "--save", default="", help="a file to write as well, as those in cards/data/audits"
        )

    def handle(
        self,
        *args: object,
        games: str,
        rules: str,
        seed: str,
        processes: str,
        as_json: bool,
        save: str,
        **options: object,
    ) -> None:
        try:
            several = _number("processes", processes)
            if not 1 <= several <= MOST_PROCESSES:
                raise AuditRefused(f"--processes must be from 1 to {MOST_PROCESSES}")
            audit = begin_audit(
                rules=rules, games=_number("games", games), seed=_number("seed", seed), queued=False
            )
        except AuditRefused as refusal:
            self.stderr.write(str(refusal))
            sys.exit(2)
        audit = self._played(audit, several)
        if audit.status != Status.DONE:
            self.stderr.write(f"{audit.status} after {audit.done} of {audit.total} games")
            sys.exit(1)
        if save:
            Path(save).write_text(as_shipped(audit), encoding="utf-8")
        found = findings(audit, rules=rules, order=GAMES)
        if as_json:
            json.dump(_as_json(audit, found), self.stdout, ensure_ascii=False, indent=1)
            self.stdout.write("")
        else:
            self._table(found)

    def _played(self, audit: PointAudit, processes: int) -> PointAudit:
        if processes == 1:
            return self._run(audit, AuditRunner(PointAudit, partial(map, play), pairs=PAIRS))
        # Processes of their own, not copies of this one; Ctrl-C is for this one alone.
        pool = ProcessPoolExecutor(processes, get_context("spawn"), signal, (SIGINT, SIG_IGN))
        try:
            # Otherwise all processes would compile the same.
            warm_up([audit.rules])
            return self._run(audit, AuditRunner(PointAudit, partial(pool.map, play), pairs=PAIRS * processes))
        finally:
            pool.shutdown(cancel_futures=True)

    def _run(self, audit: PointAudit, runner: AuditRunner) -> PointAudit:
        try:
            return runner.do_all(audit, self._progress)
        except KeyboardInterrupt:
            # Otherwise a worker of the site would continue it.
            runner.cancel(audit.pk)
            self.stderr.write("cancelled")
            sys.exit(130)

    def _progress(self, audit: PointAudit) -> None:
        self.stderr.write(f"{audit.done} of {audit.total} games")

    def _table(self, found: list[Finding]) -> None:
        """The furthest off first; shares in per cent, `least` is the lower bound of their difference."""
        self.stdout.write(
            f"{'card':32}{'points':>7}{'formula':>9}{'with':>12}{'without':>14}{'apart':>7}{'least':>7}"
        )
        for each in found:
            points = "-" if each.card.points is None else each.card.points
            formula = "-" if each.suggestion.points is None else each.suggestion.points
            line = f"{each.card.key:32}{points:>7}{formula:>9}"
            if (measured := each.measured) is not None:
                least = "few" if each.off_games is None else f"{100 * each.off_games:.1f}"
                line += f"{f'{measured.wins}/{measured.held.n}':>12}"
                line += f"{f'{measured.wins_without}/{measured.without.n}':>14}"
                line += f"{100 * measured.difference.share:>+7.1f}{least:>7}"
            self.stdout.write(line)


def _number(name: str, text: str) -> int:
    number = whole_number(text, digits=19)
    if number is None:
        raise AuditRefused(f"--{name} must be a whole number, not {text!r}")
    return number


def _as_json(audit: PointAudit, found: list[Finding]) -> dict[str, object]:
    return {
        "rules": audit.rules,
        "seed": audit.seed,
        "games": audit.done,
        "finished": None if audit.finished_at is None else audit.finished_at.isoformat(),
        "cards": [_finding(each) for each in found],
    }


def _finding(each: Finding) -> dict[str, object]:
    card, measured = each.card, each.measured
    data: dict[str, object] = {
        "key": card.key,
        "kind": card.kind,
        "points": card.points,
        "formula": each.suggestion.points,
        "off_formula": each.off_formula,
        "off_games": each.off_games,
    }
    if measured is not None:
        for name, wins, rate in (
            ("with", measured.wins, measured.held),
            ("without", measured.wins_without, measured.without),
        ):
            data[name] = {
                "wins": wins, "games": rate.n, "share": rate.share, "low": rate.low, "high": rate.high,
            }  # fmt: skip
        apart = measured.difference
        data["difference"] = {"share": apart.share, "low": apart.low, "high": apart.high}
    return data
