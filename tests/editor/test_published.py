"""The editor on the published cards: nothing changes by looking, and the engine's trial of each."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from cards.editor.checks import checks, readable
from cards.editor.form import CardForm
from cards.editor.live import live_context
from cards.editor.trial import published, trials
from cards.models import Card, Kind
from cards.search.services.search import CardSearch
from cards.services.contents import completed, contents_of
from engine.phylo.rules import V1_3, V1_4A
from phylo.accounts.models import User
from tests.editor.posted import posted

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def core(real_set: None) -> dict[str, Card]:
    return {card.key: card for card in Card.objects.all()}


@pytest.mark.once
def test_the_form_of_a_card_says_what_the_card_says(core):
    for card in core.values():
        contents = completed(contents_of(card))
        form = CardForm.of(contents)
        assert form.contents() == contents, card.key
        assert (form.problems, form.unfinished) == ({}, []), card.key


@pytest.mark.parametrize(
    "key", ["bigfin-reef-squid", "honey-fungus", "deep-snow", "oil-spill", "alpine-meadow"]
)
def test_a_page_that_is_posted_as_it_is_changes_nothing(core, key):
    browser = Client()
    browser.force_login(User.objects.create_user("Ada", password="orca whale song"))
    address = reverse("card-edit", args=[key])
    page = browser.get(address).content.decode()
    answer = browser.post(address, posted(page, step="submit"))
    assert answer.status_code == 400
    assert "Nothing has been changed yet." in answer.content.decode()


def test_the_engine_tries_a_card_as_the_search_finds_it(core):
    for key in ("horse", "polar-bear", "giant-panda", "aardvark"):
        for trial in trials(core[key]):
            for side, relation in ((trial.below, "eatenby"), (trial.above, "eats")):
                found = set(CardSearch(f"{relation}:{key}", rules=trial.rules).card_keys()) - {key}
                assert {card.key for card in side.cards} == found, (key, relation, trial.rules)


def test_a_search_finds_what_the_trial_found(core):
    searches = 0
    for key in ("horse", "giant-panda", "bull-thistle", "deer-tick", "alpine-meadow", "oil-spill"):
        for trial in trials(core[key]):
            for side in filter(None, (trial.below, trial.above, trial.targets)):
                if side.search:
                    searches += 1
                    found = CardSearch(side.search, rules=trial.rules).card_keys()
                    assert set(found) == {card.key for card in side.cards}, (key, side.search)
    assert searches >= 10


def test_published_cards_are_playable_by_their_rules(core):
    tried = [known for known in published() if known.card.kind != Kind.HOME]
    for known in tried[::25]:
        playable = {trial.rules: trial.playable for trial in trials(known.card)}
        assert playable[V1_3.key], known.card.key
        assert playable[V1_4A.key] is (known.card.kind != Kind.HABITAT), known.card.key


def test_one_answer_reads_the_cards_once(core, django_assert_max_num_queries):
    form = CardForm.of(contents_of(core["horse"]))
    live_context(form)
    with django_assert_max_num_queries(30):
        shown = live_context(form)
    assert [each["trial"].playable for each in shown["trials"]] == [True, True]
    assert re.search(r"Playable by V1.4a, V1.3\.", shown["summary"])


def test_a_copy_of_a_published_card_is_told(core):
    contents = completed(contents_of(core["horse"]) | {"key": "", "name": "Wild Horse"})
    found = checks(CardForm.of(contents), contents)
    assert any(check.level == "warning" and "the same" in check.words for check in found)
    assert readable(contents) is not None
