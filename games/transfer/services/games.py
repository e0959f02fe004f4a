"""Games that were played elsewhere: replayed by the rules, and kept as records to watch."""

import json
from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.matches.models import Match, Seat
from games.matches.wording import sentence
from games.replays.models import ImportedRecord
from games.replays.services.imported_records import Judged, judge_record, store_record
from games.replays.services.judging import IllegalRecord, UnreadableRecord
from games.transfer.models import Kind, Taken
from games.transfer.services.outcomes import Outcome, Owner, Result, Unfit, not_yours, unreadable


def known(owner: Owner, source: str) -> Result | None:
    """Where the game is already. Raises Unfit if it is somebody else's."""
    if (match := Match.objects.filter(pk=source).only("pk").first()) is not None:
        if not Seat.objects.filter(match=match, player=owner.player).exists():
            raise not_yours()
        return Result(Outcome.KNOWN, reverse("match-replay", args=[source]))
    taken = Taken.objects.filter(kind=Kind.GAME, source=source).first()
    owner.check(taken)
    if taken and ImportedRecord.objects.filter(pk=taken.target).exists():
        return Result(Outcome.KNOWN, reverse("replay-imported", args=[taken.target]))
    return None


def judged(content: Mapping[str, Any]) -> Judged:
    """
    The record, played by the rules. Of a game that is over, the end has to be what the file says. Nothing is
    stored. Raises Unfit.
    """
    try:
        record = judge_record(text=json.dumps(content["game"]))
    except UnreadableRecord as error:
        raise Unfit(_("This is no record: %(why)s.") % {"why": str(error).rstrip(".")}) from error
    except IllegalRecord as error:
        params = {"number": error.step + 1, "why": sentence(error.refusal)}
        raise Unfit(_("Action %(number)s is against the rules: %(why)s") % params) from error
    if "table" in content:
        if record.end.over:
            raise unreadable()
        return record
    if not record.end.over:
        raise Unfit(_("The game is not over: end it where it was begun."))
    if content.get("scores") != record.end.scores:
        raise Unfit(_("The file tells another end than that to which the actions lead."))
    return record


def take(owner: Owner, source: str, content: Mapping[str, Any], record: Judged) -> Result:
    """Raises Refused."""
    seats = content["seats"]
    places = range(len(record.end.scores))
    if not all(type(seat) is int and seat in places for seat in seats) or len({*seats}) < len(seats):
        raise unreadable()
    if found := known(owner, source):
        return found
    page = reverse("replay-imported", args=[record.key])
    same = Taken.objects.filter(kind=Kind.GAME, target=record.key).exclude(source=source).first()
    owner.check(same)
    if same is not None:
        return Result(Outcome.KNOWN, page)
    taken = owner.claim(Kind.GAME, source)
    store_record(record=record, player=owner.player, seats=sorted(seats))
    taken.target = record.key
    taken.save(update_fields=["target"])
    return Result(Outcome.TAKEN, page)
