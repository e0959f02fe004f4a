"""
Audits that come with the project, as files in cards/data/audits. A site stores them as if it had played them,
so that its page has something to say from the beginning.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from cards.auditor.decks import QUOTAS
from cards.auditor.models import PointAudit
from cards.models import Card
from phylo.jobs.models import Status

AUDITS_PATH = Path(__file__).resolve().parent.parent / "data" / "audits"


def as_shipped(audit: PointAudit) -> str:
    """A finished audit as such a file: by card a digest of what it was, and its tally."""
    digests = {card.key: digest_of(card) for card in Card.objects.filter(key__in=audit.tallies)}
    finished = audit.finished_at
    data = {
        "rules": audit.rules,
        "seed": audit.seed,
        "games": audit.done,
        "playouts": audit.given["playouts"],
        "finished": None if finished is None else finished.isoformat(timespec="seconds"),
    }
    rows = [json.dumps({key: [digests[key], *tally]})[1:-1] for key, tally in sorted(audit.tallies.items())]
    return json.dumps(data, indent=1)[:-2] + ',\n "cards": {\n  ' + ",\n  ".join(rows) + "\n }\n}\n"


def load_audits() -> int:
    """Store the audits of the files that are not stored yet; how many."""
    count = 0
    for path in sorted(AUDITS_PATH.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        finished = datetime.fromisoformat(data["finished"])
        known = PointAudit.objects.filter(rules=data["rules"], seed=data["seed"], finished_at=finished)
        if data["rules"] in QUOTAS and not known.exists():
            PointAudit.objects.create(
                rules=data["rules"],
                seed=data["seed"],
                total=data["games"],
                done=data["games"],
                status=Status.DONE,
                finished_at=finished,
                tallies={key: tally for key, (_digest, *tally) in data["cards"].items()},
                given={"playouts": data["playouts"], "shipped": True, "revisions": _revisions(data["cards"])},
            )
            count += 1
    return count


def _revisions(data: Mapping[str, Any]) -> dict[str, int]:
    """The revisions of the cards that were played as they are now; 0 of those that have changed since."""
    cards = Card.objects.filter(key__in=data)
    return {card.key: card.revision if digest_of(card) == data[card.key][0] else 0 for card in cards}


def digest_of(card: Card) -> str:
    """Eight characters that change with anything about a card that the rules look at."""
    record = {name: value for name, value in card.as_record().items() if name != "name"}
    text = json.dumps(record, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
