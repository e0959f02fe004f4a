"""Studies of a deck: begun, watched, cancelled, and what they have found of all its versions."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.decks.access import builder_of, deck_or_404, known_builder
from cards.decks.insight.wording import percent
from cards.decks.pages.study_results import Shown, shown
from cards.decks.studies.beginning import FIRST_SEED, StudyRefused, begin_study
from cards.decks.studies.kinds import STUDIES
from cards.models import Builder, Deck, DeckStudy
from phylo.jobs.models import Status
from phylo.numbers import whole
from phylo.problems import problem, wants_page

Kind = DeckStudy.Kind
TITLES = {
    Kind.TRIAL: gettext_lazy("Test this deck"),
    Kind.RESILIENCE: gettext_lazy("When events strike"),
}


@dataclass(frozen=True, slots=True)
class Section:
    """
    One kind of study: that which waits or is under way, those that are done, the newest first, and those
    that came to nothing. `seed` is for the next one.
    """

    kind: str
    title: str
    working: DeckStudy | None
    progress: dict[str, Any]
    found: list[Shown]
    broken: list[DeckStudy]
    seed: int
    again: bool
    """Whether the present version has been studied."""


def deck_studies(request: HttpRequest, slug: str) -> HttpResponse:
    """The studies; POST of `kind` and `seed` begins one."""
    return begin(request, slug) if request.method == "POST" else listed(request, slug)


@never_cache
@require_safe
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    deck = deck_or_404(request, slug)
    builder = builder_of(request)
    stored = list(deck.studies.defer("given"))
    sections = [
        _section(deck, kind, [each for each in stored if each.kind == kind], builder) for kind in TITLES
    ]
    context = {
        "deck": deck,
        "own": deck.belongs_to(builder),
        "sections": sections,
    }
    return render(request, "decks/studies.html", context)


@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    deck = deck_or_404(request, slug)
    sent = request.POST.get("seed") or str(FIRST_SEED)
    # What is no number is refused as a number that cannot be.
    seed = -1 if (number := whole(sent, digits=19)) is None else number
    try:
        study = begin_study(
            deck=deck, kind=request.POST.get("kind", ""), builder=known_builder(request), seed=seed
        )
    except StudyRefused as refusal:
        if not wants_page(request):
            return problem("study-refused", str(refusal))
        messages.error(request, str(refusal))
        return redirect("deck-studies", slug)
    return redirect(f"{reverse('deck-studies', args=[slug])}#study-{study.pk}")


@never_cache
@require_safe
def study(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far a study is, for the page that shows it; when it is over, the whole section takes its place."""
    deck = deck_or_404(request, slug)
    found = deck.studies.defer("given").filter(pk=pk).first()
    if found is None:
        raise Http404("no such study")
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('deck-studies', args=[slug])}#study-{pk}")
    builder = builder_of(request)
    if found.working:
        return render(request, "decks/_study_progress.html", {"deck": deck, **progress(found, builder)})
    stored = list(deck.studies.defer("given").filter(kind=found.kind))
    section = _section(deck, found.kind, stored, builder)
    context = {"deck": deck, "section": section, "told": _told(found)}
    response = render(request, "decks/_study_section.html", context)
    response["HX-Retarget"] = f"#studies-{found.kind}"
    response["HX-Reswap"] = "outerHTML"
    return response


@require_POST
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """By whoever began it, and by the deck's owner."""
    deck = deck_or_404(request, slug)
    found = deck.studies.defer("given").filter(pk=pk).first()
    if found is None or not may_cancel(found, deck, builder_of(request)):
        raise Http404("no such study")
    STUDIES.cancel(pk)
    return redirect("deck-studies", slug)


def may_cancel(study: DeckStudy, deck: Deck, builder: Builder) -> bool:
    return study.begun_by(builder) or deck.belongs_to(builder)


def progress(study: DeckStudy, builder: Builder) -> dict[str, Any]:
    before = STUDIES.waiting_before(study) if study.status == Status.QUEUED else 0
    words = {"done": study.done, "total": study.total, "share": percent(study.done / study.total)}
    if before:
        says = ngettext("Waits for 1 other study.", "Waits for %(before)s other studies.", before)
        says %= {"before": before}
    else:
        says = _("%(done)s of %(total)s games, %(share)s") % words
    return {"study": study, "says": says, "cancellable": may_cancel(study, study.deck, builder)}


def _section(deck: Deck, kind: str, stored: list[DeckStudy], builder: Builder) -> Section:
    """Of all studies of the kind."""
    working = next((each for each in stored if each.working), None)
    done = [each for each in stored if each.status == Status.DONE]
    over = {Status.CANCELLED, Status.FAILED}
    present = [each.seed for each in done if each.version == deck.version]
    return Section(
        kind=kind,
        title=str(TITLES[Kind(kind)]),
        working=working,
        progress=progress(working, builder) if working else {},
        found=[shown(each, deck) for each in done],
        broken=[each for each in stored if each.status in over],
        seed=max(present) + 1 if present else FIRST_SEED,
        again=bool(present),
    )


def _told(study: DeckStudy) -> str:
    """What is read when a study is over."""
    if study.status == Status.DONE:
        return _("The study is done.")
    return _("The study was cancelled.") if study.status == Status.CANCELLED else _("It broke off.")
