"""Decks and sets that were made elsewhere: made again by their own services, with their limits."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.decks import services as decks
from cards.decks.errors import BadChange
from cards.decks.models import Deck
from cards.decks.models.contents import MOST_COPIES, Contents
from cards.decks.models.deck import LONGEST_NAME, LONGEST_NOTE
from cards.models import Artwork, Card, Kind
from cards.models.card import own_key
from cards.sets import services as sets
from cards.sets.models import Collection
from games.transfer.models import Kind as ItemKind
from games.transfer.models import Taken
from games.transfer.services.outcomes import Outcome, Owner, Result, Unfit, not_yours, unreadable

MOST_VERSIONS = 100
"""Of a deck; older ones stay where they are."""

Json = Mapping[str, Any]


def take_deck(owner: Owner, source: str, content: Json) -> Result:
    """
    Make the deck with its versions, or add those that are newer than what was taken before. A deck that has
    changed here since is left as it is. Raises Refused.
    """
    if here := Deck.objects.filter(slug=source).first():
        if not here.belongs_to(owner.builder):
            raise not_yours()
        return _compared(here, content)
    taken = owner.claim(ItemKind.DECK, source)
    collection, renamed = _set_of(owner, content)
    versions = versions_of(content, renamed)
    own = Deck.objects.of(owner.builder)
    if not taken.target:
        _note_where_it_came_from(owner, taken, content)
    deck = own.filter(slug=taken.target).first() if taken.target else None
    if deck is None:
        deck = _made(owner, content, versions[-MOST_VERSIONS:], collection)
        outcome = Outcome.TAKEN
    else:
        newer = [each for each in versions if each[0] > taken.state["read"]]
        if not newer:
            return Result(Outcome.KNOWN, _page(deck))
        outcome = Outcome.TAKEN
        if deck.contents == versions[-1][1]:
            outcome = Outcome.KNOWN
        elif deck.version != taken.state["version"]:
            return _compared(deck, content)
        else:
            deck = _added(deck, newer[-MOST_VERSIONS:])
    taken.target = deck.slug
    taken.state = {"read": versions[-1][0], "version": deck.version}
    taken.save(update_fields=["target", "state"])
    return Result(outcome, _page(deck))


Version = tuple[int, Contents, str]
"""Its number, contents and note."""


def versions_of(content: Json, renamed: Mapping[str, str] | None = None) -> list[Version]:
    """The oldest first; `renamed` maps keys of a set's own cards to those here. Raises Unfit."""
    found = content.get("versions")
    if not isinstance(found, list) or not found:
        raise unreadable()
    versions = sorted((_version(each, renamed or {}) for each in found), key=lambda each: each[0])
    if len({number for number, _contents, _note in versions}) < len(versions):
        raise unreadable()
    return versions


def _version(found: object, renamed: Mapping[str, str]) -> Version:
    if not isinstance(found, dict):
        raise unreadable()
    number, note = found.get("number"), found.get("note", "")
    cards, rules = found.get("cards"), found.get("rules")
    starter, hand = found.get("starter", ""), found.get("opening_hand", [])
    texts = (note, rules, starter, *(hand if isinstance(hand, list) else [None]))
    if type(number) is not int or not all(isinstance(each, str) for each in texts):
        raise unreadable()
    if not isinstance(cards, dict) or not all(
        type(copies) is int and 0 < copies <= MOST_COPIES for copies in cards.values()
    ):
        raise unreadable()
    contents = Contents.of(
        {renamed.get(key, key): copies for key, copies in cards.items()},
        str(rules),
        renamed.get(starter, starter),
        [renamed.get(key, key) for key in hand],
    )
    return number, contents, note[:LONGEST_NOTE]


def _compared(deck: Deck, content: Json) -> Result:
    """Of a deck that is here already: whether the newest version of the file was ever in it."""
    newest = versions_of(content)[-1][1]
    if any(each.contents == newest for each in deck.versions.all()):
        return Result(Outcome.KNOWN, _page(deck))
    words = _("The deck was changed here too. Compare both, and choose.")
    return Result(Outcome.CHANGED, _page(deck), words)


def _note_where_it_came_from(owner: Owner, taken: Taken, content: Json) -> None:
    """A deck that went from here to where the file was written comes back to itself."""
    came = content.get("came")
    if not isinstance(came, dict):
        return
    state, slug = came.get("state"), came.get("source")
    if not (isinstance(slug, str) and isinstance(state, dict)):
        return
    read, version = state.get("read"), state.get("version")
    if (
        type(read) is int
        and type(version) is int
        and Deck.objects.of(owner.builder).filter(slug=slug).exists()
    ):
        # What was read there is the version here, and the other way round.
        taken.target, taken.state = slug, {"read": version, "version": read}


def _made(owner: Owner, content: Json, versions: list[Version], collection: Collection | None) -> Deck:
    """Versions whose cards are not known here are left out, unless it is the newest."""
    deck = None
    notes = content.get("notes", "")
    for number, contents, note in versions:
        try:
            if deck is None:
                deck = decks.create_deck(
                    builder=owner.builder,
                    name=content["name"][:LONGEST_NAME],
                    contents=contents,
                    notes=notes if isinstance(notes, str) else "",
                    collection=collection,
                )
                if note:
                    decks.note_version(deck=deck, number=1, note=note)
            else:
                deck = _added(deck, [(number, contents, note)])
        except BadChange:
            if number == versions[-1][0]:
                raise
    assert deck is not None
    return deck


def _added(deck: Deck, versions: list[Version]) -> Deck:
    for number, contents, note in versions:
        try:
            change = decks.Change(contents=contents)
            deck = decks.change_deck(deck_id=deck.pk, version=deck.version, change=change, note=note)
        except BadChange:
            if number == versions[-1][0]:
                raise
    return deck


def _set_of(owner: Owner, content: Json) -> tuple[Collection | None, Mapping[str, str]]:
    """The set here that the deck's set has become, and its own cards' keys here by those in the file."""
    slug = content.get("set")
    if not isinstance(slug, str) or not slug:
        return None, {}
    here = Collection.objects.filter(slug=slug).first()
    if here is not None:
        return here, {}
    taken = Taken.objects.filter(kind=ItemKind.SET, source=slug, player=owner.player).first()
    if taken is None:
        return None, {}
    return Collection.objects.filter(slug=taken.target).first(), taken.state["cards"]


def take_set(owner: Owner, source: str, content: Json) -> Result:
    """Make the set with its cards, or add the cards that are new in it. Raises Refused."""
    user = owner.builder.user
    if user is None:
        raise Unfit(_("Sets need an account. Sign in, then bring the file again."))
    if here := Collection.objects.filter(slug=source).first():
        if here.owner_id != user.pk:
            raise not_yours()
        return Result(Outcome.KNOWN, reverse("set", args=[source]))
    keys, own_cards = content.get("cards", []), content["own_cards"]
    texts = (content["name"], content.get("description", ""), content.get("licence"), *keys)
    if not isinstance(keys, list) or not all(isinstance(each, str) for each in texts):
        raise unreadable()
    taken = owner.claim(ItemKind.SET, source)
    collection = Collection.objects.filter(slug=taken.target, owner=user).first() if taken.target else None
    new = collection is None
    if collection is None:
        collection = sets.create_set(
            owner=user,
            name=content["name"],
            description=content.get("description", ""),
            licence=content["licence"],
        )
        taken.state = {"cards": {}, "published": []}
    there = {*taken.state["published"]}
    published = Card.objects.offered().exclude(kind=Kind.HOME)
    rows = {card.key: card for card in published.filter(key__in=[key for key in keys if key not in there])}
    for key in keys:
        if key in rows:
            sets.put_card(collection_id=collection.pk, builder=owner.builder, card=rows[key])
    left = _own_cards(owner, taken, collection, own_cards)
    added = bool(rows) or left.made
    taken.target = collection.slug
    taken.state = {"cards": taken.state["cards"], "published": sorted({*there, *rows})}
    taken.save(update_fields=["target", "state"])
    reason = _("Its uploaded pictures stay where they are.") if left.pictures else ""
    outcome = Outcome.TAKEN if new or added else Outcome.KNOWN
    return Result(outcome, reverse("set", args=[collection.slug]), reason)


class _Left:
    """Whether own cards were made, and whether pictures had to be left out."""

    made = pictures = False


def _own_cards(owner: Owner, taken: Taken, collection: Collection, found: list[Json]) -> _Left:
    """Make those that were not made before. Drafts stay where they are."""
    left = _Left()
    for each in found:
        key, contents = each.get("key"), each.get("contents")
        if not isinstance(key, str) or not isinstance(contents, dict):
            raise unreadable()
        if key in taken.state["cards"] or not contents:
            continue
        art = contents.get("art") or {}
        if art and not (isinstance(art, dict) and Artwork.objects.filter(file=str(art.get("file"))).exists()):
            contents, left.pictures = {**contents, "art": {}}, True
        card = sets.make_card(collection_id=collection.pk, builder=owner.builder, contents=contents)
        taken.state["cards"][key] = own_key(card.pk)
        left.made = True
    return left


def _page(deck: Deck) -> str:
    return reverse("deck", args=[deck.slug])
