"""Who asks, for what, and how a refusal is told."""

from http import HTTPStatus

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from cards.curation.errors import CurationError
from cards.curation.roles import LEAST, Action, role_of
from cards.models import Card, Proposal
from phylo.accounts.models import User
from phylo.numbers import whole
from phylo.problems import STATUS


def reader_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def moderates(reader: User | None) -> bool:
    return role_of(reader) >= LEAST[Action.HIDE]


def proposal_or_404(request: HttpRequest, pk: int) -> Proposal:
    """With author, cards, claim and what it is on top of; as if it were not there for who may not see it."""
    reader = reader_of(request)
    rows = Proposal.objects.seen_by(reader, moderates=moderates(reader))
    names = ("author", "card__card_set", "into__card_set", "claimed_by", "on_top_of", "same_as")
    return get_object_or_404(rows.select_related(*names), pk=pk)


def card_or_404(slug: str) -> Card:
    return get_object_or_404(Card.objects.select_related("card_set", "merged_into"), key=slug)


def line_in(text: str, most: int = 80) -> str:
    """A word or a name of a form or an address; what no database takes as a text names nothing."""
    return text.strip()[:most] if text.isprintable() else ""


def number_in(text: str, *, default: int = 0) -> int:
    """Of a form or an address; what is no whole number counts as not given."""
    number = whole(text)
    return default if number is None else number


def page_in(request: HttpRequest) -> int:
    """`?page=`, from 1; raises Http404 for what is none."""
    number = number_in(request.GET.get("page", "1"))
    if number < 1:
        raise Http404("no such page")
    return number


def status_of(error: CurationError) -> HTTPStatus:
    return STATUS[error.code]
