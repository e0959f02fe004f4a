"""What is stored of people, as the pages tell it, held against the models, the download and the deletion."""

import json
from collections import Counter
from html import unescape

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client
from django.urls import reverse

from cards.auditor.models import PointAudit
from cards.curation.models import Curator, Decision, Notice, Proposal
from cards.decks.services.keeping import copy_deck
from cards.loading.models import CardImport
from cards.models import Builder
from games.matches.models import Mute, Player
from games.people.models import Rating, RatingChange
from phylo.accounts.account_data import account_data, all_kept
from phylo.accounts.models import Guest, User
from phylo.accounts.tasks import forget_sessions
from phylo.moderation.models import LogEntry
from tests.factories import DeckFactory, challenge_of, deal
from tests.members import person, proven, signed_in

PEOPLE = (User, Guest, Player)
NOT_OF_PEOPLE = {
    "auth.Permission": "what staff may be allowed",
    "auth.Group": "groups of such permissions",
    "contenttypes.ContentType": "the names of the tables",
    "cards.Card": "cards, whose credits people give for the public",
    "cards.CardSet": "groups of cards",
    "cards.CardNumbers": "numbers of cards in deck codes",
    "cards.CardText": "what cards are called and say in other languages",
    "evidence.DataSet": "published data sets",
    "evidence.Measurement": "what data sets measured of species",
    "evidence.Interaction": "what data sets report of feeding",
    "taxonomy.NameEdition": "published lists of names of species",
    "taxonomy.Lineage": "larger groups of species",
    "taxonomy.Taxon": "names of species",
    "taxonomy.NameKey": "names of species, for searching",
    "games.SiteClock": "when the site was running",
    "kiosk.KioskDay": "how many visits a screen in a hall had",
    "puzzles.Puzzle": "positions to solve",
    "puzzles.PuzzleTheme": "what puzzles are about",
    "puzzles.DailyPuzzle": "which puzzle came on which day",
}
"""Tables without data of people, and why."""


def columns() -> dict[str, models.Field]:
    """The columns that name a person."""
    return {
        f"{model._meta.label}.{column.name}": column
        for model in apps.get_models()
        for column in [*model._meta.local_fields, *model._meta.local_many_to_many]
        if column.is_relation and column.related_model in PEOPLE
    }


def told() -> Counter[str]:
    return Counter(column for kept in all_kept() for column in [*kept.held, *kept.besides])


def test_every_column_that_names_a_person_is_told_once():
    """If this fails: add the column to a `Kept` of its app (account_data.py), with its section."""
    assert told() == Counter(list(columns()))


def test_every_table_is_told_or_is_of_nobody():
    """If this fails: add the table to a `Kept` of its app, or to NOT_OF_PEOPLE with the reason."""
    known = {column.rsplit(".", 1)[0] for column in told()}
    known |= {table for kept in all_kept() for table in kept.tables} | set(NOT_OF_PEOPLE)
    assert known == {model._meta.label for model in apps.get_models()}
    assert not set(NOT_OF_PEOPLE) & {column.rsplit(".", 1)[0] for column in columns()}


@pytest.mark.parametrize("kept", all_kept(), ids=lambda kept: str(kept.what)[:40])
def test_what_outlives_the_account_says_so(kept):
    found = columns()
    outlives = [column for column in kept.held if found[column].remote_field.on_delete is models.SET_NULL]
    assert bool(kept.stays) >= bool(outlives), outlives
    assert all(kept.besides.values())


def test_the_download_has_every_section(db):
    ada = person("Ada")
    data = signed_in(ada).get(reverse("account-data")).json()
    sections = {section for kept in all_kept() for section in kept.held.values()}
    header = {"format", "player"}
    assert sections | header == set(data)
    Player.objects.create(user=ada)
    assert set(signed_in(ada).get(reverse("account-data")).json()) == sections | header


def test_the_download_has_what_was_left_out_once(db):
    """And it has what is one's own alone."""
    ada, ben = person("Ada"), person("Ben")
    mine, other = (Player.objects.create(user=user) for user in (ada, ben))
    match = deal(mine, opponent=other)
    for seat, player in enumerate((mine, other)):
        rating = Rating.objects.create(player=player, rules=match.rules, mu=26, sigma=8, ordinal=2)
        RatingChange.objects.create(match=match, rating=rating, seat=seat, mu_before=25, mu_after=26)
    Mute.objects.create(player=mine, muted=other)
    table = challenge_of(mine)
    proposal = Proposal.objects.create(author=ben, kind="new")
    Curator.objects.create(user=ada, reviewer=True)
    for user, about in ((ada, ben), (ben, ada), (ben, None)):
        Decision.objects.create(user=user, event="approve", reason=f"by {user}")
        LogEntry.objects.create(act="block", user=user, about=about)
    for user in (ada, ben):
        Notice.objects.create(user=user, proposal=proposal, event="submit", text=f"for {user}")
        CardImport.objects.create(user=user, name=f"{user}.csv", form="csv", card_set="x", content=b"")
        PointAudit.objects.create(user=user, rules="phylo-1.3", seed=1, given={}, status="done")
    copy_deck(deck=DeckFactory(slug="wood"), builder=Builder(user=ada)).studies.create(
        version=1, kind="trial", seed=1, given={}, user=ada, so_far={"won": 3}
    )
    data = signed_in(ada).get(reverse("account-data")).json()
    [rating], [opened], [study] = data["ratings"], data["open_tables"], data["deck_studies"]
    assert (rating["rating"], [each["gain"] for each in rating["changes"]]) == (1560, [60])
    assert (opened["own"], opened["you"], opened["deck"]) == (True, "waiting", "Meadow")
    assert opened["page"].endswith(table.get_absolute_url())
    assert (study["kind"], study["results"]) == ("trial", {"won": 3})
    assert data["mutes"] == ["Ben"]
    assert data["curation"] == {
        "reviewer": True,
        "accepted": 0,
        "mails": True,
        "blocked": False,
        "blocked_because": "",
    }
    assert [each["reason"] for each in data["card_decisions"]] == ["by Ada"]
    assert [each["by_you"] for each in data["moderation"]] == [False, True]
    assert [each["text"] for each in data["card_notices"]] == ["for Ada"]
    assert [each["name"] for each in data["card_imports"]] == ["Ada.csv"]
    assert len(data["point_audits"]) == 1
    assert "for Ben" not in json.dumps(data)


def test_the_pages_tell_it_to_everybody(db):
    ada = proven(signed_in(person("Ada")))
    pages = [unescape(client.get(reverse("privacy")).content.decode()) for client in (Client(), ada)]
    deleting = unescape(ada.get(reverse("account-delete")).content.decode())
    for kept in all_kept():
        for page in pages:
            assert all(str(words) in page for words in (kept.what, kept.whose, kept.why, kept.how_long))
        assert str(kept.stays) in deleting
    assert reverse("privacy") in Client().get(reverse("account_signup")).content.decode()
    assert reverse("account-data") not in pages[0]


def test_where_a_session_was_is_forgotten_with_it(db):
    ada = person("Ada")
    here, elsewhere = signed_in(ada), signed_in(ada)
    for client in (here, elsewhere):
        key = client.session.session_key
        UserSession.objects.get_or_create(
            user=ada, session_key=key, defaults={"ip": "192.0.2.1", "user_agent": "x"}
        )
    elsewhere.session.delete()
    forget_sessions()
    assert [each.session_key for each in UserSession.objects.all()] == [here.session.session_key]


def test_what_it_says_of_times_is_what_the_settings_say():
    words = " ".join(str(kept.how_long) for kept in all_kept())
    assert f"{settings.GUESTS_KEPT.days} days after the last visit" in words
    assert f"{settings.IMPORTED_RECORDS_KEPT.days} days after somebody last watched" in words
    assert settings.SESSION_COOKIE_AGE == 365 * 24 * 60 * 60
    assert "A year" in words
    limits = [*settings.RATE_LIMITS.values(), *settings.MAIL_LIMITS.values(), *settings.API_LIMITS.values()]
    assert max(seconds for _count, seconds in limits) <= 24 * 60 * 60
    assert "A day at most" in words
    assert [each.kept for each in account_data()] != []
