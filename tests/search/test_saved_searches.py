"""Searches that people keep: Ada has an account, Ben another, and somebody has none."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.search.models import SavedSearch
from cards.search.services import saved_searches as services
from cards.search.services.search import QueryError
from phylo.accounts.models import User
from phylo.accounts.services import delete_account, download
from tests.factories import CardFactory

pytestmark = pytest.mark.django_db
NEW, LIST = "saved-search-new", "saved-searches"


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("Ada", password="orca whale song")


@pytest.fixture
def ben() -> User:
    return User.objects.create_user("Ben", password="orca whale song")


@pytest.fixture
def browser(ada) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def keep(user: User, name: str = "Forests", query: str = "terrain:forest") -> SavedSearch:
    return services.save_search(user=user, name=name, query=query)


def kept(user: User) -> list[tuple[str, str]]:
    return [(each.name, each.query) for each in SavedSearch.objects.of(user)]


def test_save_open_rename_delete(browser, ada):
    CardFactory(key="oak", terrains=["forest"])
    page = browser.get(reverse(NEW), {"q": "terrain:forest sort:points"})
    assert b'value="Cards of forest"' in page.content
    saved = browser.post(
        reverse(NEW), {"q": "terrain:forest sort:points", "name": "  My   forests "}, follow=True
    )
    assert saved.redirect_chain[0][0] == "/cards/?q=terrain%3Aforest+sort%3Apoints"
    assert "Saved as “My forests”." in saved.content.decode()
    assert kept(ada) == [("My forests", "terrain:forest sort:points")]
    listed = browser.get(reverse(LIST)).content.decode()
    assert 'href="/cards/?q=terrain%3Aforest+sort%3Apoints">My forests</a>' in listed
    search = SavedSearch.objects.get()
    browser.post(reverse("saved-search-name", args=[search.pk]), {"name": "Woods"})
    assert kept(ada) == [("Woods", "terrain:forest sort:points")]
    browser.post(reverse("saved-search-delete", args=[search.pk]))
    assert kept(ada) == []


def test_names_are_unique_for_a_person_whatever_their_case(browser, ada, ben):
    keep(ada)
    keep(ben)
    response = browser.post(reverse(NEW), {"q": "terrain:ocean", "name": "FORESTS"})
    assert response.status_code == 400
    assert "Another search of yours has this name." in response.content.decode()
    assert 'value="terrain:ocean"' in response.content.decode()
    assert kept(ada) == kept(ben) == [("Forests", "terrain:forest")]


def test_saving_the_same_again_changes_nothing(ada):
    first = keep(ada)
    assert keep(ada) == first
    assert SavedSearch.objects.count() == 1


def test_renaming_to_a_name_that_is_taken(browser, ada):
    keep(ada, "Oceans", "terrain:ocean")
    search = keep(ada)
    response = browser.post(reverse("saved-search-name", args=[search.pk]), {"name": "oceans"})
    assert response.status_code == 400
    assert "Another search of yours has this name." in response.content.decode()
    assert ("Forests", "terrain:forest") in kept(ada)
    services.rename_search(search=SavedSearch.objects.get(pk=search.pk), name="FORESTS")
    assert ("FORESTS", "terrain:forest") in kept(ada)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x07b", "a\x00b"])
def test_bad_names_are_refused(browser, ada, name):
    assert browser.post(reverse(NEW), {"q": "owl", "name": name}).status_code == 400
    search = keep(ada)
    assert browser.post(reverse("saved-search-name", args=[search.pk]), {"name": name}).status_code == 400
    assert kept(ada) == [("Forests", "terrain:forest")]
    with pytest.raises(services.BadName):
        keep(ada, name)


@pytest.mark.parametrize("query", ["terrain:forst", "terrain:", "x" * 1001, "\0", "", "   "])
def test_what_is_no_search_is_not_kept(browser, ada, query):
    response = browser.post(reverse(NEW), {"q": query, "name": "Forests"})
    assert response.status_code == 400
    assert b'class="wrong"' in response.content
    assert kept(ada) == []
    with pytest.raises((QueryError, services.NothingToSave)):
        keep(ada, query=query)


def test_a_person_keeps_a_hundred(browser, ada, ben):
    for number in range(services.MOST):
        keep(ada, f"Number {number}")
    response = browser.post(reverse(NEW), {"q": "owl", "name": "One more"})
    assert response.status_code == 400
    assert "You have 100 searches" in response.content.decode()
    assert len(kept(ada)) == 100
    keep(ben)
    keep(ada, "number 7")
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(reverse(LIST)).status_code == 200
    assert len(queries) <= 5


def test_those_of_others_are_not_there(browser, ada, ben):
    search = keep(ben)
    assert "Forests" not in browser.get(reverse(LIST)).content.decode()
    for name in ("saved-search-name", "saved-search-delete"):
        assert browser.post(reverse(name, args=[search.pk]), {"name": "Mine"}).status_code == 404
        assert browser.post(reverse(name, args=[search.pk + 1]), {"name": "Mine"}).status_code == 404
    assert kept(ben) == [("Forests", "terrain:forest")]


def test_without_an_account_one_signs_in_first(client, ada):
    search = keep(ada)
    for method, name, args in [
        ("get", LIST, []), ("get", NEW, []), ("post", NEW, []),
        ("post", "saved-search-name", [search.pk]), ("post", "saved-search-delete", [search.pk]),
    ]:  # fmt: skip
        response = getattr(client, method)(reverse(name, args=args), {"q": "owl", "name": "Owls"})
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login"))
    assert kept(ada) == [("Forests", "terrain:forest")]


def test_signing_in_comes_back_with_the_query(client, ada):
    asked = client.get(reverse(NEW), {"q": "terrain:forest"})
    next_page = client.post(
        reverse("account_login"),
        {"login": "Ada", "password": "orca whale song", "next": "/cards/searches/new/?q=terrain%3Aforest"},
    )
    assert "next=/cards/searches/new/%3Fq%3Dterrain" in asked["Location"]
    assert next_page["Location"] == "/cards/searches/new/?q=terrain%3Aforest"
    assert b'name="q" value="terrain:forest"' in client.get(next_page["Location"]).content


def test_only_a_form_of_this_site_changes_something(ada):
    search = keep(ada)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(reverse("saved-search-delete", args=[search.pk])).status_code == 403
    assert client.get(reverse("saved-search-delete", args=[search.pk])).status_code == 405
    assert kept(ada) == [("Forests", "terrain:forest")]


def test_they_are_downloaded_and_go_with_the_account(ada, ben):
    keep(ada)
    keep(ben)
    data = download(user=ada, absolute=lambda path: path)
    assert [(each["name"], each["query"]) for each in data["saved_searches"]] == [
        ("Forests", "terrain:forest")
    ]
    delete_account(user=ada)
    assert list(SavedSearch.objects.values_list("user", flat=True)) == [ben.pk]
