"""Imports by staff: a file is kept, looked at by a worker, and stored as it was looked at.

Each step changes the status only from the one it expects, so that a step may run twice.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.exchange import ExchangeError
from cards.loading.importing import (
    ACTIONS,
    CHANGED,
    CREATED,
    REFUSED,
    Change,
    ImportRefused,
    Plan,
    apply_import,
    plan_import,
)
from cards.models import Card, CardImport
from phylo.accounts.models import User
from phylo.queue import queue_on_commit

MOST_BYTES = 20 * 1024 * 1024
MOST_CARDS = 100_000
SHOWN = 300
KEPT = 50
"""Imports that are remembered."""

Status = CardImport.Status


def start_import(*, user: User, name: str, content: bytes, form: str, card_set: str) -> CardImport:
    """Keep the file and have it looked at."""
    with transaction.atomic():
        row = CardImport.objects.create(
            user=user, name=_shown(name)[:120], content=content, form=form, card_set=card_set
        )
        recent = CardImport.objects.values_list("pk", flat=True)[:KEPT]
        CardImport.objects.exclude(pk__in=list(recent)).exclude(status=Status.APPLYING).delete()
        queue_on_commit("cards.tasks.check_import", row.pk)
    return row


def look_again(*, import_id: int) -> bool:
    """Have the file looked at anew, whatever became of an earlier look; not once it is applied."""
    with transaction.atomic():
        moved = _move(import_id, [status for status in Status if status != Status.APPLIED], Status.CHECKING)
        if moved:
            queue_on_commit("cards.tasks.check_import", import_id)
    return moved


def check_import(*, import_id: int) -> None:
    """Look at the file and keep what would change; does nothing unless it is to be looked at."""
    row = CardImport.objects.filter(pk=import_id, status=Status.CHECKING).first()
    if row is None:
        return
    try:
        plan = plan_import(content=bytes(row.content), form=row.form, card_set=row.card_set, most=MOST_CARDS)
    except ExchangeError as error:
        _move(import_id, [Status.CHECKING], Status.FAILED, plan={"problem": _shown(str(error))})
        return
    except Exception:
        # The page would wait for ever. The log says what it was.
        _move(import_id, [Status.CHECKING], Status.FAILED, plan={"problem": _("Looking at it broke off.")})
        raise
    status = Status.REFUSED if plan.refused else Status.READY
    _move(import_id, [Status.CHECKING], status, plan=_told(plan))


def request_apply(*, import_id: int) -> bool:
    """Have a file applied that is ready; False if it is not, or not any more."""
    with transaction.atomic():
        moved = _move(import_id, [Status.READY], Status.APPLYING)
        if moved:
            queue_on_commit("cards.tasks.apply_import", import_id)
    return moved


def finish_apply(*, import_id: int) -> None:
    """Store the cards, if they are still as they were looked at; does nothing unless it is to be applied."""
    try:
        with transaction.atomic():
            row = CardImport.objects.select_for_update().filter(pk=import_id, status=Status.APPLYING).first()
            if row is None:
                return
            apply_import(
                content=bytes(row.content),
                form=row.form,
                card_set=row.card_set,
                version=row.plan["version"],
                user=row.user,
            )
            _move(import_id, [Status.APPLYING], Status.APPLIED, applied_at=timezone.now(), content=b"")
    except (ExchangeError, ImportRefused) as error:
        _move(import_id, [Status.APPLYING], Status.FAILED, plan={"problem": _shown(str(error))})
    except Exception:
        _move(import_id, [Status.APPLYING], Status.FAILED, plan={"problem": _("Applying it broke off.")})
        raise


def _move(import_id: int, before: Iterable[str], after: str, **values: Any) -> bool:
    found = CardImport.objects.filter(pk=import_id, status__in=list(before))
    return bool(found.update(status=after, **values))


def _told(plan: Plan) -> dict[str, Any]:
    order = {REFUSED: 0, CHANGED: 1, CREATED: 2}
    worth = [change for change in plan.changes if change.action in order or change.notes]
    worth.sort(key=lambda change: order.get(change.action, 3))
    shown = worth[:SHOWN]
    stored = Card.objects.faces(change.key for change in shown if change.action == CHANGED)
    return {
        "counts": {action: plan.counts[action] for action in ACTIONS},
        "version": plan.version,
        "worth_telling": len(worth),
        "shown": [_change(change, stored) for change in shown],
    }


def _change(change: Change, stored: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "place": _shown(change.place),
        "key": _shown(change.key),
        "name": _shown(change.name),
        "action": change.action,
        "differences": [[each.column, each.before, each.after] for each in change.differences],
        "notes": [_shown(note) for note in change.notes],
        "problem": [_shown(part) for part in change.problem] if change.problem else None,
        "before": stored.get(change.key) if change.action == CHANGED else None,
        "after": change.card.as_face() if change.card is not None else None,
    }


def _shown(text: str) -> str:
    """A stranger's text, short and of signs that every database can hold."""
    return "".join(letter if letter.isprintable() else "�" for letter in text[:300])
