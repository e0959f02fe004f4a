import csv
import json
import sys
from collections.abc import Sequence

from django.core.management.base import BaseCommand, CommandParser

from cards.evidence.comparison import Lack, Pair, Verdict
from cards.evidence.food_web import NOWHERE, Comparison, Filters, Tally, comparison
from cards.evidence.words import lack_words
from cards.models import Terrain
from engine.phylo.rules import RULES

COLUMNS = ("verdict", "eater", "eaten", "lacks", "why", "data_sets", "places")
MOST_SHOWN = 40
"""Pairs in a table without `--all`."""


class Command(BaseCommand):
    help = (
        "Hold the game's food web beside what data sets report: confirmed, never reported, against the rules."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rules", choices=sorted(RULES), default=max(RULES))
        parser.add_argument("--verdict", choices=list(Verdict), default="")
        parser.add_argument(
            "--lack", choices=list(Lack), default="", help="what keeps the rules from the pair"
        )
        parser.add_argument("--deck", default="", help="slug of a ready deck that holds both")
        parser.add_argument(
            "--terrain", choices=[*Terrain.values, NOWHERE], default="", help="that both share"
        )
        parser.add_argument("--card", default="", help="key of a card on either side")
        parser.add_argument("--data-set", default="", help="key of a data set that reports the pair")
        parser.add_argument("--format", choices=("table", "csv", "json"), default="table", dest="form")
        parser.add_argument("--all", action="store_true", help=f"more than {MOST_SHOWN} pairs in the table")

    def handle(self, *args: object, rules: str, form: str, **options: str) -> None:
        compared = comparison(rules)
        named = {name: options[name] for name in ("verdict", "lack", "deck", "terrain", "card", "data_set")}
        self._check(compared, named)
        pairs = compared.found(Filters(**named))
        if form == "table":
            self._table(compared, pairs, shown=len(pairs) if options["all"] else MOST_SHOWN)
        elif form == "csv":
            writer = csv.DictWriter(self.stdout, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(_flat(compared, pair) for pair in pairs)
        else:
            json.dump(_as_json(compared, pairs), self.stdout, ensure_ascii=False, indent=1)
            self.stdout.write("")

    def _check(self, compared: Comparison, named: dict[str, str]) -> None:
        known = {
            "deck": compared.decks.keys(),
            "card": {card.key for card in compared.cards},
            "data_set": {each.key for each in compared.data_sets},
        }
        for name, keys in known.items():
            if named[name] and named[name] not in keys:
                self.stderr.write(f"there is no {name.replace('_', ' ')} {named[name]!r}")
                sys.exit(2)

    def _table(self, compared: Comparison, pairs: Sequence[Pair], shown: int) -> None:
        self._counts("", {"pairs": compared.tally(pairs)})
        self._counts("by terrain", compared.by_terrain(pairs))
        self._counts("by deck", compared.by_deck(pairs))
        self.stdout.write("")
        for pair in pairs[:shown]:
            row = _flat(compared, pair)
            said = row["why"] or row["data_sets"] or "not reported"
            self.stdout.write(f"{row['verdict']:12}{row['eater']} eats {row['eaten']}: {said}")
        if len(pairs) > shown:
            self.stdout.write(f"{len(pairs) - shown:,} more; --all shows them")

    def _counts(self, title: str, tallies: "dict[str, Tally] | object") -> None:
        assert isinstance(tallies, dict)
        self.stdout.write(f"{title:32}" + "".join(f"{verdict:>12}" for verdict in Verdict))
        for name, tally in tallies.items():
            self.stdout.write(f"{name:32}" + "".join(f"{tally[verdict]:>12,}" for verdict in Verdict))


def _flat(compared: Comparison, pair: Pair) -> dict[str, str]:
    eater, eaten = compared.cards[pair.eater], compared.cards[pair.eaten]
    reports = compared.reports_of(pair)
    return {
        "verdict": pair.verdict,
        "eater": eater.key,
        "eaten": eaten.key,
        "lacks": ";".join(pair.lacks),
        "why": " ".join(lack_words(lack, eater, eaten) for lack in pair.lacks),
        "data_sets": ";".join(dict.fromkeys(report.data_set.key for report in reports)),
        "places": ";".join(dict.fromkeys(place for report in reports for place in report.places)),
    }


def _as_json(compared: Comparison, pairs: Sequence[Pair]) -> dict[str, object]:
    return {
        "rules": compared.rules,
        "counts": compared.tally(pairs),
        "terrains": compared.by_terrain(pairs),
        "decks": compared.by_deck(pairs),
        "data_sets": {each.key: each.citation for each in compared.data_sets},
        "pairs": [_flat(compared, pair) for pair in pairs],
    }
