"""Curators' accounts in the site's data."""

from tests.browser import stage
from tests.services.site import Site


def make_reviewer(site: Site, name: str) -> None:
    """Make an existing account a reviewer."""
    stage.ask(site, "curators.named", name)


def named(name: str) -> None:
    from cards.curation.models import Curator
    from phylo.accounts.models import User

    Curator.objects.update_or_create(user=User.objects.get(username=name), defaults={"reviewer": True})
