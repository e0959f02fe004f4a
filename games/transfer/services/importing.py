"""Imports: a file is taken apart at once, and its items are taken one by one by a worker."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, transaction
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from cards.models.builder import lock_builder
from cards.models.card import lock_cards
from engine import IllegalAction
from games.matches.models import Player
from games.matches.services.errors import NotAllowed
from games.matches.services.players import hold
from games.transfer.models import DataImport, ImportItem, Kind
from games.transfer.services import building, exercises, games, running
from games.transfer.services.outcomes import Outcome, Owner, Result, unreadable
from games.transfer.services.reading import read_file
from phylo.http.problems import Refused
from phylo.http.refusals import NotNow, TooMany
from phylo.jobs.models import WORKING, Status
from phylo.jobs.runner import Columns, Piece, Runner

KEPT = 5
"""Imports of one player."""
KEPT_FOR = timedelta(days=30)
MOST_WAITING = 50
"""Of all players together."""
AT_ONCE = 200
LONGEST_REASON = ImportItem._meta.get_field("reason").max_length
logger = structlog.stdlib.get_logger(__name__)


def begin_import(*, player: Player, content: bytes) -> DataImport:
    """
    Have the items of a file taken. While the same file is being taken that import is returned. Raises
    BadFile, NotNow, TooMany, or NotAllowed for a file of somebody else of this site.
    """
    file = read_file(content)
    if file.origin and Player.objects.filter(pk=file.origin).exclude(pk=player.pk).exists():
        raise NotAllowed(_("This file belongs to somebody else on this site. Sign in with that account."))
    with transaction.atomic():
        player = hold(player)
        if (working := player.data_imports.filter(status__in=WORKING).first()) is not None:
            if working.digest == file.digest:
                return working
            raise NotNow(_("Another file of yours is being taken. Wait until it is done."))
        if DataImport.objects.working().count() >= MOST_WAITING:
            raise TooMany(_("Many others are waiting already. Try again in some minutes."))
        made = DataImport.objects.create(
            player=player,
            origin=file.origin,
            digest=file.digest,
            language=translation.get_language() or "",
            total=len(file.items),
            status=Status.QUEUED if file.items else Status.DONE,
        )
        ImportItem.objects.bulk_create(
            (
                ImportItem(
                    data_import=made,
                    number=number,
                    kind=each.kind,
                    source=each.source,
                    name=each.name,
                    content=each.content,
                )
                for number, each in enumerate(file.items)
            ),
            batch_size=AT_ONCE,
        )
        recent = list(player.data_imports.values_list("pk", flat=True)[:KEPT])
        player.data_imports.exclude(pk__in=recent).delete()
        DATA_IMPORTS.begin_on_commit()
    return made


def counts(found: DataImport) -> Mapping[str, int]:
    """How many items have each outcome."""
    rows = found.items.order_by().values_list("outcome").annotate(number=Count("pk"))
    return dict.fromkeys(Outcome.values, 0) | dict(rows)


def forget_imports() -> None:
    """Delete those that are long over; what was taken is remembered."""
    DataImport.objects.filter(updated_at__lt=timezone.now() - KEPT_FOR).delete()


class ImportRunner(Runner[DataImport]):
    name = "data-import"

    def take(self, job: DataImport, piece: Piece) -> Columns:
        done = job.done
        with translation.override(job.language or None):
            while done < job.total:
                _take(job.items.get(number=done), Owner.of(job.player))
                done += 1
                if piece.enough():
                    break
        return {"done": done}


DATA_IMPORTS = ImportRunner(DataImport)

TAKES: Mapping[str, Callable[[Owner, str, Mapping[str, Any]], Result]] = {
    Kind.SET: building.take_set,
    Kind.DECK: building.take_deck,
    Kind.LESSON: exercises.take_lesson,
    Kind.PUZZLE: exercises.take_puzzle,
}


def choose(*, item: ImportItem, owner: Owner, from_file: bool) -> None:
    """
    Of a game that went two ways, keep the one in the file or the one here. Does nothing where that is
    decided.
    """
    if from_file:
        _take(item, owner, chosen=True)
    else:
        waiting = ImportItem.objects.filter(pk=item.pk, kind=Kind.GAME, outcome=Outcome.CHANGED)
        waiting.update(outcome=Outcome.KNOWN, content={})


def _take(item: ImportItem, owner: Owner, *, chosen: bool = False) -> None:
    """All of the item or nothing, with a note of what became of it."""
    expected = Outcome.CHANGED if chosen else Outcome.WAITING
    if item.outcome != expected:
        return
    if item.kind == Kind.GAME:
        take = _take_game(item, owner, even_if_parted=chosen)
    else:
        take = partial(_taken, item, owner)
    with transaction.atomic():
        held = ImportItem.objects.select_for_update().get(pk=item.pk)
        if held.outcome != expected:
            return
        found = _result(lambda: _locked(owner, take))
        held.outcome, held.page = found.outcome, found.page
        held.reason = found.reason[:LONGEST_REASON]
        if found.outcome in (Outcome.TAKEN, Outcome.KNOWN):
            held.content = {}
        held.save()


def _taken(item: ImportItem, owner: Owner) -> Result:
    return TAKES[item.kind](owner, item.source, item.content)


def _take_game(item: ImportItem, owner: Owner, *, even_if_parted: bool = False) -> Callable[[], Result]:
    """A record is judged before the transaction, as it takes long."""
    record = None

    def judge() -> Result | None:
        nonlocal record
        if (match := running.find(owner, item.source)) is not None:
            known = running.known(match, item.content)
        else:
            known = games.known(owner, item.source)
        if known is None:
            record = games.judged(item.content)
        return known

    found = _result(judge)
    if found is not None or record is None:
        return lambda: found or Result(Outcome.REFUSED)
    judged = record

    def take() -> Result:
        if running.find(owner, item.source) is not None:
            return running.carry_on(owner, item.source, item.content, even_if_parted=even_if_parted)
        if "table" in item.content:
            return games.known(owner, item.source) or running.begin(owner, item.source, item.content)
        return games.take(owner, item.source, item.content, judged)

    return take


def _locked(owner: Owner, take: Callable[[], Result]) -> Result:
    """In the order in which all others lock: cards, the builder, the player."""
    with transaction.atomic():
        lock_cards(alone=False)
        lock_builder(owner.builder)
        hold(owner.player)
        return take()


def _result(take: Callable[[], Any]) -> Any:
    """What it returns, or the refusal."""
    try:
        return take()
    except Refused as error:
        return Result(Outcome.REFUSED, reason=str(error))
    except (IllegalAction, TypeError, ValueError, LookupError, AttributeError, ObjectDoesNotExist, DataError):
        # Whatever is odd in one item must not keep all others from being taken.
        logger.exception("not taken")
        return Result(Outcome.REFUSED, reason=str(unreadable()))
