"""People with accounts and guests, each with their own browser, and how they sign up and in."""

import re

from django.test import Client
from django.urls import reverse

from games.matches.models import Player
from phylo.accounts.models import Guest, User
from tests.factories import client_of

PASSWORD = "orca whale song"


def person(name: str, *, email: str = "", confirmed: bool = False, **columns) -> User:
    user = User.objects.create_user(name, email, PASSWORD, **columns)
    if confirmed:
        confirm(user)
    return user


def confirm(user: User) -> None:
    """The e-mail address is theirs."""
    user.emailaddress_set.update(verified=True)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def guest(**columns) -> tuple[Player, Client]:
    player = Player.objects.create(guest=Guest.objects.create(), **columns)
    return player, client_of(player)


def sign_up(client: Client, name: str = "Dora", **fields):
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": ""}
    return client.post(reverse("account_signup"), form | fields)


def sign_in(client: Client, name: str, password: str = PASSWORD, **more):
    return client.post(reverse("account_login"), {"login": name, "password": password}, **more)


def proven(client: Client, password: str = PASSWORD) -> Client:
    """The client, whose person has just given the password once more."""
    assert client.post(reverse("account_reauthenticate"), {"password": password}).status_code == 302
    return client


def who(client: Client) -> str | None:
    """The name of the account that the browser is signed in to."""
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk).username if pk else None


def link_in(message) -> str:
    """The path of the link that has its own line."""
    return re.search(r"^http://[^/\s]+(/\S+)$", message.body, re.MULTILINE).group(1)
