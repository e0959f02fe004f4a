"""
Names and sentences of cards that people propose in other languages: the only code that writes them. They go
the way of proposals of cards, through the same states and by the same rules of who may take which step.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from cards import texts
from cards.curation.fields import REASON
from cards.curation.limits import DAY, NEWCOMERS_A_DAY, is_newcomer
from cards.curation.models import ProposalState
from cards.curation.permissions import Action, check, moderates
from cards.curation.reasons import STOLEN
from cards.curation.services.contents import NothingToPropose
from cards.curation.states import Event, after
from cards.models import Card, CardText
from cards.models.card import lock_cards
from cards.models.card_text import LONGEST_FACT, LONGEST_NAME, Gender, TextState
from cards.services.card_texts import delete_text, store_texts
from cards.services.text_fields import TextField, one_line, seconds_to_wait
from cards.translating.models import ProposedText, ProposedTextQuerySet
from phylo.accounts.models import User
from phylo.http.refusals import BadValue, ChangedMeanwhile, NotNow, TooMany

NAME = TextField(name="name", longest=LONGEST_NAME, tidied=one_line, required=True)
FACT = TextField(name="fact", longest=LONGEST_FACT, tidied=one_line)
A_DAY = 500
"""Proposed texts of an account that is no newcomer: whoever works through a language writes many."""
SHOWS = ("missing", "outdated", "unsure", "waiting", "all")
"""What the page of a language shows; `waiting` are cards with proposals that reviewers decide on."""
STEPS = {
    Action.WITHDRAW: Event.WITHDRAW,
    Action.REJECT: Event.REJECT,
    Action.APPROVE: Event.APPROVE,
    Action.REVERT: Event.REVERT,
}
UNDONE_BY = {ProposalState.PUBLISHED: Event.REVERT, ProposalState.REJECTED: Event.REOPEN}
COLUMNS = ("name", "gender", "fact", "state", "of_name", "of_fact")
"""Of a text, what reverting brings back."""


@dataclass(frozen=True)
class Said:
    """What an author writes; and what was read: the text's version, 0 for none, and the English texts."""

    name: str
    gender: str
    fact: str
    base: int
    of_name: str
    of_fact: str


def languages() -> list[str]:
    """The languages of the site, and those in which some card has a text, but for English."""
    spoken = {code for code, _name in settings.LANGUAGES} - {texts.ENGLISH}
    return sorted(spoken.union(texts.languages()))


def seen_by(reader: User | None) -> ProposedTextQuerySet:
    """What has been proposed, as far as the reader may see it."""
    return ProposedText.objects.seen_by(reader, moderates=moderates(reader))


def cards_of(language: str, show: str, seen: ProposedTextQuerySet) -> QuerySet[Card]:
    """The offered cards of one of SHOWS in the order of their names; `seen` as `seen_by` returns it."""
    cards = Card.objects.offered().order_by("name_order")
    text = CardText.objects.filter(card=OuterRef("pk"), language=language)
    waiting = seen.pending().filter(card=OuterRef("pk"), language=language)
    match show:
        case "missing":
            return cards.filter(~Exists(text) & ~Exists(waiting))
        case "outdated":
            same = text.filter(of_name=OuterRef("name"), of_fact=OuterRef("fact"))
            return cards.filter(Exists(text) & ~Exists(same) & ~Exists(waiting))
        case "unsure":
            return cards.filter(Exists(text.filter(state=TextState.UNSURE)) & ~Exists(waiting))
        case "waiting":
            return cards.filter(Exists(waiting))
    return cards


def made(text: CardText, seen: ProposedTextQuerySet) -> ProposedTextQuerySet:
    """The published proposal, of those `seen`, that this text of a card is from, if it is from one."""
    rows = seen.filter(card=text.card_id, language=text.language, state=ProposalState.PUBLISHED)
    return rows.filter(made=text.version)


def propose(*, author: User, card: Card, language: str, said: Said) -> ProposedText:
    """
    Propose a text for reviewers to decide on; the author's own one that waits for this card is changed. The
    same again changes nothing. Raises NotAllowed, BadValue, TooMany, NothingToPropose; NotNow if the card is
    retired; ChangedMeanwhile if its text, or the English one, is another by now.
    """
    name, fact = NAME.checked(said.name), FACT.checked(said.fact, required=bool(card.fact))
    if said.gender not in Gender.values:
        raise BadValue("gender", _("This is not a possible value."))
    if language not in languages():
        raise BadValue("language", _("This is not a possible value."))
    with transaction.atomic():
        author = User.objects.select_for_update(no_key=True).get(pk=author.pk)
        check(author, Action.PROPOSE)
        card = Card.objects.get(pk=card.pk)
        if card.retired:
            raise NotNow(_("This card is retired."))
        present = CardText.objects.filter(card=card, language=language).first()
        _check_read(card, present, said)
        if present is not None and _says(present, card, (name, said.gender, fact)):
            raise NothingToPropose(_("The card says this already."))
        mine = ProposedText.objects.of(author)
        row = mine.undecided().filter(card=card, language=language).first()
        if row is None:
            if seconds := seconds_to_wait(mine, most=_most_a_day(author), within=DAY):
                raise TooMany(_("You have done this many times today. Please go on tomorrow."), seconds)
            row = ProposedText(author=author, card=card, language=language, version=0)
        wanted = (name, said.gender, fact, said.base, said.of_name, said.of_fact)
        if row.pk is not None:
            check(author, Action.EDIT, row)
            if (row.name, row.gender, row.fact, row.base, row.of_name, row.of_fact) == wanted:
                return row
        row.name, row.gender, row.fact, row.base, row.of_name, row.of_fact = wanted
        row.version += 1
        row.save()
        return row


def step(*, user: User, proposal_id: int, version: int, action: Action, reason: str = "") -> ProposedText:
    """
    Withdraw, reject, approve or revert; approving publishes the text, and what others propose for the card
    becomes out of date; reverting brings back the text before. Raises NotAllowed, NotNow, ChangedMeanwhile,
    BadValue without a reason where one is needed, and ProposedText.DoesNotExist.
    """
    reason = REASON.checked(reason, required=action in (Action.REJECT, Action.REVERT))
    with transaction.atomic():
        if action in (Action.APPROVE, Action.REVERT):
            lock_cards(alone=True)
        row = ProposedText.objects.select_for_update(of=("self",)).select_related("card").get(pk=proposal_id)
        check(user, action, row)
        if row.version != version:
            raise ChangedMeanwhile(_("Somebody else has changed this card. Load it again."), row.version)
        state = after(STEPS[action], row.state)
        if action is Action.APPROVE:
            _publish(row)
            state = after(Event.PUBLISH, state)
        elif action is Action.REVERT:
            _bring_back(row)
        if action is not Action.WITHDRAW:
            row.decided_by, row.decided_at = user, timezone.now()
        row.state, row.reason = state, reason
        row.save()
        return row


def take_back_decisions(*, of: User, since: datetime) -> list[str]:
    """
    For a stolen account: revert what it approved and reopen what it rejected since then. Returns what is left
    for people, a line each.
    """
    with transaction.atomic():
        lock_cards(alone=True)
        rows = ProposedText.objects.filter(decided_by=of, decided_at__gte=since).select_related("card")
        left = []
        for row in rows.select_for_update(of=("self",)).order_by("-decided_at", "-pk"):
            line = f"{row.decided_at:%Y-%m-%d %H:%M} {row.state} {row}"
            if not _undecide(row):
                left.append(line)
        return left


def _undecide(row: ProposedText) -> bool:
    """False if it takes a person to undo the decision."""
    row.refresh_from_db(fields=["state", "made"])  # undoing another may have made its text the present one
    event = UNDONE_BY.get(ProposalState(row.state))
    if event is None:
        return False
    try:
        with transaction.atomic():
            if event is Event.REVERT:
                _bring_back(row)
            row.state = after(event, row.state)
            row.reason, row.decided_by = STOLEN, None
            row.save(update_fields=["state", "reason", "decided_by", "changed_at"])
    except (NotNow, IntegrityError):
        # The text has changed since; or meanwhile its author has proposed another one.
        return False
    return True


def undo_all(account: User, reason: str) -> int:
    """Reject what waits of an account all of whose work in curation is undone; returns how much."""
    waiting = ProposedText.objects.of(account).undecided()
    return waiting.update(
        state=ProposalState.REJECTED, reason=reason, version=F("version") + 1, changed_at=timezone.now()
    )


def forget(*, author: User) -> None:
    """The account is deleted: what was decided stays, without a name."""
    ProposedText.objects.of(author).undecided().delete()


def _most_a_day(author: User) -> int:
    """A newcomer has as many as of proposals of cards; a published text counts as an accepted proposal."""
    published = ProposedText.objects.of(author).filter(state=ProposalState.PUBLISHED)
    return NEWCOMERS_A_DAY if is_newcomer(author, accepted=published.exists()) else A_DAY


def _publish(row: ProposedText) -> None:
    card = row.card
    if card.retired:
        raise NotNow(_("This card is retired."), row.state)
    known = CardText.objects.select_for_update().filter(card=card, language=row.language).first()
    if (known.version if known else 0) != row.base or (row.of_name, row.of_fact) != (card.name, card.fact):
        raise NotNow(_("The card has changed since. Its author has to look at it again."), row.state)
    row.before = {name: getattr(known, name) for name in COLUMNS} if known else {}
    text = known or CardText(card=card, language=row.language, version=0)
    text.name, text.gender, text.fact, text.state = row.name, row.gender, row.fact, TextState.CHECKED
    text.of_name, text.of_fact, text.version = row.of_name, row.of_fact, row.base + 1
    row.made = text.version
    store_texts([text])
    others = ProposedText.objects.undecided().filter(card=card, language=row.language).exclude(pk=row.pk)
    others.update(state=ProposalState.STALE, version=F("version") + 1)


def _bring_back(row: ProposedText) -> None:
    """The text from before the proposal; the caller holds the card lock. Raises NotNow."""
    text = CardText.objects.select_for_update().filter(card=row.card_id, language=row.language).first()
    if text is None or text.version != row.made:
        raise NotNow(_("Nothing of it is left to revert."), row.state)
    if not row.before:
        delete_text(text)
        return
    for name, value in row.before.items():
        setattr(text, name, value)
    text.version += 1
    store_texts([text])
    earlier = ProposedText.objects.filter(card=row.card_id, language=row.language, made=row.base)
    earlier.filter(state=ProposalState.PUBLISHED).update(made=text.version)


def _check_read(card: Card, present: CardText | None, said: Said) -> None:
    version = present.version if present is not None else 0
    if (said.base, said.of_name, said.of_fact) != (version, card.name, card.fact):
        raise ChangedMeanwhile(_("Somebody else has changed this card. Load it again."), version)


def _says(text: CardText, card: Card, wanted: tuple[str, str, str]) -> bool:
    """Whether it is this text already, up to date, and not in need of somebody who is sure of it."""
    up_to_date = (text.of_name, text.of_fact) == (card.name, card.fact)
    same = (text.name, text.gender, text.fact) == wanted
    return same and up_to_date and text.state != TextState.UNSURE
