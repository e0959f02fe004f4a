"""Puzzles that people make of moments of matches: their own, and the queue of what is proposed to all."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.access import current_player, look_or_404, own_player, player_id
from games.puzzles.models import MadePuzzle
from games.puzzles.services import making
from games.puzzles.words.question import PuzzleQuestion
from phylo.accounts.models import User
from phylo.http.answers import missing_is_404, page_of
from phylo.http.input import whole_number
from phylo.http.problems import Refused, only, problem, wants_page

A_PAGE = 20


@dataclass(frozen=True)
class Row:
    """A made puzzle; `question` is what was found."""

    made: MadePuzzle
    question: PuzzleQuestion | None

    @property
    def moment(self) -> str:
        """The step of the replay that it is made of."""
        return f"{reverse('match-replay', args=[self.made.match_id])}?version={self.made.version}"


@only("POST")
def match_puzzle(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make a puzzle of the moment at `version`: to the list of one's own, where it appears."""
    look = look_or_404(request, match_id)
    version = whole_number(request.POST.get("version", ""), digits=6)
    if version is None:
        return problem("malformed", _("Say at which version."))
    back = f"{reverse('match-replay', args=[match_id])}?version={min(version, look.match.version)}#analysis"

    def make() -> str:
        made = making.make(player=current_player(request), match=look.match, version=version)
        return f"{reverse('puzzles-made')}#made-{made.pk}"

    return _done(request, make, back)


@never_cache
@require_safe
def made(request: HttpRequest) -> HttpResponse:
    """The puzzles that the visitor has made, the newest first. `?page=` counts from 1."""
    own = MadePuzzle.objects.filter(player=player_id(request)).select_related("puzzle")
    page = page_of(request, own, A_PAGE)
    context = {"page": page, "rows": _rows(list(page)), "decides": making.may_decide(_user(request))}
    return render(request, "puzzles/made.html", context)


@only("POST")
@missing_is_404
def made_propose(request: HttpRequest, made_id: int) -> HttpResponse:
    player, here = own_player(request).first(), reverse("puzzles-made")
    if player is None:
        raise Http404("no such puzzle")

    def propose() -> str:
        making.propose(player=player, made_id=made_id)
        return f"{here}#made-{made_id}"

    return _done(request, propose, here)


@never_cache
@require_safe
def proposed(request: HttpRequest) -> HttpResponse:
    """What others have proposed to all, for those who may decide."""
    user = _decider(request)
    page = page_of(request, making.to_decide(user), A_PAGE)
    context = {
        "page": page,
        "rows": _rows(list(page)),
        "accepted": making.accepted().lean()[:A_PAGE],
        "longest": making.LONGEST_WORD,
    }
    return render(request, "puzzles/proposed.html", context)


@only("POST")
@missing_is_404
def decide(request: HttpRequest, made_id: int) -> HttpResponse:
    """`do` is "accept" or "decline", `word` what there is to say."""
    user, asked, here = _decider(request), request.POST.get("do"), reverse("puzzles-proposed")
    word = request.POST.get("word", "")
    if asked not in ("accept", "decline") or not _fits(word):
        return problem("malformed", _("Accept it or decline it, with a short word."))

    def settle() -> str:
        making.decide(user=user, made_id=made_id, accept=asked == "accept", word=word)
        messages.success(request, _("Accepted.") if asked == "accept" else _("Declined."))
        return here

    return _done(request, settle, f"{here}#made-{made_id}")


@only("POST")
@missing_is_404
def take_down(request: HttpRequest, key: str) -> HttpResponse:
    """`word` says why."""
    user, word, here = _decider(request), request.POST.get("word", ""), reverse("puzzles-proposed")
    if not _fits(word):
        return problem("malformed", _("Say why in a short word."))

    def settle() -> str:
        making.take_down(user=user, key=key, word=word)
        messages.success(request, _("Taken down."))
        return here

    return _done(request, settle, here)


def _fits(word: str) -> bool:
    return len(word) <= making.LONGEST_WORD and "\0" not in word


def _done(request: HttpRequest, act: Callable[[], str], back: str) -> HttpResponse:
    """To where the act leads; where it is refused, back with the reason."""
    try:
        return redirect(act())
    except Refused as error:
        if not wants_page(request):
            return problem(error.code, str(error))
        messages.error(request, str(error))
        return redirect(back)


def _rows(found: Sequence[MadePuzzle]) -> list[Row]:
    return [Row(each, PuzzleQuestion(each.puzzle) if each.puzzle else None) for each in found]


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _decider(request: HttpRequest) -> User:
    user = _user(request)
    if user is None or not making.may_decide(user):
        raise Http404("not for everybody")
    return user
