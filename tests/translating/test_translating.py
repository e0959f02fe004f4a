"""Translations of cards by people: who may do what, what is refused, and the page that they work with."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from cards.curation.limits import NEWCOMERS_A_DAY
from cards.curation.models import Curator
from cards.curation.services import undo_all
from cards.models import Card, CardText
from cards.services.card_texts import store_texts
from cards.texts import local_name
from cards.translating import services
from cards.translating.models import ProposedText
from cards.translating.services import Said
from phylo.accounts.models import User
from phylo.http.problems import NotAllowed, Refused
from phylo.http.refusals import NotNow, TooMany
from phylo.moderation import services as moderation
from phylo.moderation.stolen import take_back
from tests.factories import CardFactory
from tests.members import person, signed_in

pytestmark = pytest.mark.django_db
DE = "/translations/de/"


@pytest.fixture(autouse=True)
def cards(db):
    """Three cards: one without a text, one that is not sure, one that is out of date."""
    for key in ("ant", "bee", "cat"):
        CardFactory(key=key, name=key.title(), fact=f"What a {key} does.")
    text("bee", "Biene", state="unsure")
    text("cat", "Katze", of_name="Kat")


def text(key: str, name: str, **more: str) -> CardText:
    card = Card.objects.get(key=key)
    given = {
        "gender": "f",
        "state": "sure",
        "of_name": card.name,
        "of_fact": card.fact,
        "fact": "Was es tut.",
    }
    row = CardText(card=card, language="de", name=name, **(given | more))
    store_texts([row])
    return row


@pytest.fixture
def rosa(db):
    user = person("Rosa")
    Curator.objects.create(user=user, reviewer=True)
    return user


def said(key: str, name: str, **more: object) -> Said:
    card = Card.objects.get(key=key)
    base = CardText.objects.filter(card=card, language="de").values_list("version", flat=True).first() or 0
    given = {"gender": "f", "fact": "Was sie tut.", "base": base, "of_name": card.name, "of_fact": card.fact}
    return Said(name=name, **(given | more))


def propose(author, key: str, name: str, **more: object) -> ProposedText:
    return services.propose(
        author=author, card=Card.objects.get(key=key), language="de", said=said(key, name, **more)
    )


def step(user, row: ProposedText, action: str, version: int = 0, reason: str = "") -> ProposedText:
    return services.step(
        user=user, proposal_id=row.pk, version=version or row.version, action=services.Action(action),
        reason=reason,
    )  # fmt: skip


def sent(key: str, name: str) -> dict[str, object]:
    each = said(key, name)
    return {field: getattr(each, field) for field in ("name", "gender", "fact", "base", "of_name", "of_fact")}


def keys(show: str, reader: User | None) -> list[str]:
    return [card.key for card in services.cards_of("de", show, services.seen_by(reader))]


def reads(client: Client, text: str) -> bool:
    return text in client.get(f"{DE}?card=ant").content.decode()


def state(row: ProposedText) -> str:
    return ProposedText.objects.get(pk=row.pk).state


def test_an_approved_text_is_the_cards_and_checked(ada, rosa):
    row = propose(ada, "ant", "Ameise")
    with translation.override("de"):
        assert local_name("Ant") == "Ant"
        step(rosa, row, "approve")
        assert local_name("Ant") == "Ameise"
    stored = CardText.objects.get(card__key="ant", language="de")
    assert (stored.state, stored.version, stored.of_name) == ("checked", 1, "Ant")
    assert state(row) == "published"


def test_nobody_decides_on_their_own_and_members_do_not_decide(ada, ben, rosa):
    row, own = propose(ada, "ant", "Ameise"), propose(rosa, "ant", "Emse")
    for user, each, action in (
        (ada, row, "approve"), (ben, row, "approve"), (ben, row, "reject"), (ben, row, "withdraw"),
        (rosa, own, "approve"), (rosa, row, "withdraw"),
    ):  # fmt: skip
        with pytest.raises(NotAllowed):
            step(user, each, action, reason="So.")
    assert {state(row), state(own)} == {"open"}
    assert not CardText.objects.filter(card__key="ant").exists()


def test_one_that_is_approved_outdates_the_others(ada, ben, rosa):
    one, other = propose(ada, "ant", "Ameise"), propose(ben, "ant", "Emse")
    step(rosa, one, "approve")
    assert (state(one), state(other)) == ("published", "stale")


def test_what_was_read_must_still_be_so(ada, rosa):
    row = propose(ada, "bee", "Honigbiene")
    for wrong in ({"base": 0}, {"base": 7}, {"of_name": "Wasp"}, {"of_fact": ""}):
        with pytest.raises(Refused):
            propose(ada, "bee", "Imme", **wrong)
    with pytest.raises(Refused):
        step(rosa, row, "approve", version=2)
    Card.objects.filter(key="bee").update(fact="It does something else.")
    with pytest.raises(Refused):
        step(rosa, row, "approve")
    assert (state(row), CardText.objects.get(card__key="bee").name) == ("open", "Biene")


@pytest.mark.parametrize(
    "wrong",
    [
        *({"name": ""}, {"name": "x" * 81}, {"gender": "x"}, {"fact": ""}, {"fact": "x" * 161}),
        *({"name": "a\0b"}, {"name": "\u3164"}, {"fact": "\u115f \u1160\u2800"}, {"name": "\u200b\uffa0"}),
    ],
)
def test_what_is_no_text_is_refused(wrong, ada):
    with pytest.raises(Refused):
        propose(ada, "ant", **({"name": "Ameise"} | wrong))
    with pytest.raises(Refused):
        services.propose(author=ada, card=Card.objects.get(key="ant"), language="xx", said=said("ant", "A"))
    assert not ProposedText.objects.exists()


def test_a_text_that_is_not_sure_can_be_confirmed_and_one_that_is_says_so(ada, rosa):
    row = propose(ada, "bee", "Biene", fact="Was es tut.")
    step(rosa, row, "approve")
    assert CardText.objects.get(card__key="bee").state == "checked"
    with pytest.raises(Refused, match="already"):
        propose(ada, "bee", "Biene", fact="Was es tut.")


def test_an_author_who_thinks_again_changes_the_proposal_that_waits(ada, rosa):
    row = propose(ada, "ant", "Ameise")
    assert propose(ada, "ant", "Ameise").version == 1
    assert propose(ada, "ant", "Waldameise").pk == row.pk
    with pytest.raises(Refused):
        step(rosa, row, "approve")
    assert ProposedText.objects.get().version == 2


def test_a_rejection_says_why(ada, rosa):
    row = propose(ada, "ant", "Ameise")
    with pytest.raises(Refused):
        step(rosa, row, "reject")
    assert step(rosa, row, "reject", reason="No.").reason == "No."
    assert state(row) == "rejected"


def test_a_blocked_account_takes_no_part(ada):
    Curator.objects.create(user=ada, blocked=True)
    with pytest.raises(NotAllowed):
        propose(ada, "ant", "Ameise")


def test_the_page_of_a_language_shows_what_is_to_be_done(client):
    shown = {show: keys(show, None) for show in services.SHOWS}
    assert shown == {
        "missing": ["ant"],
        "outdated": ["cat"],
        "unsure": ["bee"],
        "waiting": [],
        "all": ["ant", "bee", "cat"],
    }
    page = client.get(DE).content.decode()
    assert "What a ant does." in page
    assert DE in client.get("/translations/").content.decode()
    assert client.get("/translations/xx/").status_code == 404
    assert client.get(f"{DE}?show=outdated").context["card"].key == "cat"
    assert client.get(f"{DE}?show=all&after=ant").context["card"].key == "bee"
    assert client.get(f"{DE}?show=all&after=cat").context["card"] is None
    assert client.get(f"{DE}?show=x&card=y%00").status_code == 200


def test_saving_goes_on_to_the_next_and_can_be_undone(ada_client):
    answer = ada_client.post(f"{DE}?show=all&card=ant", sent("ant", "Ameise"), follow=True)
    assert answer.context["card"].key == "bee"
    assert answer.context["undo"].name == "Ameise"
    row = ProposedText.objects.get()
    done = ada_client.post(
        reverse("translation-step", args=["de", row.pk]),
        {"do": "withdraw", "version": 1, "show": "all"},
        follow=True,
    )
    assert done.context["card"].key == "ant"
    assert state(row) == "withdrawn"


def test_a_refusal_keeps_what_was_typed(ada_client):
    answer = ada_client.post(f"{DE}?card=bee", sent("bee", "Imme") | {"base": 9})
    assert answer.status_code == 409
    assert answer.context["values"]["name"] == "Imme"
    assert 'value="Imme"' in answer.content.decode()


def test_an_outsider_reads_and_does_not_write(ada, client):
    row = propose(ada, "ant", "Ameise")
    address = reverse("translation-step", args=["de", row.pk])
    for answer in (
        client.post(f"{DE}?card=ant", sent("ant", "Emse")),
        client.post(address, {"do": "withdraw", "version": 1}),
    ):
        assert (answer.status_code, answer["Location"].startswith("/sign-in/")) == (302, True)
    assert "Ameise" in client.get(f"{DE}?card=ant").content.decode()
    assert [state(each) for each in ProposedText.objects.all()] == ["open"]


def test_a_member_sees_no_buttons_of_reviewers_and_their_posts_change_nothing(ada, ben_client, rosa):
    row = propose(ada, "ant", "Ameise")
    assert 'value="approve"' not in ben_client.get(f"{DE}?card=ant").content.decode()
    address = reverse("translation-step", args=["de", row.pk])
    ben_client.post(address, {"do": "approve", "version": 1})
    assert state(row) == "open"
    assert ben_client.post(address, {"do": "nonsense"}).status_code == 404
    assert ben_client.post(reverse("translation-step", args=["de", 9]), {"do": "approve"}).status_code == 404
    reviewer: Client = signed_in(rosa)
    assert 'value="approve"' in reviewer.get(f"{DE}?show=waiting").content.decode()
    reviewer.post(address, {"do": "approve", "version": 1, "show": "waiting"})
    assert state(row) == "published"


def test_an_account_takes_its_waiting_texts_with_it(ada, ben, rosa):
    step(rosa, propose(ada, "ant", "Ameise"), "approve")
    propose(ada, "bee", "Imme")
    assert len(services.texts.languages()) == 1
    services.forget(author=ada)
    assert [row.name for row in ProposedText.objects.all()] == ["Ameise"]


def test_what_waits_is_rejected_where_all_of_an_account_is_undone(ada, ben, rosa):
    adele = person("Adele", is_staff=True)
    mine, others = propose(ada, "ant", "Buy this"), propose(ben, "ant", "Ameise")
    step(rosa, published := propose(ada, "cat", "Katze"), "approve")
    undone = undo_all(account=ada, user=adele, reason="Spam.")
    assert [state(row) for row in (mine, others, published)] == ["rejected", "open", "published"]
    assert undone.rejected == 1
    assert ProposedText.objects.get(pk=mine.pk).reason == "Spam."


def test_a_hidden_text_is_seen_by_its_author_and_moderators(ada, ada_client, ben, ben_client, rosa, client):
    row, reviewer = propose(ada, "ant", "Dumme Ameise"), signed_in(rosa)
    report = reverse("report", args=["translation", row.pk])
    assert [reads(each, report) for each in (ada_client, ben_client, reviewer, client)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert ben_client.post(report, {"text": "Rude."})["Location"] == f"{DE}?card=ant"
    assert ada_client.get(report).status_code == 404
    about = {"kind": "translation", "key": str(row.pk)}
    for nobody in (ada, ben):
        with pytest.raises(NotAllowed):
            moderation.decide(**about, user=nobody, hidden=True, reason="Rude.")
    form = about | {"do": "hide", "reason": "It is rude."}
    assert reviewer.post(reverse("moderation"), form).status_code == 302
    for each, sees in ((ada_client, True), (ben_client, False), (reviewer, True), (client, False)):
        assert reads(each, "Dumme Ameise") == sees
    assert reads(ada_client, "It is rude.")
    assert reads(ada_client, report)
    assert ben_client.get(report).status_code == 404
    assert [keys("waiting", each) for each in (ada, ben, rosa, None)] == [[], [], [], []]
    # Thinking again does not show it.
    assert propose(ada, "ant", "Ameise").pk == row.pk
    assert not reads(ben_client, "Ameise")
    assert ada_client.post(report, {"text": "It is polite now."}).status_code == 302
    assert reviewer.post(reverse("moderation"), about | {"do": "show"}).status_code == 302
    assert reads(ben_client, "Ameise")
    assert not reads(ada_client, "It is rude.")


def test_what_is_decided_is_nothing_to_report(ada, ben_client, rosa):
    step(rosa, row := propose(ada, "ant", "Ameise"), "reject", reason="No.")
    assert ben_client.get(reverse("report", args=["translation", row.pk])).status_code == 404
    assert ben_client.get(reverse("report", args=["translation", "x"])).status_code == 404


def test_texts_of_the_shadowed_are_seen_by_themselves_and_moderators(
    ada, ada_client, ben, ben_client, rosa, client
):
    row = propose(ada, "ant", "Ameise")
    User.objects.filter(pk=ada.pk).update(shadowed=True)
    for each, sees in ((ada_client, True), (ben_client, False), (signed_in(rosa), True), (client, False)):
        assert reads(each, "Ameise") == sees
    waiting, missing = (
        [keys(show, each) for each in (ada, ben, rosa, None)] for show in ("waiting", "missing")
    )
    assert waiting == [["ant"], [], ["ant"], []]
    assert missing == [[], ["ant"], [], ["ant"]]
    assert ben_client.get(reverse("report", args=["translation", row.pk])).status_code == 404


def test_a_newcomer_proposes_as_few_a_day_as_of_cards(ada, rosa):
    nadia, more = person("Nadia"), [f"more-{number}" for number in range(NEWCOMERS_A_DAY)]
    for key in more:
        CardFactory(key=key, name=key.title(), fact="It is one more.")
        propose(nadia, key, "Noch eine")
    with pytest.raises(TooMany) as refused:
        propose(nadia, "ant", "Ameise")
    assert 86_000 < refused.value.seconds <= 86_400
    propose(nadia, more[0], "Noch eine andere")
    # After three days and with a text that was published.
    User.objects.filter(pk=nadia.pk).update(date_joined=timezone.now() - timedelta(days=4))
    nadia.refresh_from_db()
    with pytest.raises(TooMany):
        propose(nadia, "ant", "Ameise")
    step(rosa, ProposedText.objects.get(card__key=more[1]), "approve")
    propose(nadia, "ant", "Ameise")


def test_a_retired_card_takes_no_text(ada, ada_client, rosa):
    row = propose(ada, "ant", "Ameise")
    Card.objects.filter(key__in=["ant", "bee"]).update(retired=True)
    with pytest.raises(NotNow, match="retired"):
        propose(ada, "bee", "Imme")
    answer = ada_client.post(f"{DE}?card=bee", sent("bee", "Imme"))
    assert (answer.status_code, "This card is retired." in answer.content.decode()) == (409, True)
    with pytest.raises(NotNow, match="retired"):
        step(rosa, row, "approve")
    page = ada_client.get(f"{DE}?card=bee")
    assert (page.status_code, page.context["card"]) == (200, None)
    assert step(ada, row, "withdraw").state == "withdrawn"


def test_the_author_reads_why_it_was_rejected_and_nobody_else_does(ada, ada_client, ben_client, rosa, client):
    step(rosa, propose(ada, "ant", "Ameise"), "reject", reason="Which <ant>?")
    step(ada, propose(ada, "bee", "Imme"), "withdraw")
    page = ada_client.get(DE)
    assert [row.card.key for row in page.context["yours"]] == ["ant"]
    assert "Which &lt;ant&gt;?" in page.content.decode()
    assert not ada_client.get("/translations/fr/").context["yours"]
    for each in (ben_client, signed_in(rosa), client):
        assert not each.get(DE).context["yours"]
        assert not reads(each, "Which ")


def texts_of(key: str) -> list[tuple[str, str, int]]:
    rows = CardText.objects.filter(card__key=key, language="de")
    return [(row.name, row.state, row.version) for row in rows]


def test_a_reviewer_brings_back_the_text_before(ada, ada_client, ben, ben_client, rosa, client):
    before = CardText.objects.get(card__key="bee")
    step(rosa, first := propose(ada, "bee", "Imme"), "approve")
    step(rosa, second := propose(ada, "bee", "Honigbiene"), "approve")
    step(rosa, only := propose(ada, "ant", "Ameise"), "approve")
    for user, reason in ((ada, "So."), (ben, "So."), (None, "So."), (rosa, "")):
        with pytest.raises(Refused):
            step(user, second, "revert", reason=reason)
    with pytest.raises(NotNow):
        step(rosa, first, "revert", reason="It is not the present one.")
    page, reviewer = f"{DE}?card=bee", signed_in(rosa)
    shown = ['value="revert"' in each.get(page).content.decode() for each in (ada_client, ben_client, client)]
    assert shown == [False, False, False]
    assert 'value="revert"' in reviewer.get(page).content.decode()
    form = {"do": "revert", "version": 1, "reason": "No.", "show": "all"}
    done = reviewer.post(reverse("translation-step", args=["de", second.pk]), form, follow=True)
    assert done.context["card"].key == "bee"
    assert (state(second), texts_of("bee")) == ("reverted", [("Imme", "checked", 4)])
    step(rosa, first, "revert", reason="Nor this.")
    after = CardText.objects.get(card__key="bee")
    assert texts_of("bee") == [("Biene", "unsure", 5)]
    assert (after.fact, after.of_name, after.of_fact) == (before.fact, before.of_name, before.of_fact)
    with translation.override("de"):
        assert local_name("Ant") == "Ameise"
        step(rosa, only, "revert", reason="No.")
        assert local_name("Ant") == "Ant"
    assert texts_of("ant") == []
    with pytest.raises(NotNow):
        step(rosa, only, "revert", reason="No.")
    step(rosa, propose(ada, "ant", "Emse"), "approve")


def test_what_has_changed_since_is_not_reverted(ada, rosa):
    step(rosa, row := propose(ada, "bee", "Imme"), "approve")
    text = CardText.objects.get(card__key="bee")
    text.name, text.version = "Summse", text.version + 1
    store_texts([text])
    with pytest.raises(NotNow):
        step(rosa, row, "revert", reason="No.")
    assert (state(row), texts_of("bee")) == ("published", [("Summse", "checked", 3)])


def test_what_a_thief_decided_is_undone(ada, ben, rosa):
    rolf, since = person("Rolf"), timezone.now()
    Curator.objects.create(user=rolf, reviewer=True)
    step(rolf, honest := propose(ada, "cat", "Kater"), "approve")
    step(rosa, first := propose(ada, "bee", "Imme"), "approve")
    step(rosa, second := propose(ada, "bee", "Honigbiene"), "approve")
    step(rosa, alone := propose(ada, "ant", "Ameise"), "approve")
    step(rosa, rejected := propose(ada, "cat", "Mieze"), "reject", reason="No.")
    step(rosa, again := propose(ben, "cat", "Mieze"), "reject", reason="No.")
    other = propose(ben, "cat", "Miez")
    step(rosa, honest, "revert", reason="No.")
    found = take_back(account=rosa, since=since)
    assert [state(row) for row in (first, second, alone, rejected)] == ["reverted"] * 3 + ["open"]
    assert (texts_of("bee"), texts_of("ant")) == ([("Biene", "unsure", 5)], [])
    # The author waits with another one by now; and what was there before is gone.
    assert [state(row) for row in (again, other, honest)] == ["rejected", "open", "reverted"]
    assert [line.split()[2::3] for line in found.left] == [["reverted", "Kater"], ["rejected", "Mieze"]]
    with pytest.raises(NotAllowed):
        step(rosa, rejected, "reject", reason="No.")
    assert len(take_back(account=rosa, since=since).left) == 2


def test_what_was_decided_before_the_theft_stays(ada, rosa):
    step(rosa, row := propose(ada, "ant", "Ameise"), "approve")
    assert take_back(account=rosa, since=timezone.now()).left == []
    assert state(row) == "published"
