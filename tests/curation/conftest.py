"""Ada proposes, Ben looks on, Rosa and Rolf review, Tess is trusted, Adele administers; Nadia is new."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from cards.curation import services
from cards.curation.models import Curator, Proposal
from cards.models import Card
from phylo.accounts.models import User
from phylo.moderation import services as moderation
from phylo.moderation.content import Person
from phylo.moderation.models import Report
from tests.factories import CardFactory, core_set
from tests.members import person

LONG_AGO = timedelta(days=30)
FERN = {
    "kind": "species", "name": "Hart's-tongue", "latin_name": "Asplenium scolopendrium", "scale": 4,
    "food_chain": 1, "diet": "photosynthetic", "terrains": ["forest"], "climates": ["cool"], "points": 4,
    "kingdom": "Plantae", "phylum": "Pteridophytes", "class": "Polypodiopsida", "set": "core",
    "fact": "It grows where other ferns find it too dark.", "source": "https://example.org/fern",
    "subject": "shape:fern",
}  # fmt: skip


def curator(name: str, **facts) -> User:
    """An account that is not new any more; there is a set for what it proposes."""
    core_set()
    user = person(name)
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - LONG_AGO)
    user.refresh_from_db()
    Curator.objects.create(user=user, **({"accepted": 1} | facts))
    return user


@pytest.fixture
def ada(db) -> User:
    return curator("Ada")


@pytest.fixture
def ben(db) -> User:
    return curator("Ben")


@pytest.fixture
def tess(db) -> User:
    return curator("Tess", accepted=5)


@pytest.fixture
def rosa(db) -> User:
    return curator("Rosa", reviewer=True)


@pytest.fixture
def rolf(db) -> User:
    return curator("Rolf", reviewer=True)


@pytest.fixture
def adele(db) -> User:
    user = curator("Adele")
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def clover(db) -> Card:
    return CardFactory(key="clover", name="Clover", phylum="Angiosperms")


def opened(
    author: User, card: Card | None = None, *, kind: str = "", into: Card | None = None, **columns
) -> Proposal:
    """A proposal before the reviewers: an edit of the card, or a new one."""
    kind = kind or ("edit" if card is not None else "new")
    contents = {"new": FERN | columns, "edit": columns}.get(kind)
    proposal = services.propose(
        author=author, kind=kind, card=card, into=into, contents=contents, summary="Seen in the wood."
    )
    return services.submit(proposal_id=proposal.pk, author=author, version=proposal.version)


def reported(
    user: User | AnonymousUser, *, proposal: int = 0, comment: int = 0, text: str = "Odd."
) -> Report:
    """A report of a proposal or of a comment."""
    person = Person(user=user if isinstance(user, User) else None)
    kind, key = ("comment", comment) if comment else ("proposal", proposal)
    return moderation.report(kind=kind, key=str(key), person=person, text=text)


def approved(proposal: Proposal, by: User) -> Proposal:
    return services.approve(proposal_id=proposal.pk, user=by, version=proposal.version)
