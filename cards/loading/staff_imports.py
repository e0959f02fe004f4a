"""Imports by staff: a file is stored, checked by a worker, and applied exactly as checked."""

import csv
import io
from contextlib import AbstractContextManager, nullcontext

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
from cards.loading.models import CardImport
from cards.models import Card
from cards.services.card_file import FORMULAS
from phylo.accounts.models import User
from phylo.jobs.models import WORKING, JobQuerySet, Status
from phylo.jobs.runner import Columns, Overtaken, Piece, Runner

MOST_BYTES = 20 * 1024 * 1024
MOST_CARDS = 100_000
SHOWN = 300
MOST_MISTAKES = 20_000
KEPT = 50
"""The most imports kept."""

Step = CardImport.Step


def start_import(*, user: User, name: str, content: bytes, form: str, card_set: str) -> CardImport:
    """Store the file and have it checked."""
    with transaction.atomic():
        row = CardImport.objects.create(
            user=user, name=_shown(name)[:120], content=content, form=form, card_set=card_set
        )
        recent = CardImport.objects.values_list("pk", flat=True)[:KEPT]
        being_applied = CardImport.objects.filter(step=Step.APPLY, status__in=WORKING).values("pk")
        CardImport.objects.exclude(pk__in=list(recent)).exclude(pk__in=being_applied).delete()
        IMPORTS.begin_on_commit()
    return row


def check_again(*, import_id: int) -> bool:
    """Have the file checked again, unless it has been applied."""
    applied = CardImport.objects.filter(step=Step.APPLY, status=Status.DONE).values("pk")
    return _begin_step(Step.CHECK, CardImport.objects.filter(pk=import_id).exclude(pk__in=applied))


def request_apply(*, import_id: int, good_only: bool = False) -> bool:
    """
    Have a checked file applied, with `good_only` without its refused cards; returns False if it is not ready,
    or no longer.
    """
    ready = CardImport.objects.filter(pk=import_id, step=Step.CHECK, status=Status.DONE, refused=good_only)
    return _begin_step(Step.APPLY, ready, good_only=good_only)


def _begin_step(step: Step, found: JobQuerySet[CardImport], *, good_only: bool = False) -> bool:
    with transaction.atomic():
        begun = found.update(
            step=step,
            status=Status.QUEUED,
            refused=False,
            good_only=good_only,
            done=0,
            total=0,
            updated_at=timezone.now(),
        )
        if begun:
            IMPORTS.begin_on_commit()
    return bool(begun)


class ImportRunner(Runner[CardImport]):
    """Each piece is a whole step: a file is checked in one go, and all its cards are stored or none."""

    name = "import"

    def take(self, row: CardImport, piece: Piece) -> Columns:
        try:
            return self._apply(row) if row.step == Step.APPLY else self._check(row, piece)
        except (ExchangeError, ImportRefused) as error:
            return {"status": Status.FAILED, "plan": {"problem": _shown(str(error))}}

    def at_end(self, row: CardImport, status: str) -> Columns:
        if status != Status.FAILED:
            return {}
        applying = row.step == Step.APPLY
        return {"plan": {"problem": _("Applying it broke off.") if applying else _("Checking it broke off.")}}

    def transaction_of(self, row: CardImport) -> AbstractContextManager[None]:
        return transaction.atomic() if row.step == Step.APPLY else nullcontext()

    def _check(self, row: CardImport, piece: Piece) -> Columns:
        """Find what would change."""
        plan = plan_import(
            content=bytes(row.content),
            form=row.form,
            card_set=row.card_set,
            most=MOST_CARDS,
            # The total is not known until the end.
            progress=lambda number: piece.report(number, number),
        )
        number = len(plan.changes)
        return {
            "done": number,
            "total": number,
            "refused": bool(plan.refused),
            "mistakes": _table(plan),
            "plan": _summary(plan),
        }

    def _apply(self, row: CardImport) -> Columns:
        """Store the cards, if nothing has changed since the check."""
        # Locked, so that a cancellation waits and then comes too late. A second worker does not wait.
        if not CardImport.objects.select_for_update(skip_locked=True).filter(pk=row.pk).exists():
            raise Overtaken
        plan = apply_import(
            content=bytes(row.content),
            form=row.form,
            card_set=row.card_set,
            version=row.plan["version"],
            user=row.user,
            good_only=row.good_only,
        )
        number = len(plan.changes)
        return {"done": number, "total": number, "applied_at": timezone.now(), "content": b""}


IMPORTS = ImportRunner(CardImport)


def _table(plan: Plan) -> str:
    """All mistakes as CSV."""
    mistakes = [
        (change.place, change.key, change.name, column, says)
        for change in plan.refused
        for column, says in change.mistakes.items()
    ]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([_("where"), _("key"), _("name"), _("column"), _("mistake")])
    writer.writerows([_cell(each) for each in mistake] for mistake in mistakes[:MOST_MISTAKES])
    if len(mistakes) > MOST_MISTAKES:
        left = len(mistakes) - MOST_MISTAKES
        writer.writerow(["", "", "", "", _("%(number)s more mistakes are left out") % {"number": left}])
    return text.getvalue()


def _cell(text: str) -> str:
    """Text of unknown origin that no spreadsheet takes for a formula."""
    shown = _shown(text)
    return f"'{shown}" if shown.startswith(FORMULAS) else shown


def _summary(plan: Plan) -> dict[str, object]:
    order = {REFUSED: 0, CHANGED: 1, CREATED: 2}
    worth = [change for change in plan.changes if change.action in order or change.notes]
    worth.sort(key=lambda change: order.get(change.action, 3))
    shown = worth[:SHOWN]
    changed = Card.objects.filter(key__in=[each.key for each in shown if each.action == CHANGED])
    stored = {card.key: card.english_face() for card in changed}
    return {
        "counts": {action: plan.counts[action] for action in ACTIONS},
        "mistakes": sum(len(change.mistakes) for change in plan.refused),
        "note": plan.note,
        "version": plan.version,
        "worth_telling": len(worth),
        "shown": [_change(change, stored) for change in shown],
    }


def _change(change: Change, stored: dict[str, dict[str, object]]) -> dict[str, object]:
    return {
        "place": _shown(change.place),
        "key": _shown(change.key),
        "name": _shown(change.name),
        "action": change.action,
        "differences": [[each.column, each.before, each.after] for each in change.differences],
        "notes": [_shown(note) for note in change.notes],
        "mistakes": [[_shown(part) for part in mistake] for mistake in change.mistakes.items()],
        "before": stored.get(change.key) if change.action == CHANGED else None,
        "after": change.card.english_face() if change.card is not None else None,
    }


def _shown(text: str) -> str:
    """Text of unknown origin, shortened, with characters that every database can hold."""
    return "".join(letter if letter.isprintable() else "�" for letter in text[:300])
