"""What studies have found, ready for the templates that draw it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight.wording import percent
from cards.models import Deck, DeckStudy
from cards.words import all_of
from phylo.jobs.models import Status

FELL = 3
"""Cards named that fell most often."""
PERCENT = 100


@dataclass(frozen=True, slots=True)
class Rate:
    """One row of a trial. Shares are in per cent; `slug` is empty for all opponents together."""

    slug: str
    name: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    points: float
    against: float
    says: str


@dataclass(frozen=True, slots=True)
class Loss:
    """What one event takes of the points, in per cent; `worst` of a single strike."""

    name: str
    own: bool
    strikes: int
    mean: float
    worst: float
    cards: float
    fell: str
    says: str


@dataclass(frozen=True, slots=True)
class Storm:
    """`path` draws the curve in a square of 100: how many strikes take at least so much."""

    losses: list[Loss]
    path: str
    area: str
    tables: int
    mean: str
    fell: str
    says: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A study that is done, and what it has found; `changed`: the deck is another one by now."""

    study: DeckStudy
    changed: bool
    overall: Rate | None = None
    rates: Sequence[Rate] = ()
    storm: Storm | None = None


def latest(deck: Deck, kind: str) -> Shown | None:
    """The newest study of the kind that is done, one of the present version first."""
    done = deck.studies.filter(kind=kind, status=Status.DONE).defer("given")
    study = done.filter(version=deck.version).first() or done.order_by("-version", "-pk").first()
    return shown(study, deck) if study is not None else None


def shown(study: DeckStudy, deck: Deck) -> Shown:
    result, changed = study.so_far["result"], study.version != deck.version
    if study.kind == DeckStudy.Kind.RESILIENCE:
        return Shown(study, changed, storm=_storm(result))
    names = result["names"]
    rates = sorted(
        (_rate(each, names[each["opponent"]]) for each in result["records"]), key=lambda rate: -rate.share
    )
    return Shown(study, changed, overall=_rate(result["overall"], _("All games")), rates=rates)


def _rate(record: Mapping[str, Any], name: str) -> Rate:
    rate = record["rate"]
    share, low, high = (PERCENT * rate[field] for field in ("share", "low", "high"))
    said = {"share": round(share), "low": round(low), "high": round(high)}
    return Rate(
        slug=record["opponent"],
        name=name,
        games=rate["n"],
        wins=record["wins"],
        draws=record["draws"],
        losses=record["losses"],
        share=share,
        low=low,
        high=high,
        points=record["points"],
        against=record["against"],
        says=_("%(share)s %% (%(low)s to %(high)s)") % said,
    )


def _storm(result: Mapping[str, Any]) -> Storm:
    names, curve = result["names"], result["curve"]
    points = [(10 * tenth, PERCENT * (1 - share)) for tenth, share in enumerate(curve)]
    path = "M" + "L".join(f"{x:g} {y:.1f}" for x, y in points)
    # The events with the heaviest losses first.
    losses = [_loss(each, names) for each in reversed(result["losses"])]
    return Storm(
        losses=losses,
        path=path,
        area=f"{path}L100 100L0 100Z",
        tables=result["tables"],
        mean=percent(result["mean_points"]),
        fell=_fallen(result["fell"], names),
        says=_curve_words(curve),
    )


def _loss(each: Mapping[str, Any], names: Mapping[str, str]) -> Loss:
    mean, worst = PERCENT * each["mean_points"], PERCENT * each["worst_points"]
    if not each["strikes"]:
        says = _("never had a target")
    else:
        says = _("%(mean)s %%, at worst %(worst)s %%") % {"mean": round(mean), "worst": round(worst)}
    return Loss(
        name=names[each["event"]],
        own=each["own"],
        strikes=each["strikes"],
        mean=mean,
        worst=worst,
        cards=PERCENT * each["mean_cards"],
        fell=_fallen(each["fell"], names),
        says=says,
    )


def _fallen(fell: Sequence[Sequence[Any]], names: Mapping[str, str]) -> str:
    """ "Horse (12 times) and Lynx (4 times)", or nothing."""
    words = [
        ngettext("%(card)s (once)", "%(card)s (%(times)s times)", times)
        % {"card": names[key], "times": times}
        for key, times in fell[:FELL]
    ]
    return all_of(words) if words else ""


def _curve_words(curve: Sequence[float]) -> str:
    """The curve as a sentence: what half of the strikes, and what the worst tenth of them take."""

    def taken(part: float) -> int:
        return max(10 * tenth for tenth, share in enumerate(curve) if share >= part)

    if not any(curve):
        return _("No event found a target.")
    words = {"half": taken(0.5), "tenth": taken(0.1), "few": 10}
    if not words["tenth"]:
        return _("Nine of ten strikes take less than %(few)s %% of the points.") % words
    if not words["half"]:
        return _(
            "Half of all strikes take less than %(few)s %% of the points, one in ten %(tenth)s %% or more."
        ) % words  # fmt: skip
    return _(
        "Half of all strikes take %(half)s %% of the points or more, one in ten %(tenth)s %% or more."
    ) % words  # fmt: skip
