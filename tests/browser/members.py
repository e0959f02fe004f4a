"""People with accounts in a site's data, signed in without the forms that other tests fill in."""

from playwright.sync_api import BrowserContext

from tests.browser import stage
from tests.services.site import Site


def sign_in(context: BrowserContext, site: Site, name: str, *, reviewer: bool = False) -> BrowserContext:
    """The browser is that of a new account."""
    session = stage.ask(site, "members.session_of", name, reviewer)
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return context


def session_of(name: str, reviewer: bool) -> str:
    from django.test import Client

    from cards.curation.models import Curator
    from tests.members import person

    user = person(name)
    if reviewer:
        Curator.objects.create(user=user, reviewer=True)
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
