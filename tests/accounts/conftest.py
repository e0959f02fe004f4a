"""Ada and Ben have accounts; Dora has none. Each comes with a browser of their own."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.models import Player
from games.services import states
from phylo.accounts.models import User
from phylo.celery import app
from tests.factories import client_of

PASSWORD = "orca whale song"


@pytest.fixture(autouse=True)
def _nothing_remembered():
    states.forget_all()


@pytest.fixture
def ada(db) -> User:
    return person("Ada", email="ada@example.org", email_confirmed=True)


@pytest.fixture
def ben(db) -> User:
    return person("Ben")


@pytest.fixture
def ada_client(ada) -> Client:
    return signed_in(ada)


@pytest.fixture
def post_office(django_capture_on_commit_callbacks):
    """`with post_office() as mails:` gives the mails that were sent meanwhile."""
    before = app.conf.task_always_eager, app.conf.task_eager_propagates
    app.conf.task_always_eager = app.conf.task_eager_propagates = True

    class Post:
        def __enter__(self):
            self.before = len(mail.outbox)
            self.sent = []
            self.capture = django_capture_on_commit_callbacks(execute=True)
            self.capture.__enter__()
            return self.sent

        def __exit__(self, *error):
            self.capture.__exit__(*error)
            self.sent += mail.outbox[self.before :]

    yield Post
    app.conf.task_always_eager, app.conf.task_eager_propagates = before


def person(name: str, **columns) -> User:
    return User.objects.create_user(name, columns.pop("email", ""), PASSWORD, **columns)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def guest(**columns) -> tuple[Player, Client]:
    player = Player.objects.create(**columns)
    return player, client_of(player)


def sign_up(client: Client, name: str = "Dora", **fields):
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    return client.post(reverse("sign-up"), form | fields)


def sign_in(client: Client, name: str, password: str = PASSWORD, **more):
    return client.post(reverse("sign-in"), {"username": name, "password": password}, **more)


def who(client: Client) -> str | None:
    """The name of the account that the browser is signed in to."""
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk).username if pk else None


def link_in(message) -> str:
    """The path of the link that stands on a line of its own."""
    return re.search(r"^http://[^/\s]+(/\S+)$", message.body, re.MULTILINE).group(1)
