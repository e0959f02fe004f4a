"""Beginning audits."""

import hashlib
import json
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from cards.auditor.decks import QUOTAS
from cards.auditor.models import PointAudit
from cards.auditor.playing import AUDITS, PLAYOUTS, Games, NoDecks
from cards.models import Card, Kind
from phylo.accounts.models import User
from phylo.jobs.models import WORKING, Status

MOST_GAMES = 200_000
LARGEST_SEED = 2**53 - 1
KEPT = 10
"""The most finished audits kept per rule set."""


class AuditRefused(Exception):
    """The message says why no audit is begun."""


def begin_audit(
    *, rules: str, games: int, seed: int, user: User | None = None, queued: bool = True
) -> PointAudit:
    """
    Begin an audit of all published cards as they are now, for a worker unless `queued` is False. If the same
    audit has been done and no card has changed since, that one is returned. Raises AuditRefused.
    """
    if rules not in QUOTAS:
        raise AuditRefused(_("There are no rules “%(rules)s”.") % {"rules": rules})
    if not 1 <= games <= MOST_GAMES:
        raise AuditRefused(_("The number of games must be from 1 to %(most)s.") % {"most": MOST_GAMES})
    if not 0 <= seed <= LARGEST_SEED:
        raise AuditRefused(_("The seed must be from 0 to %(most)s.") % {"most": LARGEST_SEED})
    given = _given(rules)
    same = PointAudit.objects.filter(rules=rules, seed=seed, total=games, given__digest=given["digest"])
    if again := same.filter(status=Status.DONE).first():
        return again
    try:
        all_ = Games(rules, given["cards"], seed)
        all_.pairing(0, all_.round_after(0, {}))
    except NoDecks:
        raise AuditRefused(_("There are too few cards to draw two decks from.")) from None
    try:
        with transaction.atomic():
            audit = PointAudit.objects.create(rules=rules, seed=seed, total=games, given=given, user=user)
            _forget_old(rules)
            if queued:
                AUDITS.begin_on_commit()
    except IntegrityError:
        raise AuditRefused(
            _("An audit by these rules is under way already. Wait for it, or cancel it.")
        ) from None
    return audit


def _given(rules: str) -> dict[str, Any]:
    found = Card.objects.offered().filter(kind__in=[Kind.SPECIES, Kind.EVENT, Kind.HABITAT])
    cards = {card.key: card for card in found.order_by("key")}
    given = {
        "cards": {key: card.as_record() for key, card in cards.items()},
        "revisions": {key: card.revision for key, card in cards.items()},
        "playouts": PLAYOUTS,
    }
    text = json.dumps(given | {"rules": rules}, sort_keys=True, ensure_ascii=False)
    return given | {"digest": hashlib.sha256(text.encode()).hexdigest()}


def _forget_old(rules: str) -> None:
    over = PointAudit.objects.filter(rules=rules).exclude(status__in=WORKING)
    # The newest finished audit stays on the page, however many were cancelled since.
    done = over.filter(status=Status.DONE).order_by("-pk").values_list("pk", flat=True)[:KEPT]
    recent = over.order_by("-pk").values_list("pk", flat=True)[:KEPT]
    over.exclude(pk__in=[*done, *recent]).delete()
