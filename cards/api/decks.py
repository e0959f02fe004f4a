"""Decks for programs: with the same permissions as their pages. Another's private deck is not there."""

import base64
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.api.bodies import copies, keys, starter
from cards.api.deck_answers import deck_answers, with_cards
from cards.api.parameters import DeckParameters
from cards.api.schema import ANYBODY, TOKEN
from cards.api.writing import PRIVATE, REFUSALS, Changing, Deed
from cards.deck_contents import DEFAULT_RULES, Contents
from cards.decks import services
from cards.decks.access import builder_of, known_builder
from cards.decks.listing import DeckSearch, UnknownCard, cards_meant
from cards.models import Builder, Deck, DeckVersion
from phylo.api.refusals import BadParameter
from phylo.json_bodies import Reader, read_body, text, whole
from phylo.problems import CursorError

SLUG = "^[-a-zA-Z0-9_]+$"
PLACE = {
    "slug": {
        "type": "string",
        "pattern": SLUG,
        "maxLength": 80,
        "description": gettext_lazy("The end of the deck's address."),
    }
}
FOUND = (400, 404, 405, 406, 429)
OTHERS = tuple(sorted({*REFUSALS, 404}))
CHECKED = "public, no-cache"
# Each column of an order, and whether it runs downwards; the last is of one deck alone.
ORDERS = {
    "slug": (("slug", False),),
    "popular": (("likes", True), ("id", True)),
    "new": (("id", True),),
}
WHO = gettext_lazy(
    "For an account, by a token or the session's cookie, and for guests: the first deck makes one."
)


class DeckResource(Changing):
    tag = "decks"
    security = (ANYBODY, TOKEN)

    @property
    def builder(self) -> Builder:
        return builder_of(self.http)

    def seen(self, slug: str) -> Deck:
        """A deck that the visitor may see; raises Http404."""
        deck = with_cards(Deck.objects.ready()).filter(slug=slug).first()
        if deck is None:
            self.cached = PRIVATE
            deck = with_cards(Deck.objects.open_to(self.builder)).filter(slug=slug).first()
        if deck is None:
            raise Http404("no such deck")
        return deck

    def own(self, slug: str) -> Deck:
        deck = with_cards(Deck.objects.of(self.builder)).filter(slug=slug).first()
        if deck is None:
            raise Http404("no such deck")
        return deck

    def told(self, deck: Deck) -> dict[str, Any]:
        """As it is stored now."""
        [answer] = deck_answers([with_cards(Deck.objects.all()).get(pk=deck.pk)], self.at)
        return answer


DESCRIBED: dict[str, Reader] = {
    "name": text, "notes": text, "rules": text, "starter": starter, "opening_hand": keys, "cards": copies,
    "key": text,
}  # fmt: skip


class DeckList(DeckResource):
    operation = "listDecks"
    summary = gettext_lazy("Ready and public decks")
    about = gettext_lazy(
        "The decks that came with the site and those that people have made public, with their cards. "
        "`mine=true` lists all of one's own instead, known by a token or the session's cookie."
    )
    shape = "DeckPage"
    parameters = DeckParameters
    examples = ("/api/v1/decks/?ready=true&size=1",)
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="makeDeck",
            summary=gettext_lazy("Make a deck"),
            about=WHO,
            does="make",
            sent="NewDeck",
            shape="Deck",
            status=HTTPStatus.CREATED,
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        decks = self._mine(given) if given.get("mine") == "true" else self._listed(given)
        for name in ("ready", "complete"):
            if name in given:
                decks = decks.filter(**{name: given[name] == "true"})
        count = decks.count()
        order = given["sort"]
        if "cursor" in given:
            decks = decks.filter(_behind(order, given["cursor"]))
        size = given["size"]
        columns = [("-" if down else "") + name for name, down in ORDERS[order]]
        found = list(with_cards(decks).order_by(*columns)[: size + 1])
        following = _cursor(order, found[size - 1]) if len(found) > size else None
        return {
            "count": count,
            "next": self.at.after(following),
            "results": deck_answers(found[:size], self.at),
        }

    def _listed(self, given: dict[str, Any]) -> QuerySet[Deck]:
        self.cached = CHECKED
        return _search(given).found()

    def _mine(self, given: dict[str, Any]) -> QuerySet[Deck]:
        self.cached = PRIVATE
        return _search(given).among(Deck.objects.of(self.builder))

    def make(self) -> dict[str, Any]:
        sent = read_body(self.http, DESCRIBED, needed=("name",))
        contents = Contents.of(
            sent.get("cards", {}),
            sent.get("rules", DEFAULT_RULES),
            sent.get("starter", ""),
            sent.get("opening_hand", ()),
        )
        deck = services.create_deck(
            builder=known_builder(self.http),
            name=sent["name"],
            contents=contents,
            notes=sent.get("notes", ""),
            key=sent.get("key", ""),
        )
        return self.told(deck)


def _search(given: dict[str, Any]) -> DeckSearch:
    try:
        meant = cards_meant(given.get("card", ""))
    except UnknownCard as error:
        raise BadParameter("card", str(error)) from error
    return DeckSearch(
        text=given.get("q", ""),
        cards=meant,
        rules=given.get("rules", ""),
        maker=given.get("maker", ""),
        unfinished=True,
    )


def _cursor(order: str, deck: Deck) -> str:
    values = [getattr(deck, name) for name, _down in ORDERS[order]]
    return base64.urlsafe_b64encode(json.dumps([order, *values]).encode()).decode().rstrip("=")


def _behind(order: str, cursor: str) -> Q:
    """Those behind the deck at which a page ended; raises CursorError."""
    values = _values_at(cursor)
    columns = ORDERS[order]
    kinds = [str if name == "slug" else int for name, _down in columns]
    if values[:1] != [order] or [type(value) for value in values[1:]] != kinds:
        raise CursorError(_("This cursor is none of this list."))
    behind, same = Q(), Q()
    for (name, down), value in zip(columns, values[1:], strict=True):
        if isinstance(value, str) and not value.isprintable():
            raise CursorError(_("This cursor is none of this list."))
        behind |= same & Q(**{f"{name}__{'lt' if down else 'gt'}": value})
        same &= Q(**{name: value})
    return behind


def _values_at(cursor: str) -> list[Any]:
    try:
        packed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values = json.loads(packed.decode())
    except (ValueError, RecursionError):
        values = None
    return values if isinstance(values, list) else []


class DeckDetail(DeckResource):
    operation = "getDeck"
    summary = gettext_lazy("One deck")
    about = gettext_lazy(
        "Ready, public and unlisted ones for everybody, a private one for its maker alone, known by a token "
        "or the session's cookie; for all others there is none."
    )
    shape = "Deck"
    places = PLACE
    refusals = FOUND
    examples = ("/api/v1/decks/{deck}/",)
    deeds: ClassVar[Mapping[str, Deed]] = {
        "PATCH": Deed(
            operation="changeDeck",
            summary=gettext_lazy("Change a deck of one's own"),
            about=gettext_lazy(
                "What is not sent stays. A changed list makes a version. Refused with 409 if the deck was "
                "changed since the `edition` that was read, unless all of it is in place already."
            ),
            does="change",
            sent="DeckChange",
            shape="Deck",
            refusals=OTHERS,
        ),
        "DELETE": Deed(
            operation="deleteDeck",
            summary=gettext_lazy("Delete a deck of one's own"),
            about=gettext_lazy("With all its versions."),
            does="remove",
            status=HTTPStatus.NO_CONTENT,
            refusals=(400, 403, 404, 405, 406, 429),
        ),
    }
    http_method_names = ["get", "head", "options", "patch", "delete"]
    fields: ClassVar[dict[str, Reader]] = {
        "edition": whole, **DESCRIBED, "copies": copies, "visibility": text, "note": text,
    }  # fmt: skip

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        [answer] = deck_answers([self.seen(place["slug"])], self.at)
        return answer

    def change(self, **place: Any) -> dict[str, Any]:
        deck = self.own(place["slug"])
        sent = read_body(self.http, self.fields, needed=("edition",))
        counts = sent.get("copies")
        if "cards" in sent:
            # What is not in the list is taken out.
            counts = {**dict.fromkeys(deck.contents.cards, 0), **sent["cards"], **(counts or {})}
        plain = ("rules", "starter", "opening_hand", "name", "notes", "visibility")
        change = services.Change(copies=counts, **{name: sent[name] for name in plain if name in sent})
        try:
            services.change_deck(
                deck_id=deck.pk,
                edition=sent["edition"],
                change=change,
                key=sent.get("key", ""),
                note=sent.get("note", ""),
            )
            return self.told(deck)
        except Deck.DoesNotExist as error:
            raise Http404("no such deck") from error

    def remove(self, **place: Any) -> None:
        services.delete_deck(deck_id=self.own(place["slug"]).pk)


class DeckCopy(DeckResource):
    # Nothing is read here; the document takes only what there is.
    operation = "copyDeck"
    shape = "Deck"
    summary = gettext_lazy("Copy a deck")
    places = PLACE
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="copyDeck",
            summary=gettext_lazy("Copy a deck"),
            about=gettext_lazy(
                "Any deck that one may see, or an earlier version of it, becomes a private one of one's own, "
                "which credits it. An empty object is enough."
            ),
            does="copy",
            sent="DeckCopy",
            shape="Deck",
            status=HTTPStatus.CREATED,
            refusals=OTHERS,
        )
    }
    http_method_names = ["options", "post"]

    def copy(self, **place: Any) -> dict[str, Any]:
        deck = self.seen(place["slug"])
        sent = read_body(self.http, {"version": whole, "name": text, "key": text})
        try:
            made = services.copy_deck(
                deck=deck,
                builder=known_builder(self.http),
                version=sent.get("version"),
                name=sent.get("name", ""),
                key=sent.get("key", ""),
            )
        except DeckVersion.DoesNotExist as error:
            raise Http404("no such version") from error
        return self.told(made)
