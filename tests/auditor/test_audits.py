"""Audits: intervals, tallies, begun once, played in pieces, resumed, cancelled; and the command."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from cards.auditor.beginning import AuditRefused, begin_audit
from cards.auditor.findings import FORMULA, GAMES, findings
from cards.auditor.measured import Difference, Measured
from cards.auditor.models import PointAudit
from cards.auditor.playing import AUDITS, Games, in_child, settled
from cards.auditor.shipped import as_shipped, load_audits
from cards.decks.insight.hands import Estimate
from cards.models import Card
from engine.bots.contest import play
from phylo.jobs import runner
from phylo.jobs.tasks import sweep

RULES = "phylo-1.4a"
LONG = timedelta(minutes=1)


def piece(audit: PointAudit, *, seconds: float = 0) -> PointAudit:
    """One piece by a worker that was told of the audit as it is."""
    audit = PointAudit.objects.get(pk=audit.pk)
    AUDITS.work_on(job_id=audit.pk, since=audit.updated_at.isoformat(), seconds=seconds)
    return PointAudit.objects.get(pk=audit.pk)


def begin(games: int = 4, seed: int = 5, **more) -> PointAudit:
    return begin_audit(rules=RULES, games=games, seed=seed, **more)


def test_intervals_are_those_of_newcombe():
    # Newcombe 1998, table II, method 10: 56/70 and 48/80, 9/10 and 3/10, 10/10 and 0/20.
    for first, second, low, high in (
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ):
        apart = Difference.of(Estimate.of(*first), Estimate.of(*second))
        assert (round(apart.low, 4), round(apart.high, 4)) == (low, high)
        assert apart.least == apart.low
        assert Difference.of(Estimate.of(*second), Estimate.of(*first)).least == apart.least
    # Wilson, from the same paper's companion: 81 of 263.
    share = Estimate.of(81, 263)
    assert (round(share.low, 4), round(share.high, 4)) == (0.2553, 0.3662)
    assert Difference.of(Estimate.of(5, 10), Estimate.of(5, 10)).least == 0


def test_an_audit_in_pieces_counts_the_same_as_in_one_go(cards, queued):
    whole = piece(begin(), seconds=600)
    assert (whole.status, whole.done, whole.part) == ("done", 4, None)
    assert whole.finished_at is not None
    assert "cards" not in whole.given
    # A deck of 24 in twos; each game counts a card with, without, or not at all.
    assert sum(held for held, *_rest in whole.tallies.values()) > 16
    for held, wins, without, wins_without in whole.tallies.values():
        assert 1 <= held + without <= 4
        assert wins <= held
        assert wins_without <= without
    assert begin() == whole
    PointAudit.objects.all().delete()
    audit = begin()
    first = piece(audit)
    assert (first.done, first.part["first"]) == (2, 0)
    # A worker that was killed leaves the stored piece; told of it twice, a worker does nothing.
    AUDITS.work_on(job_id=audit.pk, since=audit.updated_at.isoformat())
    assert PointAudit.objects.get().tallies == first.tallies
    PointAudit.objects.update(updated_at=first.updated_at - LONG)
    del queued[:]
    assert sweep() == 1
    AUDITS.work_on(job_id=queued[0][0], since=queued[0][1], seconds=600)
    resumed = PointAudit.objects.get()
    assert (resumed.status, resumed.tallies) == ("done", whole.tallies)
    assert sweep() == 0


def test_what_is_wrong_is_refused(cards, queued, django_capture_on_commit_callbacks):
    for wrong in ({"rules": "phylo-9"}, {"games": 0}, {"games": 10**9}, {"seed": -1}):
        with pytest.raises(AuditRefused):
            begin_audit(**{"rules": RULES, "games": 2, "seed": 1} | wrong)
    with django_capture_on_commit_callbacks(execute=True):
        audit = begin()
    assert [pk for pk, _since in queued] == [audit.pk]
    with pytest.raises(AuditRefused, match="under way"):
        begin(seed=6)
    assert AUDITS.cancel(audit.pk)
    assert not AUDITS.cancel(audit.pk)
    assert piece(audit).done == 0
    Card.objects.filter(key__startswith="hunter").update(retired=True)
    with pytest.raises(AuditRefused, match="too few"):
        begin(seed=6)
    assert PointAudit.objects.count() == 1


def test_a_round_is_about_the_cards_that_are_not_settled(cards, monkeypatch):
    games = Games(RULES, begin().given["cards"], 5)
    first = games.round_after(0, {})
    assert first == Games(RULES, games.definitions, 5).round_after(0, {})
    many, few = [900, 450, 900, 450], [100, 50, 100, 50]
    assert [settled(each) for each in (None, [9, 9, 9, 9], few, many)] == [False, False, False, True]
    assert settled([3000, 1950, 3000, 1500])
    asked = games.round_after(60, {"grass-0": many, "grass-1": few})["asked"]
    assert set(first["asked"]) - set(asked) == {"grass-0"}
    # When all are settled, the audit is done, however many games were asked for.
    monkeypatch.setattr("cards.auditor.playing.settled", lambda tally: tally is not None)
    audit = piece(PointAudit.objects.get(), seconds=600)
    assert (audit.status, audit.done) == ("done", audit.total)
    assert audit.total < 4 + len(first["asked"]) * 2


def test_the_games_of_a_pair_differ_in_one_card(cards, monkeypatch):
    monkeypatch.setattr("cards.auditor.playing.PLAYOUTS", 1)
    games = Games(RULES, begin().given["cards"], 5)
    within = games.round_after(0, {})
    for place, about in enumerate(within["asked"]):
        held, without = (games.pairing(2 * place + second, within) for second in (0, 1))
        assert {held.watched, without.watched} == {0, 1}
        assert about in held.contest.decks[held.watched]
        assert about not in without.contest.decks[without.watched]
    pair = games.contests([held, without])
    played = list(in_child([pair]))
    assert played == [play(pair)]
    assert [len(scores) for scores in played[0]] == [2, 2]


def test_an_audit_of_an_earlier_version_is_ended(cards):
    audit = begin()
    PointAudit.objects.update(given={"cards": audit.given["cards"]}, part={"decks": [], "actions": 7})
    assert piece(audit).status == "cancelled"


def test_the_audit_that_comes_with_the_project_is_stored_once(cards, tmp_path, monkeypatch):
    audit = piece(begin(), seconds=600)
    (tmp_path / "phylo-1.4a.json").write_text(as_shipped(audit))
    monkeypatch.setattr("cards.auditor.shipped.AUDITS_PATH", tmp_path)
    PointAudit.objects.all().delete()
    changed = max(audit.tallies)
    Card.objects.filter(key=changed).update(points=8)
    assert (load_audits(), load_audits()) == (1, 0)
    stored = PointAudit.objects.get()
    assert (stored.tallies, stored.done, stored.seed) == (audit.tallies, 4, 5)
    found = {each.card.key: each for each in findings(stored, rules=RULES)}
    assert [key for key, each in sorted(found.items()) if each.changed] == [changed]


def test_an_error_ends_an_audit_and_is_not_hidden(cards):
    audit = begin()
    cards = {key: {"kind": "?"} for key in audit.given["cards"]}
    broken = audit.given | {"cards": cards, "digest": "another"}
    PointAudit.objects.update(given=broken)
    with pytest.raises(ValueError, match="kind"):
        piece(audit)
    assert PointAudit.objects.get().status == "failed"
    assert begin().pk != audit.pk


def test_findings_are_sorted_by_what_is_sure(cards):
    tallies = {"hunter-0": [100, 85, 100, 50], "grass-0": [100, 20, 100, 50], "grass-1": [100, 52, 100, 50],
               "grass-2": [29, 29, 100, 0]}  # fmt: skip
    audit = PointAudit(rules=RULES, tallies=tallies, given={"revisions": {"grass-0": 99, "grass-1": 1}})
    found = findings(audit, rules=RULES, order=GAMES)
    assert [each.card.key for each in found[:3]] == ["hunter-0", "grass-0", "grass-1"]
    by_key = {each.card.key: each for each in found}
    assert by_key["grass-0"].changed
    assert not by_key["grass-1"].changed
    assert by_key["grass-1"].off_games == 0
    assert by_key["grass-2"].off_games is None
    assert by_key["grass-3"].measured is None
    assert len(findings(audit, rules=RULES, order=GAMES, least=10)) == 2
    # Everywhere: a hunter is worth 7 - 1 - 1, and has 9; a plant 1 at least, and has 2.
    found = findings(audit, rules=RULES, order=FORMULA, kind="species")
    assert [each.off_formula for each in (found[0], found[-1])] == [4, 1]
    assert {each.card.kind for each in findings(audit, rules=RULES, kind="event")} == {"event"}
    assert not Measured.of([100, 50, 29, 10]).enough


def told(capsys, *args: str) -> tuple[int, str, str]:
    try:
        call_command("audit_points", *args)
        status = 0
    except SystemExit as end:
        status = int(str(end.code))
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_plays_and_tells(cards, capsys, monkeypatch):
    monkeypatch.setattr(runner, "ONE_GO", 600)
    monkeypatch.setattr("cards.auditor.playing.PLAYOUTS", 1)
    out, err = StringIO(), StringIO()
    call_command(
        "audit_points", "--games", "1", "--seed", "5", "--processes", "1", "--json", stdout=out, stderr=err
    )
    found = json.loads(out.getvalue())
    assert (found["games"], found["seed"], found["rules"]) == (1, 5, RULES)
    assert {each["key"] for each in found["cards"]} == {card.key for card in cards} - {"home"}
    assert any(each.get("with", {}).get("games") == 1 for each in found["cards"])
    assert "1 of 1 games" in err.getvalue()
    status, text, _err = told(capsys, "--games", "1", "--seed", "5")
    assert status == 0
    assert text.count("\n") == len(cards)
    assert PointAudit.objects.count() == 1


@pytest.mark.parametrize(
    "args",
    [
        ("--games", "many"),
        ("--games", "0"),
        ("--seed", "-1"),
        ("--rules", "phylo-9"),
        ("--processes", "0"),
        (),
    ],
)
def test_bad_input_of_the_command_is_one_line_and_status_2(db, capsys, args):
    status, out, err = told(capsys, *args)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert not PointAudit.objects.exists()
