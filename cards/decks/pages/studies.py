"""Studies of a deck: beginning, watching and cancelling them, and the results for all its versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.decks.access import deck_or_404
from cards.decks.insight.resilience import Loss, Resilience
from cards.decks.insight.trials import Record, Result
from cards.decks.models import Deck, DeckStudy
from cards.decks.studies.beginning import FIRST_SEED, StudyRefused, begin_study
from cards.decks.studies.kinds import STUDIES
from cards.models import Builder
from cards.models.builder import builder_of, known_builder
from cards.texts import local_name
from cards.words import all_of, percent
from phylo.http.answers import missing_is_404
from phylo.http.input import whole_number
from phylo.http.problems import problem, wants_page
from phylo.jobs.models import Status

Kind = DeckStudy.Kind
TITLES = {
    Kind.TRIAL: gettext_lazy("Test this deck"),
    Kind.RESILIENCE: gettext_lazy("When events strike"),
}
FELL = 3
"""How many of the most frequent losses are named."""
PERCENT = 100


@dataclass(frozen=True, slots=True)
class RateRow:
    """One row of a trial. Shares are percentages; `slug` is empty for all opponents together."""

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
class LossRow:
    """What one event costs in points, as percentages; `worst` is the worst single strike."""

    name: str
    own: bool
    strikes: int
    mean: float
    worst: float
    cards: float
    fell: str
    says: str


@dataclass(frozen=True, slots=True)
class ShownStorm:
    """`path` draws the curve in a square of 100: how many strikes destroy at least so much."""

    losses: list[LossRow]
    path: str
    area: str
    tables: int
    mean: str
    fell: str
    says: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A finished study and its results; `changed`: the deck has changed since."""

    study: DeckStudy
    changed: bool
    overall: RateRow | None = None
    rates: Sequence[RateRow] = ()
    storm: ShownStorm | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """
    One kind of study: the one that is waiting or running, the finished ones, newest first, and those that
    were cancelled or failed. `seed` is for the next one.
    """

    kind: str
    title: str
    working: DeckStudy | None
    says: str
    """The progress of that study."""
    cancellable: bool
    found: list[Shown]
    broken: list[DeckStudy]
    seed: int
    again: bool
    """Whether the present version has been studied."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deck_studies(request: HttpRequest, slug: str) -> HttpResponse:
    """List the studies; POST of `kind` and `seed` begins one."""
    deck = deck_or_404(request, slug)
    if request.method == "POST":
        return _begin(request, deck)
    builder = builder_of(request)
    stored = list(deck.studies.defer("given"))
    sections = [
        _section(deck, kind, [each for each in stored if each.kind == kind], builder) for kind in TITLES
    ]
    context = {"deck": deck, "own": deck.belongs_to(builder), "sections": sections}
    return render(request, "decks/studies.html", context)


def _begin(request: HttpRequest, deck: Deck) -> HttpResponse:
    kind, seed = (
        request.POST.get("kind", ""),
        whole_number(request.POST.get("seed") or str(FIRST_SEED), digits=19),
    )
    try:
        study = begin_study(
            # A seed that is not a number is refused like one out of range.
            deck=deck,
            kind=kind,
            builder=known_builder(request),
            seed=-1 if seed is None else seed,
        )
    except StudyRefused as error:
        if not wants_page(request):
            return problem(error.code, str(error))
        messages.error(request, str(error))
        return redirect("deck-studies", deck.slug)
    return redirect(f"{reverse('deck-studies', args=[deck.slug])}#study-{study.pk}")


@never_cache
@require_safe
@missing_is_404
def study(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The progress of a study, for htmx; when it is over, the whole section is replaced."""
    deck = deck_or_404(request, slug)
    found = deck.studies.defer("given").get(pk=pk)
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('deck-studies', args=[slug])}#study-{pk}")
    builder = builder_of(request)
    if found.working:
        context = {"deck": deck, "study": found, "says": _progress(found)}
        return render(request, "decks/_study_progress.html", context)
    stored = list(deck.studies.defer("given").filter(kind=found.kind))
    section = _section(deck, found.kind, stored, builder)
    context = {"deck": deck, "section": section, "announcement": _announcement(found)}
    response = render(request, "decks/_study_section.html", context)
    response["HX-Retarget"] = f"#studies-{found.kind}"
    response["HX-Reswap"] = "outerHTML"
    return response


@require_POST
@missing_is_404
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Only whoever began the study and the deck's owner may cancel it."""
    deck = deck_or_404(request, slug)
    if not _may_cancel(deck.studies.defer("given").get(pk=pk), deck, builder_of(request)):
        raise Http404("not yours to cancel")
    STUDIES.cancel(pk)
    return redirect("deck-studies", slug)


def _may_cancel(study: DeckStudy, deck: Deck, builder: Builder) -> bool:
    return study.begun_by(builder) or deck.belongs_to(builder)


def _progress(study: DeckStudy) -> str:
    before = STUDIES.waiting_before(study) if study.status == Status.QUEUED else 0
    if before:
        words = ngettext("Waits for 1 other study.", "Waits for %(before)s other studies.", before)
        return words % {"before": before}
    share = percent(study.done / study.total)
    return _("%(done)s of %(total)s games, %(share)s") % {
        "done": study.done, "total": study.total, "share": share,
    }  # fmt: skip


def _section(deck: Deck, kind: str, stored: list[DeckStudy], builder: Builder) -> Section:
    working = next((each for each in stored if each.working), None)
    done = [each for each in stored if each.status == Status.DONE]
    over = {Status.CANCELLED, Status.FAILED}
    present = [each.seed for each in done if each.version == deck.version]
    return Section(
        kind=kind,
        title=str(TITLES[Kind(kind)]),
        working=working,
        says=_progress(working) if working else "",
        cancellable=working is not None and _may_cancel(working, deck, builder),
        found=[_shown(each, deck) for each in done],
        broken=[each for each in stored if each.status in over],
        seed=max(present) + 1 if present else FIRST_SEED,
        again=bool(present),
    )


def _announcement(study: DeckStudy) -> str:
    """The announcement for screen readers when a study is over."""
    if study.status == Status.DONE:
        return _("The study is done.")
    return _("The study was cancelled.") if study.status == Status.CANCELLED else _("The study failed.")


def latest(deck: Deck, kind: str) -> Shown | None:
    """The newest finished study of this kind, preferably of the present version."""
    done = deck.studies.filter(kind=kind, status=Status.DONE).defer("given")
    study = done.filter(version=deck.version).first() or done.order_by("-version", "-pk").first()
    return _shown(study, deck) if study is not None else None


def _shown(study: DeckStudy, deck: Deck) -> Shown:
    stored, changed = study.so_far["result"], study.version != deck.version
    names = stored["names"]
    if study.kind == Kind.RESILIENCE:
        return Shown(study, changed, storm=_storm(Resilience.from_json(stored), names))
    result = Result.from_json(stored)
    rates = [_rate(each, names[each.opponent]) for each in result.records]
    rates.sort(key=lambda rate: -rate.share)
    return Shown(study, changed, overall=_rate(result.overall, _("All games")), rates=rates)


def _rate(record: Record, name: str) -> RateRow:
    rate = record.rate
    said = {"share": percent(rate.share), "low": percent(rate.low), "high": percent(rate.high)}
    return RateRow(
        slug=record.opponent,
        name=name,
        games=rate.n,
        wins=record.wins,
        draws=record.draws,
        losses=record.losses,
        share=PERCENT * rate.share,
        low=PERCENT * rate.low,
        high=PERCENT * rate.high,
        points=record.points,
        against=record.against,
        says=_("%(share)s (%(low)s to %(high)s)") % said,
    )


def _storm(result: Resilience, names: Mapping[str, str]) -> ShownStorm:
    points = [(10 * tenth, PERCENT * (1 - share)) for tenth, share in enumerate(result.curve)]
    path = "M" + "L".join(f"{x:g} {y:.1f}" for x, y in points)
    return ShownStorm(
        # The heaviest losses first.
        losses=[_loss(each, names) for each in reversed(result.losses)],
        path=path,
        area=f"{path}L100 100L0 100Z",
        tables=result.tables,
        mean=percent(result.mean_points),
        fell=_fallen(result.fell, names),
        says=_curve_words(result),
    )


def _loss(loss: Loss, names: Mapping[str, str]) -> LossRow:
    says = _("never had a target")
    if loss.strikes:
        said = {"mean": percent(loss.mean_points), "worst": percent(loss.worst_points)}
        says = _("%(mean)s, at worst %(worst)s") % said
    return LossRow(
        name=local_name(names[loss.event]),
        own=loss.own,
        strikes=loss.strikes,
        mean=PERCENT * loss.mean_points,
        worst=PERCENT * loss.worst_points,
        cards=PERCENT * loss.mean_cards,
        fell=_fallen(loss.fell, names),
        says=says,
    )


def _fallen(fell: Sequence[tuple[str, int]], names: Mapping[str, str]) -> str:
    """In words, as in "Horse (12 times) and Lynx (4 times)"; empty if no cards fell."""
    words = [
        ngettext("%(card)s (once)", "%(card)s (%(times)s times)", times)
        % {"card": local_name(names[key]), "times": times}
        for key, times in fell[:FELL]
    ]
    return all_of(words) if words else ""


def _curve_words(result: Resilience) -> str:
    """The curve as a sentence: how often a strike takes much, and how much the worst one takes."""
    if not any(result.curve):
        return _("No event found a target.")
    tenth, half = result.curve[1], result.curve[5]
    words = {
        "tenth": percent(tenth), "half": percent(half),
        "worst": percent(max(loss.worst_points for loss in result.losses)),
    }  # fmt: skip
    if half:
        return _(
            "At least a tenth of the points goes in %(tenth)s of all strikes, at least half in %(half)s; the "
            "worst takes %(worst)s."
        ) % words  # fmt: skip
    if tenth:
        return _(
            "At least a tenth of the points goes in %(tenth)s of all strikes, but never half; the worst "
            "takes %(worst)s."
        ) % words  # fmt: skip
    return _("No strike takes a tenth of the points; the worst takes %(worst)s.") % words
