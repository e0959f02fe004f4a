"""The languages with their counts; and the page of one, which takes a card after the other."""

from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language_info, gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.curation.models import ProposalState
from cards.curation.permissions import Action, curator_of, may
from cards.models import Card, CardText
from cards.models.card_text import LONGEST_FACT, LONGEST_NAME, Gender
from cards.translating import services
from cards.translating.models import ProposedText, ProposedTextQuerySet
from cards.translating.services import SHOWS, Said
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of, reader_of
from phylo.http.answers import missing_is_404
from phylo.http.input import number_in
from phylo.http.problems import Refused

LABELS = {
    "missing": gettext_lazy("Missing"),
    "outdated": pgettext_lazy("translations", "Out of date"),
    "unsure": gettext_lazy("Not sure"),
    "waiting": gettext_lazy("For review"),
    "all": pgettext_lazy("proposals", "All"),
}
DONE = {
    Action.WITHDRAW: gettext_lazy("It is withdrawn."),
    Action.REJECT: gettext_lazy("It is rejected."),
    Action.APPROVE: gettext_lazy("It is published."),
    Action.REVERT: gettext_lazy("It is reverted."),
}
GENDERS = {
    Gender.M: gettext_lazy("masculine"),
    Gender.F: gettext_lazy("feminine"),
    Gender.N: gettext_lazy("neuter"),
    Gender.MP: gettext_lazy("masculine plural"),
    Gender.FP: gettext_lazy("feminine plural"),
    Gender.NP: gettext_lazy("neuter plural"),
}
STAYS = (Action.WITHDRAW, Action.REVERT)
"""Steps after which the page shows the same card."""
YOURS = 20
"""How many of their own last texts somebody is shown."""


@dataclass(frozen=True, slots=True)
class Tab:
    """Cards of a language to look through."""

    show: str
    words: str
    count: int
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal for the card, or the one that its text is from, and the steps that the reader may take."""

    proposal: ProposedText
    gender: str
    mine: bool
    decides: bool
    reverts: bool
    reports: bool


@never_cache
@require_safe
def languages(request: HttpRequest) -> HttpResponse:
    seen = services.seen_by(reader_of(request))
    found = [(code, _native(code), _tabs(code, seen)) for code in services.languages()]
    return render(request, "translating/languages.html", {"languages": found})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest, language: str) -> HttpResponse:
    """
    One card of those of `?show=`: `?card=`, or else the first behind `?after=`. POST proposes a text and goes
    on to the next card, where `?undo=` offers to withdraw it.
    """
    _known_or_404(language)
    seen = services.seen_by(reader_of(request))
    show = request.GET.get("show", "")
    show = show if show in SHOWS else next((tab.show for tab in _tabs(language, seen) if tab.count), "all")
    card = _card(request, language, show, seen)
    if request.method == "POST":
        return _proposed(request, language, show, card)
    return _page(request, language, show, card)


@require_POST
@missing_is_404
def act(request: HttpRequest, language: str, proposal: int) -> HttpResponse:
    """`do` a step with a proposal of the `version` that was read, with a `reason`; then goes on."""
    _known_or_404(language)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("translation", args=[language]))
    action = next((each for each in DONE if each == request.POST.get("do", "")), None)
    if action is None:
        raise Http404("no such step")
    key = ProposedText.objects.select_related("card").get(pk=proposal, language=language).card.key
    show = request.POST.get("show", "")
    try:
        services.step(
            user=member_of(request),
            proposal_id=proposal,
            version=number_in(request.POST.get("version", "")),
            action=action,
            reason=request.POST.get("reason", ""),
        )
    except Refused as error:
        messages.error(request, str(error))
        return redirect(_at(language, show=show, card=key))
    messages.success(request, str(DONE[action]))
    return redirect(_at(language, show=show, **{"card" if action in STAYS else "after": key}))


def _proposed(request: HttpRequest, language: str, show: str, card: Card | None) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if card is None:
        raise Http404("no such card")
    sent = {name: request.POST.get(name, "") for name in ("name", "gender", "fact", "of_name", "of_fact")}
    try:
        row = services.propose(
            author=member_of(request),
            card=card,
            language=language,
            said=Said(base=number_in(request.POST.get("base", ""), default=0), **sent),
        )
    except Refused as error:
        return _page(request, language, show, card, typed=sent, wrong=str(error), status=error.status)
    return redirect(_at(language, show=show, after=card.key, undo=str(row.pk)))


def _page(
    request: HttpRequest,
    language: str,
    show: str,
    card: Card | None,
    *,
    typed: dict[str, str] | None = None,
    wrong: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    reader = reader_of(request)
    seen = services.seen_by(reader)
    if card is not None and card.retired:
        card = None
    text = CardText.objects.filter(card=card, language=language).first() if card else None
    waiting = _waiting(reader, seen, card, text, language) if card else []
    own = next((each.proposal for each in waiting if each.mine), None)
    values = typed or _values(own or text)
    context = {
        "language": language,
        "native": _native(language),
        "show": show,
        "tabs": _tabs(language, seen, show),
        "card": card,
        "text": text,
        "values": values,
        "waiting": waiting,
        "genders": GENDERS.items(),
        "longest_name": LONGEST_NAME,
        "longest_fact": LONGEST_FACT,
        "here": _at(language, show=show, card=card.key) if card else "",
        "next": _at(language, show=show, after=card.key) if card else "",
        "undo": _undo(request, reader),
        "yours": _yours(reader, language),
        "wrong": wrong,
    }
    return render(request, "translating/work.html", context, status=status)


def _values(of: ProposedText | CardText | None) -> dict[str, str]:
    if of is None:
        return {"name": "", "gender": "", "fact": ""}
    return {"name": of.name, "gender": of.gender, "fact": of.fact}


def _waiting(
    reader: User | None, seen: ProposedTextQuerySet, card: Card, text: CardText | None, language: str
) -> list[Waiting]:
    proposed = seen.filter(card=card, language=language).select_related("author")
    curator = curator_of(reader) if reader is not None else None
    rows = list(proposed.undecided())
    if text is not None:
        published = services.made(text, proposed)
        rows += [row for row in published if may(reader, Action.REVERT, row, curator=curator)]
    return [
        Waiting(
            proposal=row,
            gender=str(GENDERS[Gender(row.gender)]),
            mine=may(reader, Action.WITHDRAW, row, curator=curator),
            decides=may(reader, Action.APPROVE, row, curator=curator),
            reverts=may(reader, Action.REVERT, row, curator=curator),
            reports=may(reader, Action.REPORT, row, curator=curator) and row.undecided and not row.hidden,
        )
        for row in rows
    ]


def _undo(request: HttpRequest, reader: User | None) -> ProposedText | None:
    """The reader's own proposal that `?undo=` names, while it waits."""
    number = number_in(request.GET.get("undo", ""), default=0)
    if reader is None or not number:
        return None
    return ProposedText.objects.of(reader).undecided().filter(pk=number).select_related("card").first()


def _yours(reader: User | None, language: str) -> list[ProposedText]:
    """What became of what the reader has proposed last."""
    if reader is None:
        return []
    rows = ProposedText.objects.of(reader).filter(language=language).exclude(state=ProposalState.WITHDRAWN)
    return list(rows.select_related("card").order_by("-changed_at", "-pk")[:YOURS])


def _card(request: HttpRequest, language: str, show: str, seen: ProposedTextQuerySet) -> Card | None:
    if (key := request.GET.get("card", "")) and key.isprintable():
        return Card.objects.filter(key=key).first()
    cards = services.cards_of(language, show, seen)
    after = request.GET.get("after", "")
    before = Card.objects.filter(key=after).first() if after and after.isprintable() else None
    return cards.filter(name_order__gt=before.name_order).first() if before else cards.first()


def _tabs(language: str, seen: ProposedTextQuerySet, chosen: str = "") -> list[Tab]:
    return [
        Tab(
            show=show,
            words=str(LABELS[show]),
            count=services.cards_of(language, show, seen).count(),
            url=_at(language, show=show),
            chosen=show == chosen,
        )
        for show in SHOWS
    ]


def _at(language: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return reverse("translation", args=[language]) + (f"?{urlencode(given)}" if given else "")


def _native(language: str) -> str:
    """What those who speak it call it."""
    try:
        return str(get_language_info(language)["name_local"]).capitalize()
    except KeyError:
        return language


def _known_or_404(language: str) -> None:
    if language not in services.languages():
        raise Http404("no such language")
