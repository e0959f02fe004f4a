"""What authors do with their proposals."""

import pytest
from django.urls import reverse

from cards.curation import services
from cards.curation.models import Decision, Proposal
from cards.curation.services.contents import NothingToPropose
from cards.models import Card
from phylo.http.keys import KeyReused
from phylo.http.refusals import BadValue, ChangedMeanwhile, NotNow
from phylo.moderation import services as moderation
from tests.curation.conftest import FERN, approved, opened
from tests.members import signed_in

pytestmark = pytest.mark.django_db


def test_a_draft_may_lack_much_and_is_checked_when_it_is_handed_in(ada):
    draft = services.propose(author=ada, kind="new", contents={"kind": "species", "name": "Fern"})
    assert (draft.state, draft.version, draft.contents["key"]) == ("draft", 1, "fern")
    with pytest.raises(BadValue) as refused:
        services.submit(proposal_id=draft.pk, author=ada, version=1)
    assert refused.value.field == "latin_name"
    draft = services.edit_draft(proposal_id=draft.pk, author=ada, version=1, contents=FERN)
    assert services.submit(proposal_id=draft.pk, author=ada, version=draft.version).state == "open"


@pytest.mark.parametrize(
    ("contents", "field"),
    [
        ({"wings": 2}, "wings"),
        ({"kind": "home"}, "kind"),
        ({"kind": "species", "name": "a" * 50_000}, ""),
        ({"kind": "species", "name": "\ud800"}, ""),
        ({"kind": "species", "name": "a\0"}, ""),
    ],
)
def test_what_cannot_be_is_refused_in_a_draft_too(ada, contents, field):
    with pytest.raises(BadValue) as refused:
        services.propose(author=ada, kind="new", contents=contents)
    assert refused.value.field == field
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("scale", 10), ("diet", "air"), ("terrains", ["moon"]), ("abilities", {"fly": 3}), ("set", "nowhere"),
        ("art", {"file": "x"}), ("sources", {"wings": "a book"}), ("fact", "x" * 111), ("key", "help"),
        ("subject", "../shape"), ("abilities", {"beside": []}), ("abilities", {"feeds_also": {"tags": [""]}}),
    ],
)  # fmt: skip
def test_what_is_handed_in_is_a_card_that_can_be(ada, column, value):
    with pytest.raises(BadValue) as refused:
        opened(ada, **{column: value})
    assert refused.value.field == column


def test_an_edit_changes_what_it_names_and_nothing_else(ada, clover):
    proposal = opened(ada, clover, points=3, sources={"points": "the printed card"})
    assert (proposal.state, proposal.base, proposal.name) == ("open", 1, "Clover")
    changed = {name for name, value in proposal.contents.items() if value != proposal.base_contents[name]}
    assert changed == {"points", "sources"}


@pytest.mark.parametrize("column", ["key", "kind", "retired", "merged_into"])
def test_an_edit_leaves_what_makes_a_card_this_card(ada, clover, column):
    with pytest.raises(BadValue):
        services.propose(author=ada, kind="edit", card=clover, contents={column: "event"})


def test_to_propose_what_the_card_says_is_nothing(ada, clover):
    with pytest.raises(NothingToPropose):
        opened(ada, clover, points=2)


def test_each_edit_while_it_is_open_is_kept(ada, rosa, clover):
    proposal = opened(ada, clover, points=3)
    services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"points": 4})
    again = services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"points": 4})
    assert (again.version, again.state) == (2, "open")
    with pytest.raises(ChangedMeanwhile) as refused:
        services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"points": 5})
    assert refused.value.details() == {
        "version": 2,
        "conflicts": [{"column": "points", "yours": 5, "theirs": 4}],
    }
    with pytest.raises(ChangedMeanwhile) as refused:
        services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"scale": 5})
    assert refused.value.conflicts == ()
    # Who sends no values learns what has changed since.
    with pytest.raises(ChangedMeanwhile) as refused:
        services.approve(proposal_id=proposal.pk, user=rosa, version=1)
    assert [(each.column, each.yours, each.theirs) for each in refused.value.conflicts] == [("points", 3, 4)]
    kept = [(edit.version, edit.contents["points"]) for edit in proposal.edits.all()]
    assert kept == [(1, 3), (2, 4)]


def test_the_same_key_makes_one_proposal(ada, clover):
    one, other = (
        services.propose(author=ada, kind="edit", card=clover, contents={"points": 3}, key="k")
        for _each in "ab"
    )
    assert one == other
    for other in ({"contents": {"points": 4}}, {"summary": "Because."}):
        asked = {"kind": "edit", "card": clover, "contents": {"points": 3}, "key": "k"} | other
        with pytest.raises(KeyReused):
            services.propose(author=ada, **asked)
    assert Proposal.objects.get().contents["points"] == 3


def test_an_identical_proposal_becomes_a_vote_for_the_first(ada, ben, clover):
    first = opened(ada, clover, points=3)
    second = opened(ben, clover, points=3)
    assert (second.state, second.same_as) == ("withdrawn", first)
    assert [(vote.user, vote.supports) for vote in first.votes.all()] == [(ben, True)]
    assert [comment.text for comment in first.comments.all()] == ["Seen in the wood."]
    # What differs in a value is another proposal.
    assert opened(ben, clover, points=4).state == "open"


def test_one_on_top_of_a_pending_one_says_so_and_follows_it(ada, ben, rosa, clover):
    under = opened(ada, clover, points=3)
    draft = services.propose(
        author=ben, kind="edit", card=clover, contents={"scale": 2}, on_top_of=under, summary="Small."
    )
    upper = services.submit(proposal_id=draft.pk, author=ben, version=1)
    assert (upper.state, upper.on_top_of, upper.contents["points"]) == ("open", under, 3)
    with pytest.raises(NotNow):
        approved(upper, rosa)
    approved(under, rosa)
    upper.refresh_from_db()
    assert (upper.state, upper.base) == ("open", 2)
    approved(upper, rosa)
    clover.refresh_from_db()
    assert (clover.points, clover.scale, clover.revision) == (3, 2, 3)


def test_one_on_top_of_what_is_rejected_is_out_of_date(ada, ben, rosa, clover):
    under = opened(ada, clover, points=3)
    draft = services.propose(author=ben, kind="edit", card=clover, contents={"scale": 2}, on_top_of=under)
    upper = services.submit(proposal_id=draft.pk, author=ben, version=1)
    services.reject(proposal_id=under.pk, user=rosa, version=1, reason="No.")
    upper.refresh_from_db()
    assert upper.state == "stale"
    again = services.rebase(proposal_id=upper.pk, author=ben, version=1, contents={"points": 2})
    assert (again.state, again.contents["points"], again.contents["scale"]) == ("open", 2, 2)


def test_what_was_made_on_an_outdated_base_is_stale_and_its_author_makes_it_anew(ada, ben, rosa, clover):
    mine, theirs = opened(ada, clover, points=3), opened(ben, clover, scale=2)
    draft = services.propose(author=ben, kind="edit", card=clover, contents={"fact": "It grows at night."})
    approved(theirs, rosa)
    mine.refresh_from_db()
    assert mine.state == "stale"
    assert services.submit(proposal_id=draft.pk, author=ben, version=1).state == "stale"
    with pytest.raises(NotNow):
        approved(mine, rosa)
    anew = services.rebase(proposal_id=mine.pk, author=ada, version=1)
    assert (anew.state, anew.base, anew.version) == ("open", 2, 2)
    approved(anew, rosa)
    clover.refresh_from_db()
    assert (clover.points, clover.scale) == (3, 2)


def test_columns_left_to_the_card_say_what_it_says_when_the_proposal_is_made_anew(ada, ben, rosa, clover):
    mine, theirs = opened(ada, clover, points=3, scale=2), opened(ben, clover, points=5)
    approved(theirs, rosa)
    later = opened(ben, clover, points=6)
    page = signed_in(ada)
    assert "theirs" in page.get(reverse("proposal", args=[mine.pk])).content.decode()
    # Published after the page was read.
    approved(later, rosa)
    page.post(reverse("proposal-step", args=[mine.pk, "rebase"]), {"version": 1, "theirs": ["points"]})
    mine.refresh_from_db()
    assert (mine.state, mine.contents["points"], mine.contents["scale"]) == ("open", 6, 2)


def test_a_new_card_whose_key_is_taken_meanwhile_gets_another(ada, ben, rosa):
    mine, theirs = opened(ada), opened(ben, points=5)
    approved(theirs, rosa)
    mine.refresh_from_db()
    assert mine.state == "stale"
    anew = services.rebase(proposal_id=mine.pk, author=ada, version=1)
    assert (anew.state, anew.contents["key"]) == ("open", "harts-tongue-2")


def test_withdrawing_is_for_good(ada, clover):
    proposal = opened(ada, clover, points=3)
    for _each in "ab":
        assert services.withdraw(proposal_id=proposal.pk, author=ada).state == "withdrawn"
    with pytest.raises(NotNow):
        services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"points": 5})


def test_every_step_is_logged_with_before_after_who_and_why(ada, rosa, clover):
    proposal = opened(ada, clover, points=3)
    services.ask_changes(proposal_id=proposal.pk, user=rosa, version=1, reason="Where is it from?")
    changed = services.edit_draft(
        proposal_id=proposal.pk, author=ada, version=1, contents={"sources": {"points": "the printed card"}}
    )
    services.submit(proposal_id=proposal.pk, author=ada, version=changed.version)
    services.approve(proposal_id=proposal.pk, user=rosa, version=2, reason="Thank you.")
    told = [
        (each.event, each.user.username, each.before["state"], each.after["state"], each.reason)
        for each in Decision.objects.filter(proposal=proposal)
    ]
    assert told == [
        ("submit", "Ada", "draft", "open", ""),
        ("ask-changes", "Rosa", "open", "changes", "Where is it from?"),
        ("submit", "Ada", "changes", "open", ""),
        ("approve", "Rosa", "open", "approved", "Thank you."),
        ("publish", "Rosa", "approved", "published", "Thank you."),
    ]
    last = Decision.objects.filter(event="publish").get()
    assert (last.before["revision"], last.after["revision"]) == (1, 2)
    assert Card.objects.get(key="clover").points == 3


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("name", 5), ("latin_name", {"a": 1}), ("terrains", 5), ("terrains", [{"a": 1}]), ("tags", [[1]]),
        ("diet", {"a": 1}), ("estimated", 7), ("points", 10**30), ("retired", "x"), ("sources", [1]),
        ("art", "x"), ("art", {"file": 5}), ("abilities", [1]), ("abilities", {"move": None}),
        ("effects", [None]), ("target", 5), ("target", [[]]), ("kind", []),
    ],
)  # fmt: skip
def test_a_draft_can_be_shown_whatever_a_program_sends(ada, clover, column, value):
    for about in ({"kind": "new"}, {"kind": "edit", "card": clover}):
        with pytest.raises(BadValue) as refused:
            services.propose(author=ada, contents={column: value}, **about)
        assert refused.value.field.startswith(column)
    assert not Proposal.objects.exists()


def test_sources_that_are_no_table_are_refused_beside_estimates_of_old(ada):
    said = {"estimated": ["scale"], "source": "https://example.org", "sources": ["a"]}
    with pytest.raises(BadValue) as refused:
        services.propose(author=ada, kind="new", contents=said)
    assert refused.value.field == "sources"


def test_names_are_one_line_of_letters_that_are_seen(ada):
    proposal = opened(ada, name=" Hart's \n tongue ")
    assert (proposal.name, proposal.contents["name"]) == ("Hart's tongue", "Hart's tongue")
    for name in ("\u3164", "!?", "  "):
        with pytest.raises(BadValue) as refused:
            opened(ada, name=name, key="fern")
        assert refused.value.field == "name"


@pytest.mark.parametrize(("name", "key"), [("Print", "print-2"), ("\u6843", "asplenium-scolopendrium")])
def test_a_key_is_no_page_and_comes_from_the_latin_name_if_need_be(ada, name, key):
    assert opened(ada, name=name).contents["key"] == key


def test_what_says_the_same_as_a_hidden_one_is_told_so(ada, ben, rosa, clover):
    first = opened(ada, clover, points=3)
    moderation.decide(kind="proposal", key=str(first.pk), user=rosa, hidden=True, reason="Spam.")
    with pytest.raises(NotNow, match="hidden"):
        opened(ben, clover, points=3)


def test_a_source_goes_with_its_value_and_approval_says_when_and_by_whom(ada, rosa, clover):
    page = {"how": "printed", "address": "https://example.org/clover"}
    typed = page | {"date": "1999-12-31", "by": "Rosa Parks"}
    first = opened(ada, clover, sources={"scale": typed, "diet": typed})
    assert first.contents["sources"] == {"scale": page, "diet": page}
    approved(first, rosa)
    clover.refresh_from_db()
    assert clover.sources["scale"]["by"] == f"proposal {first.pk}"
    other = opened(ada, clover, scale=9)
    assert other.contents["sources"] == {"diet": clover.sources["diet"]}
    # Said of the new value, it is a source of that.
    other = services.edit_draft(
        proposal_id=other.pk, author=ada, version=other.version, contents={"sources": {"scale": page}}
    )
    approved(other, rosa)
    assert Card.objects.get(pk=clover.pk).sources["scale"]["by"] == f"proposal {other.pk}"
