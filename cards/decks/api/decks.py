"""Decks in the API, with the same permissions as their pages. Others' private decks are not found."""

import base64
import json
from dataclasses import fields
from http import HTTPStatus

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from cards.api.builders import BuilderResource
from cards.decks import services
from cards.decks.api.serializers import (
    DeckChange,
    DeckProblemsSerializer,
    DeckSerializer,
    DeckVersionSerializer,
    NewDeck,
    NewDeckCopy,
    Saved,
    with_cards,
)
from cards.decks.cards import definitions_of
from cards.decks.errors import BadChange
from cards.decks.insight.problems import problems
from cards.decks.listing import DeckSearch, UnknownCard, cards_named
from cards.decks.models import Deck
from cards.decks.models.contents import DEFAULT_RULES, Contents
from cards.models.builder import known_builder
from cards.services.choice_fields import RULES
from cards.sets.models import Collection
from phylo.api.paging import Page, by_number, page, page_of
from phylo.api.parameters import PageParameters, TrueOrFalse
from phylo.api.refusals import BadParameter
from phylo.api.resource import CHECKED, PRIVATE, operation
from phylo.http.input import GREATEST
from phylo.http.problems import CursorError

# The columns of each order, and whether they are descending; the last column is unique.
ORDERS = {
    "slug": (("slug", False),),
    "popular": (("likes", True), ("id", True)),
    "new": (("id", True),),
}
SLUG = "The end of the deck's address."
NUMBER = "A `number` of the list of versions."


class DeckParameters(PageParameters):
    q = serializers.CharField(
        required=False,
        max_length=200,
        help_text="Only decks with these words in name, place, theme, climate or notes.",
    )
    card = serializers.CharField(
        required=False,
        max_length=500,
        help_text="Only decks with these cards: keys or names, with commas between them.",
    )
    rules = RULES.body_field(help_text="Only decks for these rules.")
    maker = serializers.CharField(
        required=False, max_length=30, help_text="Only decks of the account of this name."
    )
    ready = TrueOrFalse(help_text="Only decks that came with the site, or only those of people.")
    complete = TrueOrFalse(help_text="Only decks that their rules take, or only unfinished ones.")
    mine = TrueOrFalse(help_text="`true`: all of one's own, and no others.")
    sort = serializers.ChoiceField(
        required=False,
        default="slug",
        choices=list(ORDERS),
        help_text="By slug, most liked first, or newest first.",
    )


class DeckResource(BuilderResource):
    tag = "decks"
    path_words = {"slug": SLUG, "number": NUMBER}

    def seen(self, slug: str) -> Deck:
        """A deck that the visitor may see; raises Http404."""
        deck = with_cards(Deck.objects.ready()).filter(slug=slug).first()
        if deck is None:
            self.keep = PRIVATE
            deck = with_cards(Deck.objects.open_to(self.builder)).filter(slug=slug).first()
        if deck is None:
            raise Http404("no such deck")
        return deck

    def own(self, slug: str) -> Deck:
        deck = Deck.objects.of(self.builder).filter(slug=slug).first()
        if deck is None:
            raise Http404("no such deck")
        return deck

    def as_stored(self, deck: Deck) -> Deck:
        return with_cards(Deck.objects.all()).get(pk=deck.pk)


class DeckList(DeckResource):
    @operation(
        "listDecks",
        "Ready and public decks",
        about=(
            "The decks that came with the site and those that people have made public, with their cards. "
            "`mine=true` lists all of one's own instead, known by a token or the session's cookie."
        ),
        answer=page_of(DeckSerializer),
        query=DeckParameters,
    )
    def get(self) -> Page[Deck]:
        given, mine = self.given, self.given.get("mine")
        self.keep = PRIVATE if mine else CHECKED
        search = self.search()
        decks = search.among(Deck.objects.of(self.builder)) if mine else search.found()
        for name in ("ready", "complete"):
            if name in given:
                decks = decks.filter(**{name: given[name]})
        order = given["sort"]
        columns = [("-" if down else "") + name for name, down in ORDERS[order]]
        behind = _behind(order, given["cursor"]) if "cursor" in given else Q()
        ordered: QuerySet[Deck] = with_cards(decks).order_by(*columns)
        return page(ordered, behind, given["size"], self.at, lambda deck: _cursor(order, deck))

    def search(self) -> DeckSearch:
        try:
            meant = cards_named(self.given.get("card", ""))
        except UnknownCard as error:
            raise BadParameter("card", str(error)) from error
        return DeckSearch(
            text=self.given.get("q", ""),
            cards=meant,
            rules=self.given.get("rules", ""),
            maker=self.given.get("maker", ""),
            unfinished=True,
        )

    @operation(
        "makeDeck",
        "Make a deck",
        about="For an account, by a token or the session's cookie, and for guests: the first deck makes one.",
        answer=DeckSerializer,
        body=NewDeck,
        status=HTTPStatus.CREATED,
    )
    def post(self) -> Deck:
        sent = self.sent
        contents = Contents.of(
            sent.get("cards", {}),
            sent.get("rules", DEFAULT_RULES),
            sent.get("starter", ""),
            tuple(sent.get("opening_hand", ())),
        )
        made = services.create_deck(
            builder=known_builder(self.http),
            name=sent["name"],
            contents=contents,
            notes=sent.get("notes", ""),
            collection=self.set_sent(),
            key=sent.get("key", ""),
        )
        return self.as_stored(made)

    def set_sent(self) -> Collection | None:
        """The set in which the deck is to be made; raises BadChange."""
        slug = self.sent.get("set", "")
        if not slug:
            return None
        found = Collection.objects.inside(self.builder).filter(slug=slug).first()
        if found is None:
            raise BadChange("set", str(_("There is no such set.")))
        return found


def _cursor(order: str, deck: Deck) -> str:
    values = [getattr(deck, name) for name, _down in ORDERS[order]]
    return base64.urlsafe_b64encode(json.dumps([order, *values]).encode()).decode().rstrip("=")


def _behind(order: str, cursor: str) -> Q:
    """The decks after the one at which a page ended; raises CursorError."""
    values = _values_at(cursor)
    columns = ORDERS[order]
    kinds = [str if name == "slug" else int for name, _down in columns]
    if values[:1] != [order] or [type(value) for value in values[1:]] != kinds:
        raise CursorError
    behind, same = Q(), Q()
    for (name, down), value in zip(columns, values[1:], strict=True):
        if isinstance(value, str) and not value.isprintable():
            raise CursorError
        behind |= same & Q(**{f"{name}__{'lt' if down else 'gt'}": value})
        same &= Q(**{name: value})
    return behind


def _values_at(cursor: str) -> list[object]:
    try:
        packed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values = json.loads(packed.decode())
    except (ValueError, RecursionError):
        values = None
    return values if isinstance(values, list) else []


class DeckDetail(DeckResource):
    @operation(
        "getDeck",
        "One deck",
        about=(
            "Ready, public and unlisted ones for everybody, a private one for its maker alone, known by a "
            "token or the session's cookie; for all others there is none."
        ),
        answer=DeckSerializer,
    )
    def get(self, slug: str) -> Deck:
        return self.seen(slug)

    @operation(
        "changeDeck",
        "Change a deck of one's own",
        about=(
            "What is not sent stays. A changed list makes a version. Refused with 409 if the deck was "
            "changed since the `version` or `settings_version` that was read, unless all of it is in place "
            "already."
        ),
        answer=DeckSerializer,
        body=DeckChange,
    )
    def patch(self, slug: str) -> Deck:
        deck = self.own(slug)
        sent = dict(self.sent)
        if "opening_hand" in sent:
            sent["opening_hand"] = tuple(sent["opening_hand"])
        asked = {field.name for field in fields(services.Change)} & sent.keys()
        change = services.Change(**{name: sent[name] for name in asked})
        services.change_deck(
            deck_id=deck.pk,
            change=change,
            version=sent.get("version"),
            settings_version=sent.get("settings_version"),
            key=sent.get("key", ""),
            note=sent.get("note", ""),
        )
        return self.as_stored(deck)

    @operation("deleteDeck", "Delete a deck of one's own", about="With all its versions.")
    def delete(self, slug: str) -> None:
        services.delete_deck(deck_id=self.own(slug).pk)


class DeckCopy(DeckResource):
    @operation(
        "copyDeck",
        "Copy a deck",
        about=(
            "Any deck that one may see, or an earlier version of it, becomes a private one of one's own, "
            "which credits it. An empty object is enough."
        ),
        answer=DeckSerializer,
        body=NewDeckCopy,
        status=HTTPStatus.CREATED,
    )
    def post(self, slug: str) -> Deck:
        deck, sent = self.seen(slug), self.sent
        made = services.copy_deck(
            deck=deck,
            builder=known_builder(self.http),
            version=sent.get("version"),
            name=sent.get("name", ""),
            key=sent.get("key", ""),
        )
        return self.as_stored(made)


class DeckVersions(DeckResource):
    @operation(
        "listDeckVersions",
        "What a deck has been",
        about="Every save that changed the list, newest first. Whoever sees the deck sees them.",
        answer=page_of(DeckVersionSerializer),
        query=PageParameters,
    )
    def get(self, slug: str) -> Page[Saved]:
        deck = self.seen(slug)
        found = by_number(deck.versions.all(), self.given, self.at, column="number")
        before = {version.number + 1: version for version in found.read}
        return found.of([Saved(deck, each, before.get(each.number)) for each in found.results])


class DeckVersionDetail(DeckResource):
    @operation("getDeckVersion", "One version of a deck", answer=DeckVersionSerializer)
    def get(self, slug: str, number: int) -> Saved:
        deck, number = self.seen(slug), min(number, GREATEST)
        found = {each.number: each for each in deck.versions.filter(number__in=(number - 1, number))}
        if number not in found:
            raise Http404("no such version")
        return Saved(deck, found[number], found.get(number - 1))


class DeckProblems(DeckResource):
    @operation(
        "listDeckProblems",
        "What is wrong with a deck",
        about="What its rules refuse, and what will not work in play; each with cards that help.",
        answer=DeckProblemsSerializer,
    )
    def get(self, slug: str) -> dict[str, object]:
        deck = self.seen(slug)
        contents = deck.contents
        found = problems(contents, definitions_of(contents))
        return {"complete": deck.complete, "count": len(found), "results": found}
