"""
Lessons that trusted people write at a step of a replay: the only code that writes them. They go the way of
proposals of cards, through the same states and by the same rules of who may take which step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.fields.json import KT
from django.utils.translation import gettext as _

import engine
from cards.curation.fields import REASON
from cards.curation.models import ProposalState
from cards.curation.models.proposal import UNDECIDED
from cards.curation.permissions import PENDING, Action, Role, check, role_of
from cards.curation.states import Event, after
from engine.lessons import Fault, InvalidLesson, Lesson, Status, progress, read_lesson
from engine.lessons import check as prove
from engine.phylo.state import State
from engine.record_format import Position, RecordData
from games.lessons.models import ProposedLesson
from games.lessons.services.playing import standing
from games.lessons.shipped import course
from games.matches.models import Match, Player
from games.matches.services.errors import MatchPlaying, NotAllowed, StaleVersion
from games.matches.services.positions import phylo_at
from phylo.accounts.models import User
from phylo.http.keys import asked_for, made_before
from phylo.http.refusals import BadValue

MOST_UNDECIDED = 20
"""Lessons of an account that wait for a decision or are being written."""
DECK = 6
"""The most cards that are left in each deck: nobody draws more in a turn."""
MOST_WAYS = 3_000
"""About how many orders of actions a lesson may have, so that it is proved in a moment."""
STEPS = {
    Action.SUBMIT: Event.SUBMIT,
    Action.WITHDRAW: Event.WITHDRAW,
    Action.ASK_CHANGES: Event.ASK_CHANGES,
    Action.APPROVE: Event.APPROVE,
    Action.REJECT: Event.REJECT,
    Action.REVERT: Event.REVERT,
}
ABOUT_CARDS = ("place", "keep", "remove", "hold")
"""Goals that name a card."""
EXPLAINED = (Action.ASK_CHANGES, Action.REJECT, Action.REVERT)


@dataclass(frozen=True)
class Written:
    """
    What an author writes; `goal` as in a lesson's file. `hand` are the cards that the learner keeps in hand,
    `actions` how many may be done.
    """

    title: str
    told: str
    goal: Mapping[str, Any]
    nudge: str
    after: str
    hand: Sequence[str]
    actions: int


def may_write(user: User | None) -> bool:
    return role_of(user) >= Role.TRUSTED


def position_at(match: Match, version: int) -> RecordData:
    """The position of a finished match of Phylo, as a record. Raises MatchPlaying, NotAllowed, WrongGame."""
    if not match.finished:
        raise MatchPlaying
    if match.has_own_cards:
        raise NotAllowed(_("Lessons are for everybody, so none is made of a game with own cards of a set."))
    state = phylo_at(match, version)
    if not state.running or state.over:
        raise NotAllowed(_("At this step nobody is to act."))
    position = state.position()
    return {
        "format": "phylo-record/1",
        "rules": match.rules,
        "options": match.options,
        "cards": match.cards,
        "position": {**position, "decks": [deck[:DECK] for deck in position["decks"]]},
        "actions": [],
    }


def begin(*, author: User, record: RecordData, written: Written, key: str = "") -> ProposedLesson:
    """
    A draft; the same `key` of an author makes one. Raises NotAllowed, BadValue for what is no
    lesson or would take too long to prove, or KeyReused.
    """
    if not may_write(author):
        raise NotAllowed(_("Lessons are written by trusted contributors."))
    content = _content(record, written, solution=[])
    read(content)
    asked = asked_for(asdict(written))
    with transaction.atomic():
        author = User.objects.select_for_update(no_key=True).get(pk=author.pk)
        own = ProposedLesson.objects.filter(author=author)
        if (earlier := made_before(own, key, asked=asked)) is not None:
            return earlier
        if own.filter(state__in=UNDECIDED).count() >= MOST_UNDECIDED:
            raise NotAllowed(_("Finish or withdraw some of your other lessons first."))
        return ProposedLesson.objects.create(author=author, content=content, key=key, asked=asked)


def edit(*, author: User, lesson_id: int, version: int, written: Written) -> ProposedLesson:
    """Raises what `begin` raises, StaleVersion, and Refused for others than the author."""
    with transaction.atomic():
        row = _locked(author, lesson_id, version, Action.EDIT)
        content = _content(row.content["record"], written, solution=[])
        if _solves(read(content, row.slug), row.content["solution"]):
            content["solution"] = row.content["solution"]
        return _store(row, content)


def solve(*, author: User, lesson_id: int, version: int) -> ProposedLesson:
    """Take what the author has played in the lesson as its solution. Raises what `edit` raises."""
    with transaction.atomic():
        row = _locked(author, lesson_id, version, Action.EDIT)
        player = Player.objects.filter(user=author).first()
        lesson = read(row.content, row.slug)
        played = standing(lesson, player.pk if player else None).progress
        if played.status != Status.DONE:
            raise NotAllowed(_("Play the lesson to its goal first: what you play becomes its solution."))
        own = [step.action for step in played.steps if step.action["seat"] == lesson.seat]
        solution = [{name: each for name, each in action.items() if name != "seat"} for action in own]
        return _store(row, {**row.content, "solution": solution})


def step(*, user: User, lesson_id: int, version: int, action: Action, reason: str = "") -> ProposedLesson:
    """
    Take a step on the way; approving publishes. Raises StaleVersion, NotAllowed for a lesson with faults or
    a reason that is missing, and Refused for who may not do this now or a reason with faults.
    """
    with transaction.atomic():
        row = _locked(user, lesson_id, version, action)
        reason = REASON.checked(reason)
        if action in EXPLAINED and not reason:
            raise NotAllowed(_("Say why."))
        if action in (Action.SUBMIT, Action.APPROVE) and faults(row):
            raise NotAllowed(_("It cannot be proved. What the proof finds is told here."))
        state = after(STEPS[action], row.state)
        row.state = after(Event.PUBLISH, state) if state == ProposalState.APPROVED else state
        row.reason = reason
        row.save(update_fields=["state", "reason", "changed"])
        return row


def forget(*, author: User) -> None:
    """The account is deleted: what was published stays."""
    ProposedLesson.objects.filter(author=author).exclude(state=ProposalState.PUBLISHED).delete()


def faults(row: ProposedLesson) -> Sequence[Fault]:
    """What the proof finds (engine.lessons.check), as for the site's own lessons."""
    return prove(read(row.content, row.slug)).faults


def read(content: Mapping[str, Any], slug: str = "by-0") -> Lesson:
    """Raises NotAllowed for what is no lesson, and BadValue for what cannot be proved in a moment."""
    try:
        lesson = read_lesson(slug, content)
    except InvalidLesson as error:
        raise NotAllowed(_("The rules or the form of a lesson do not allow this.")) from error
    assert isinstance(lesson.start, State)
    if len(lesson.start.legal(lesson.seat)) ** lesson.start.actions_left > MOST_WAYS:
        raise BadValue(
            "hand",
            _("There is too much to do for a lesson. Leave fewer cards in the hand, or fewer actions."),
        )
    return lesson


def seen_by(user: User | None) -> QuerySet[ProposedLesson]:
    """Published ones are for all, those that wait for a decision for trusted people, all for their author."""
    own = Q(author=user) if user is not None else Q(pk__in=[])
    states = [ProposalState.PUBLISHED, *(PENDING if may_write(user) else ())]
    return ProposedLesson.objects.filter(own | Q(state__in=states)).select_related("author")


def published() -> QuerySet[ProposedLesson]:
    found = ProposedLesson.objects.filter(state=ProposalState.PUBLISHED)
    return _listed(found).order_by("created", "pk")


def own(author: User) -> QuerySet[ProposedLesson]:
    return _listed(ProposedLesson.objects.filter(author=author))


def waiting(user: User) -> QuerySet[ProposedLesson]:
    """What others have handed in, for those who may read it."""
    found = seen_by(user).filter(state__in=PENDING).exclude(author=user)
    return _listed(found)


def _listed(found: QuerySet[ProposedLesson]) -> QuerySet[ProposedLesson]:
    """Without the content, of which a list shows only the title (`heading`)."""
    return found.select_related("author").annotate(heading=KT("content__title")).defer("content")


def find(key: str, user: User | None) -> Lesson | None:
    """A lesson of the site, or one by somebody that the user may see."""
    if (lesson := course().lessons.get(key)) is not None:
        return lesson
    row = row_of(key, user)
    return read(row.content, row.slug) if row else None


def author_of(lesson: Lesson) -> str:
    """The name to credit for a lesson that somebody has written; "" for those of the site."""
    if lesson.key in course().lessons:
        return ""
    author = User.objects.filter(proposed_lessons=int(lesson.key.removeprefix("by-"))).first()
    return author.public_name if author else _("a former member")


def row_of(key: str, user: User | None) -> ProposedLesson | None:
    number = key.removeprefix("by-")
    if number == key or not number.isdecimal() or len(number) > 9:
        return None
    return seen_by(user).filter(pk=int(number)).first()


def _content(record: RecordData, written: Written, *, solution: Sequence[object]) -> dict[str, object]:
    position = record["position"]
    seat = position["turn"]["seat"]
    assert seat is not None
    held = _kept(position["hands"][seat], written.hand)
    hands = [held if number == seat else hand for number, hand in enumerate(position["hands"])]
    turn = {**position["turn"], "actions_left": min(written.actions, position["turn"]["actions_left"])}
    left: Position = {**position, "hands": hands, "turn": turn}  # type: ignore[typeddict-item]
    keys = _keys_in(left)
    if any(name in ABOUT_CARDS and card not in keys for name, card in written.goal.items()):
        raise BadValue("card", _("This card is neither on the table nor in a hand or a deck."))
    return {
        "title": written.title,
        "told": written.told,
        "goal": dict(written.goal),
        "nudges": [{"text": written.nudge}],
        "solution": list(solution),
        "after": written.after,
        "seat": seat,
        "own_cards": [],
        "record": {
            **record,
            "cards": {key: card for key, card in record["cards"].items() if key in keys},
            "position": left,
        },
    }


def _kept(hand: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The cards of the hand that are wanted, each as often as it is there."""
    return [key for key in hand if key in wanted]


def _keys_in(data: object) -> set[str]:
    """All texts in a position: the keys of its cards are among them."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, Mapping):
        return set().union(*map(_keys_in, data.values()))
    return set().union(*map(_keys_in, data)) if isinstance(data, list | tuple) else set()


def _solves(lesson: Lesson, solution: Sequence[Mapping[str, object]]) -> bool:
    """Whether the solution of the lesson as it was is still one."""
    try:
        return progress(lesson, solution).status == Status.DONE
    except (engine.IllegalAction, engine.MalformedAction):
        return False


def _locked(user: User, lesson_id: int, version: int, action: Action) -> ProposedLesson:
    row = ProposedLesson.objects.select_for_update(no_key=True).get(pk=lesson_id)
    check(user, action, row)
    if row.version != version:
        raise StaleVersion(row.version)
    return row


def _store(row: ProposedLesson, content: Mapping[str, object]) -> ProposedLesson:
    read(content, row.slug)
    row.content, row.version = dict(content), row.version + 1
    row.save(update_fields=["content", "version", "changed"])
    return row
