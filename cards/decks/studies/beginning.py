"""Beginning studies, within limits."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.cards import definitions_of
from cards.decks.insight.problems import errors
from cards.decks.models import Deck, DeckStudy
from cards.decks.studies.kinds import STUDIES, storm_input, trial_input
from cards.models import Builder
from cards.models.builder import lock_builder
from phylo.accounts.models import Guest, User
from phylo.http.problems import NotAllowed, Refused
from phylo.jobs.models import WORKING, Status

MOST_AT_A_TIME = 2
"""The most studies of one builder that may be waiting or running."""
MOST_WAITING = 60
"""The same for everybody together."""
MOST_OF_GUESTS = 20
"""The same for all guests together: a visitor without the cookie is a new guest each time."""
KEPT = 30
"""The most studies kept per deck."""
FIRST_SEED = 1
LARGEST_SEED = 2**53 - 1

Kind = DeckStudy.Kind


class StudyRefused(Refused):
    code = "study-refused"


def begin_study(*, deck: Deck, kind: str, builder: Builder, seed: int = FIRST_SEED) -> DeckStudy:
    """
    Begin a study of the newest version of a deck that the builder may see. Returns the existing one if the
    same study is waiting, running or done, unless cards or opponents have changed since. Raises StudyRefused.
    """
    if not builder.known:
        raise ValueError("nobody")
    if kind not in Kind.values or not 0 <= seed <= LARGEST_SEED:
        raise StudyRefused(_("There is no such study."))
    with transaction.atomic():
        try:
            lock_builder(builder)
        except NotAllowed as error:
            raise StudyRefused(str(error)) from error
        deck = Deck.objects.select_for_update().get(pk=deck.pk)
        _check_playable(deck)
        trial = kind == Kind.TRIAL
        given, total = trial_input(deck.contents, seed) if trial else storm_input(deck.contents)
        if not total:
            raise StudyRefused(_("There is nothing to test this deck against yet."))
        earlier = DeckStudy.objects.filter(deck=deck, kind=kind)
        same = earlier.filter(version=deck.version, seed=seed, given__digest=given["digest"])
        if again := same.filter(status__in=[*WORKING, Status.DONE]).first():
            return again
        if earlier.working().exists():
            raise StudyRefused(_("Another such study of this deck is under way. Wait for it, or cancel it."))
        _check_limits(builder)
        study = DeckStudy.objects.create(
            deck=deck,
            version=deck.version,
            kind=kind,
            seed=seed,
            given=given,
            total=total,
            user=builder.user,
            guest_id=None if builder.user is not None else builder.guest,
        )
        _forget_old(deck)
        STUDIES.begin_on_commit()
    return study


def adopt_studies(*, guest: Guest, user: User) -> None:
    """Give the account the studies that its guest began."""
    DeckStudy.objects.filter(guest=guest).update(user=user, guest=None)


def _check_playable(deck: Deck) -> None:
    # Studies always deal hands at random, so the opening hand does not matter.
    wrong = [
        each.text
        for each in errors(deck.contents, definitions_of(deck.contents))
        if not each.code.startswith("opening-hand")
    ]
    if wrong:
        raise StudyRefused(_("Only a complete deck can be studied. %(wrong)s") % {"wrong": " ".join(wrong)})


def _check_limits(builder: Builder) -> None:
    working = DeckStudy.objects.working()
    if working.begun_by(builder).count() >= MOST_AT_A_TIME:
        text = ngettext(
            "%(most)s study at a time. Wait for the one that is under way, or cancel it.",
            "%(most)s studies at a time. Wait for those that are under way, or cancel one.",
            MOST_AT_A_TIME,
        )
        raise StudyRefused(text % {"most": MOST_AT_A_TIME})
    if builder.user is None and working.filter(guest__isnull=False).count() >= MOST_OF_GUESTS:
        raise StudyRefused(_("Many studies of guests are waiting. Sign in, or try again in a few minutes."))
    if working.count() >= MOST_WAITING:
        raise StudyRefused(_("Many others are waiting already. Try again in some minutes."))


def _forget_old(deck: Deck) -> None:
    recent = DeckStudy.objects.filter(deck=deck).order_by("-pk").values_list("pk", flat=True)[:KEPT]
    over = DeckStudy.objects.filter(deck=deck).exclude(status__in=WORKING)
    over.exclude(pk__in=list(recent)).delete()
