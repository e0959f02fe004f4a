"""
Everything on the site is at most two presses away from the words of the navigation and the menu of the
account: the links are walked as a visitor, a member who has a class, and a moderator.
"""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from cards.sets.services import put_card
from games.matches.models import Player
from games.matches.services.players import resign
from tests.classes.school import School
from tests.curation.conftest import curator, opened
from tests.decks.conftest import built
from tests.factories import CardFactory, DeckFactory, deal
from tests.members import signed_in
from tests.puzzles.puzzles import a_puzzle
from tests.tournaments.playing import made

NEAR = 2
FAR = {
    "scripts and machines ask for them": """
        art-file art-upload card-sketch class-stream deck-save deck-state deck-step drawing health
        lesson-solution lesson-table match-table names-found proposal-counts puzzle-run-table puzzle-solution
        puzzle-table quick-away quick-meanwhile ready security-txt app offline-manifest service-worker
    """,
    "pictures and files": """
        card-back card-back-png card-import-art card-preview class-archive deck-pdf draft-picture
        kiosk-counts-csv open-table-qr puzzle-picture set-card-face set-pdf tournament-calendar
        tournament-results tournament-standings tournament-trf offline-file
    """,
    "from home, where the site has a copy to keep": "offline offline-copy",
    "mails lead to them": """
        account_confirm_email account_reset_password_done account_reset_password_from_key mails-stop
        proposal-mails-stop
    """,
    "links that somebody hands on": "challenge class-back class-code open-table set-join",
    "steps of what begins nearer": """
        account-token-delete card-import-apply card-import-cancel card-import-check card-points-cancel
        card-points-progress friends-challenge match-coach match-leave match-lesson match-puzzle match-rematch
        match-share mfa_authenticate mfa_deactivate_totp mfa_generate_recovery_codes mfa_reauthenticate
        mfa_reauthenticate_webauthn mfa_remove_webauthn mfa_view_recovery_codes notices-read open-table-begin
        open-table-leave puzzle-decide puzzle-propose puzzle-run puzzle-take-down quick replay-imported-delete
        saved-search-delete saved-search-name saved-search-new suspended translation-step
    """,
    "what is done with one object, from its own page": """
        card-leave card-restore curator-step deck-comment-delete deck-note deck-restore deck-study-cancel
        deck-take-over ladder-program-delete ladder-program-edit ladder-program-pause ladder-program-token
        set-card-edit set-card-step set-delete set-hide set-leave
        tournament-boards tournament-crosstable tournament-enter tournament-leave tournament-next-board
        tournament-ready tournament-result tournament-screen
        tournament-step tournament-take-out
    """,
    "objects of lists that are empty here": """
        card-import card-import-mistakes deck-study deck-version moderation-account moderation-guest
        proposed-lesson replay-imported replay-imported-record ladder-program ladder-results data-imported
        data-refused data-choose
    """,
    "for pupils, in their own header": "class-card class-home class-leave class-play",
    "at the screen in a hall": "kiosk-cards kiosk-end kiosk-leave kiosk-lessons kiosk-play",
}
"""What may be deeper, or behind no link, and why; names of addresses."""
LINK = re.compile(r'<(?:a|form|button)\b[^>]*?\s(?:href|action|formaction)="([^"#]+)', re.S)
HEADER = re.compile(r"<header.*?</header>", re.S)
OF_A_KIND = 3
"""So many addresses of each kind are walked."""
NO_PAGES = re.compile(r"/static/|/api/v1/|/admin/|\.(png|svg|pdf|json|csv|txt|zip|atom|ics|trf|jsonl)$")


class Walk:
    """The kinds of pages, as names of addresses, that somebody reaches with so few presses."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.kinds: set[str] = set()
        self.seen: set[str] = set()

    def go(self) -> set[str]:
        home = self.client.get("/", headers={"accept": "text/html"}).content.decode()
        (header,) = HEADER.findall(home)
        front = [*links(header, "/")]
        for _press in range(NEAR):
            front = [link for address in front for link in self.read(address)]
        self.kinds |= {name_of(address) for address in front}
        return self.kinds

    def read(self, address: str) -> list[str]:
        """Note a page; what it links to, unless enough of its kind were read."""
        name = name_of(address)
        self.kinds.add(name)
        alike = sum(name_of(each) == name for each in self.seen)
        if address in self.seen or alike >= OF_A_KIND:
            return []
        if NO_PAGES.search(urlsplit(address).path) or "logout" in name:
            return []
        self.seen.add(address)
        answer = self.client.get(address, headers={"accept": "text/html"})
        if answer.status_code in (301, 302) and answer["Location"].startswith("/"):
            return self.read(answer["Location"])
        if answer.status_code != 200 or answer.streaming or "text/html" not in answer["Content-Type"]:
            return []
        return [*links(answer.content.decode(), address)]


def name_of(address: str) -> str:
    """Raises Resolver404 for a link to what is not there."""
    return resolve(urlsplit(address).path).url_name or ""


def links(text: str, page: str) -> Iterator[str]:
    """Of pages of the site, in one language, and of what its forms send to."""
    for each in dict.fromkeys(LINK.findall(text)):
        address = urljoin(page, unescape(each))
        if address.startswith("/") and not address.startswith("/static/") and "lang=" not in address:
            yield address


def names() -> set[str]:
    """Of all addresses but those of programs and of administration."""

    def within(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
        for each in patterns:
            if isinstance(each, URLResolver):
                yield from () if each.app_name == "admin" else within(each.url_patterns)
            elif each.name and not each.name.startswith("api-"):
                yield each.name

    return {*within(get_resolver().url_patterns)}


@pytest.fixture
def site(db) -> dict[str, Client]:
    hare = CardFactory(key="hare", animal=True)
    for slug in ("meadow", "heath"):
        DeckFactory(slug=slug)
    a_puzzle()
    school = School()
    school.joined("Mia")
    built(school.teacher, visibility="public")
    put_card(collection_id=school.set.pk, builder=school.by, card=hare)
    tess = Player.objects.create(user=school.teacher)
    over = deal(tess, public=True)
    resign(match_id=over.pk, seat=0, key="over")
    deal(tess, opponent=Player.objects.create(name="Ben"))
    moderator = curator("Adele", reviewer=True)
    moderator.is_staff = True
    moderator.save()
    opened(school.teacher)
    made(Player.objects.create(user=moderator))
    return {"visitor": Client(), "member": signed_in(school.teacher), "moderator": signed_in(moderator)}


@pytest.mark.once
def test_everything_is_near(site):
    near = {name for client in site.values() for name in Walk(client).go()}
    far = {name for group in FAR.values() for name in group.split()}
    assert sorted(names() - near - far) == [], "link it from an overview, or say in FAR why not"
    assert sorted(far & near) == [], "it is near"
    assert sorted(far - names()) == [], "it is gone"
