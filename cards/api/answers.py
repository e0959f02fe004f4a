"""What the API says of a card, a deck, a search: plain data with whole addresses."""

from dataclasses import asdict
from typing import Any

from django.urls import reverse

from cards.art import WIDTHS, art_version, face_version
from cards.models import Card
from cards.services.exporting import card_object, moment
from cards.services.search import CardSearch, Facet, FacetValue
from engine import Options, RuleSet
from phylo.api.resource import Address

RELATIONS = ("eats", "eatenby", "beside")


def card_answer(card: Card, at: Address) -> dict[str, Any]:
    """The card object with its pictures, its page and its relations."""
    return {
        **card_object(card),
        "images": _images(card, at),
        "page": at.full(reverse("card", args=[card.key])),
        "api": at.full(reverse("api-card", args=[card.key])),
        "relations": {
            name: at.full(reverse("api-card-relation", args=[card.key, name])) for name in RELATIONS
        },
        "changed_at": moment(card.changed_at),
    }


def _images(card: Card, at: Address) -> dict[str, Any]:
    """Addresses that are good for ever, since they change with what they show."""
    face, key = card.as_face(), card.key
    version = face_version(face, key)
    return {
        "art": at.full(reverse("card-art", args=[key, art_version(face, key)])),
        "face": at.full(reverse("card-face", args=[key, version])),
        "face_png": {
            str(width): at.full(reverse("card-face-png", args=[key, version, width])) for width in WIDTHS
        },
        "preview": at.full(reverse("card-preview", args=[key, version])),
    }


def card_list(search: CardSearch, given: dict[str, Any], at: Address) -> dict[str, Any]:
    """One page of a search; raises CursorError."""
    found = search.slice_after(given.get("cursor"), given["size"])
    return {
        "count": search.count,
        "next": at.after(found.next),
        "query": query_answer(search),
        "results": [card_answer(card, at) for card in found.cards],
    }


def query_answer(search: CardSearch) -> dict[str, Any]:
    """How the text was understood."""
    return {
        "text": search.text,
        "rules": search.rules,
        "sort": search.sort,
        "sentence": "".join(part.text for part in search.sentence),
        "corrections": [asdict(each) for each in search.corrections],
    }


def explanation(search: CardSearch, at: Address) -> dict[str, Any]:
    """A search in words and numbers, and the searches that are one step away."""
    return {
        **query_answer(search),
        "count": search.count,
        "total": search.total,
        "parts": [asdict(part) for part in search.sentence],
        "terms": [asdict(term) for term in search.terms],
        "sorts": [asdict(each) for each in search.sorts()],
        "facets": [_facet(facet) for facet in search.facets()],
        "cards": at.full(reverse("api-cards"), q=search.text, rules=search.rules),
        "page": at.full(reverse("cards"), **({"q": search.text} if search.text else {})),
    }


def _facet(facet: Facet) -> dict[str, Any]:
    return {
        "field": facet.field,
        "label": facet.label,
        "multiple": facet.multiple,
        "values": [asdict(value) for value in facet.values],
    }


def vocabulary_answer(facet: Facet, at: Address, descriptions: dict[str, str]) -> dict[str, Any]:
    """The values of one field, in their order; `descriptions` for those that have one."""
    return {
        "field": facet.field,
        "label": facet.label,
        "count": len(facet.values),
        "results": [_value(value, at, descriptions) for value in facet.values],
    }


def _value(value: FacetValue, at: Address, descriptions: dict[str, str]) -> dict[str, Any]:
    described = {"description": descriptions[value.value]} if value.value in descriptions else {}
    return {
        "value": value.value,
        "label": value.label,
        **described,
        "count": value.count,
        "query": value.query_with,
        "cards": at.full(reverse("api-cards"), q=value.query_with),
    }


def rule_set_answer(rules: RuleSet, at: Address) -> dict[str, Any]:
    """What decides a rule set: each value is one of a clause (docs/rules.md)."""
    options: dict[str, list[Any]] = {name: list(values) for name, values in Options.values(rules).items()}
    return {
        **asdict(rules),
        "version": rules.key.removeprefix("phylo-"),
        "options": options,
        "page": at.full(reverse("rule-set", args=[rules.key])),
    }
