"""Reports and acts of moderation that an older database kept with what they are about come into one queue."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from cards.curation.models import Decision
from phylo.moderation import log
from phylo.moderation.content import kinds
from phylo.moderation.models import LogEntry, Report
from tests.migrated import before

BEFORE = [("cards", "0026_class_sets"), ("games", "0019_seeds_in_text")]
MADE = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
GUEST = UUID(int=7)


def fill(model) -> dict[str, int]:
    """Reports of each old kind and acts of the old log; returns the numbers of what they are about."""
    accounts = model("accounts", "User").objects
    ada, ben, rosa = (accounts.create(username=name) for name in ("Ada", "Ben", "Rosa"))
    proposal = model("cards", "Proposal").objects.create(kind="new", author=ada, digest="x", name="Newt")
    comment = model("cards", "ProposalComment").objects.create(
        proposal=proposal, user=ben, text="Boo!", key="k"
    )
    reports = model("cards", "Report").objects
    reports.create(proposal=proposal, user=ben, text="Copied.")
    reports.create(
        proposal=proposal, comment=comment, user=ada, text="Rude.", outcome="upheld", handled_by=rosa,
        handled_at=MADE,
    )  # fmt: skip
    reports.create(proposal=proposal, comment=comment, user=None, text="Somebody who has left.")
    reports.update(created_at=MADE)
    decisions = model("cards", "Decision").objects
    decisions.create(
        event="hide-comment", proposal=proposal, about=ben, user=rosa, after={"comment": comment.pk}
    )
    decisions.create(event="show-set", about=ada, user=rosa, after={"set": "ponds"})
    decisions.create(event="dismiss-report", proposal=proposal, user=rosa)
    decisions.create(event="block", about=ben, user=rosa, reason="Floods.")
    decisions.create(event="accept", proposal=proposal, user=rosa)
    decisions.update(created_at=MADE)
    players = model("games", "Player").objects
    carl, gone = (players.create(name="C", guest_id=GUEST), players.create(former=True))
    match = model("games", "Match").objects.create(
        rules="phylo-1.4a", seed="1", version=0, cards={}, decks=[[], []], snapshot={}, scores=[0, 0]
    )
    said = model("games", "ChatMessage").objects
    shown, hidden = (
        said.create(match=match, player=carl, text="!", key=key, hidden=key == "h") for key in "sh"
    )
    of_chat = model("games", "ChatReport").objects
    for message, done in ((shown, False), (hidden, True)):
        of_chat.create(message=message, player=players.get_or_create(user=ada)[0], reason="Loud.", done=done)
    of_chat.create(message=shown, player=carl, done=True)
    of_chat.create(message=shown, player=gone)
    of_chat.update(created=MADE)
    return {"proposal": proposal.pk, "comment": comment.pk, "shown": shown.pk, "hidden": hidden.pk}


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_reports_and_acts_come_into_one_queue():
    with before(*BEFORE) as model:
        model("accounts", "Guest").objects.create(pk=GUEST)
        of = {name: str(pk) for name, pk in fill(model).items()}
    told = Report.objects.values_list("kind", "key", "user__username", "guest", "text", "outcome")
    assert set(told) == {
        ("proposal", of["proposal"], "Ben", None, "Copied.", "open"),
        ("comment", of["comment"], "Ada", None, "Rude.", "upheld"),
        ("comment", of["comment"], None, None, "Somebody who has left.", "open"),
        ("chat", of["shown"], "Ada", None, "Loud.", "open"),
        ("chat", of["hidden"], "Ada", None, "Loud.", "upheld"),
        ("chat", of["shown"], None, GUEST, "", "dismissed"),
    }
    assert set(Report.objects.values_list("created_at", flat=True)) == {MADE}
    upheld = Report.objects.get(kind="comment", outcome="upheld")
    assert (upheld.handled_by.username, upheld.handled_at) == ("Rosa", MADE)
    acts = LogEntry.objects.order_by("pk").values_list("act", "kind", "key", "about__username", "reason")
    assert list(acts) == [
        ("hide", "comment", of["comment"], "Ben", ""),
        ("show", "set", "ponds", "Ada", ""),
        ("dismiss", "proposal", of["proposal"], "Ada", ""),
        ("block", "", "", "Ben", "Floods."),
    ]
    lines = LogEntry.objects.all()
    assert {(line.user.username, line.created_at) for line in lines} == {("Rosa", MADE)}
    assert {line.act for line in lines} <= set(log.WORDS)
    assert {each.kind for each in Report.objects.all()} <= set(kinds())
    left = Decision.objects.values_list("event", flat=True)
    assert list(left) == ["accept"], "what became of proposals stays with them"
