"""The page of one card."""

from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from cards.art import face_version
from cards.art.face import face_context
from cards.card_page.drawing import drawing
from cards.card_page.food_web import food_web
from cards.card_page.sources import art_of, downloads, elsewhere, source_of, subject_of
from cards.curation.permissions import Role, role_of
from cards.decks.models import Deck
from cards.evidence.pages.value_sources import sources_of
from cards.glossary import Section, explain
from cards.glossary.criteria import field_search
from cards.models import Card, Climate, Kind
from cards.pages.addresses import search_address
from cards.pages.faces import faces
from cards.search.services.search import CardSearch, QueryError
from cards.services.version import Version
from cards.taxonomy.lookup import outdated
from cards.words import rules_name, tag_words
from engine.phylo.rules import RULES, V1_3, V1_4A
from phylo.accounts.models import User
from phylo.http.languages import in_language
from phylo.http.problems import wants_page

NEWER, OLDER = V1_4A.key, V1_3.key
NEAR_KEYS = 6


@dataclass(frozen=True, slots=True)
class Trail:
    """The search in which the card was found, and its position there (None: it is not in the result)."""

    text: str
    words: str
    url: str
    count: int
    position: int | None
    previous: Card | None
    next: Card | None
    previous_url: str
    next_url: str


@conditional_page
@require_safe
def card_page(request: HttpRequest, key: str) -> HttpResponse:
    """`?rules=` selects the rule set of the explanation; `?q=` is the search in which the card was found."""
    text = request.GET.get("q", "").strip()
    # Read before the card: what is kept may be newer than its name says, but never older.
    state = "" if text else _state()
    card = Card.objects.select_related("card_set").filter(key=key).first()
    if card is None:
        return _missing(request, key)
    if card.merged_into_id is not None:
        return redirect(card_address(card.successor.key, text=text), permanent=True)
    rules = _rules(request, card)
    page_of = partial(card_address, text=text, rules=rules if rules != _usual_rules(card) else "")
    web, others = cache(lambda: food_web(card, rules)), elsewhere(card)
    context = {
        "kept": state and f"{card.card_set.name} {state}",
        "card": card,
        "rules": rules,
        "name": _name(card),
        "english": card.name if card.local_name != card.name else "",
        "kind": _("Starter") if card.kind == Kind.HOME else card.get_kind_display(),
        "face": faces([card], rules=rules)[0],
        "climates": Climate.values,
        "rule_sets": _rule_sets(card, rules, text),
        "trail": cache(lambda: _trail(card, text, page_of)),
        "sections": cache(lambda: _linked(explain(card, rules), rules)),
        "ranks": _ranks(card),
        "tags": [
            {"name": tag_words(tag), "url": search_address(field_search("tags", tag))} for tag in card.tags
        ],
        "set_url": search_address(f"set:{card.card_set_id}"),
        "web": cache(lambda: drawing(web(), page_of, search_address)),
        "beside": lambda: [{"text": each.text, "url": search_address(each.search)} for each in web().beside],
        "decks": cache(lambda: _decks(card)),
        "source": source_of(card),
        "values": cache(lambda: sources_of(card)),
        "elsewhere": {
            "known": [each for each in others if each.identifier],
            "unknown": [each for each in others if not each.identifier],
        },
        "subject": subject_of(card),
        "art": art_of(card),
        "downloads": downloads(card),
        "outdated": lambda: outdated(card.latin_name, card.kingdom) if _curates(request) else "",
    }
    return render(request, "cards/card.html", context | _about(request, card))


def _curates(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and role_of(request.user) >= Role.TRUSTED


@conditional_page
@require_safe
def card_record(request: HttpRequest, key: str) -> HttpResponse:
    """The card object of the record format under its key, like the `cards` of a record."""
    card = get_object_or_404(Card, key=key)
    if card.merged_into_id is not None:
        return redirect("card-record", card.successor.key, permanent=True)
    return JsonResponse({card.key: card.as_record()}, json_dumps_params={"indent": 1, "ensure_ascii": False})


def card_address(key: str, *, text: str = "", rules: str = "") -> str:
    """`/cards/<key>/` with the search in which it was found and the rule set, if given."""
    given = {name: value for name, value in (("q", text), ("rules", rules)) if value}
    return reverse("card", args=[key]) + (f"?{urlencode(given)}" if given else "")


def _state() -> str:
    """Of the cards and ready decks, from which all of a card's page follows that no search leads to."""
    decks = Deck.objects.ready().order_by("pk").values_list("pk", "changed_at")
    return repr((Version.now(), list(decks)))


def _name(card: Card) -> str:
    return card.local_name.upper() if card.kind == Kind.HOME else card.local_name


def _usual_rules(card: Card) -> str:
    """Version 1.4a has no habitats."""
    return OLDER if card.kind == Kind.HABITAT else NEWER


def _rules(request: HttpRequest, card: Card) -> str:
    """The requested rule set; the usual one if it is missing or unknown."""
    asked = request.GET.get("rules", "")
    return asked if asked in RULES else _usual_rules(card)


def _rule_sets(card: Card, chosen: str, text: str) -> list[dict[str, object]]:
    return [
        {
            "version": rules_name(key),
            "chosen": key == chosen,
            "url": card_address(card.key, text=text, rules=key if key != _usual_rules(card) else ""),
        }
        for key in RULES
    ]


def _trail(card: Card, text: str, page_of: Any) -> Trail | None:
    try:
        search = CardSearch(text)
    except QueryError:
        return None
    near = search.neighbours(card.key)
    return Trail(
        text=search.text,
        words="".join(part.text for part in search.sentence) if search.text else _("all cards"),
        url=search_address(search.text),
        count=search.count,
        position=near.position,
        previous=near.previous,
        next=near.next,
        previous_url=page_of(near.previous.key) if near.previous else "",
        next_url=page_of(near.next.key) if near.next else "",
    )


def _linked(sections: list[Section], rules: str) -> list[dict[str, object]]:
    """The explanation with the addresses of clauses and searches."""
    page = reverse("rule-set", args=[rules])

    def clauses(numbers: tuple[str, ...]) -> list[dict[str, str]]:
        return [{"number": number, "url": f"{page}#{number}"} for number in numbers]

    return [
        {
            "section": section,
            "clauses": clauses(section.clauses),
            "entries": [
                {
                    "entry": entry,
                    "clauses": clauses(entry.clauses),
                    "url": search_address(entry.search) if entry.search else "",
                }
                for entry in section.entries
            ],
        }
        for section in sections
    ]


def _ranks(card: Card) -> list[dict[str, str]]:
    ranks = (
        ("kingdom", _("Kingdom"), card.kingdom),
        ("phylum", _("Phylum"), card.phylum),
        ("class", _("Class"), card.class_name),
    )
    return [
        {"rank": label, "name": name, "url": search_address(field_search(field, name))}
        for field, label, name in ranks
        if name
    ]


def _decks(card: Card) -> list[dict[str, object]]:
    """The ready decks that hold the card or start from it."""
    holding = Deck.objects.ready().filter(Q(entries__card=card) | Q(starter=card.key)).distinct()
    counts = dict(card.deck_entries.filter(deck__ready=True).order_by().values_list("deck_id", "count"))
    return [
        {
            "deck": deck,
            "version": rules_name(deck.rules),
            "count": counts.get(deck.pk, 0),
            "starts": deck.starter == card.key,
            "play_url": deck.play_address,
            "cards_url": search_address(f"in:{deck.slug}"),
        }
        for deck in holding
    ]


def _about(request: HttpRequest, card: Card) -> dict[str, str]:
    """The description for search engines and link previews."""
    face = card.as_face()
    words = face_context(face | {"key": card.key})["description"]
    preview = in_language(reverse("card-preview", args=[card.key, face_version(face, card.key)]))
    return {
        "canonical": request.build_absolute_uri(reverse("card", args=[card.key])),
        "preview": request.build_absolute_uri(preview),
        "description": words,
        "summary": f"{card.local_fact} {words}." if card.fact else f"{words}.",
    }


def _missing(request: HttpRequest, key: str) -> HttpResponse:
    """A 404 page that suggests cards with similar keys."""
    if not wants_page(request):
        raise Http404("no such card")
    words = key.replace("-", " ").replace("_", " ").strip()
    try:
        near = CardSearch(f'"{words}"').page(1, NEAR_KEYS) or CardSearch(words).page(1, NEAR_KEYS)
    except QueryError:
        near = []
    context = {"key": key, "near": faces(near), "search_url": search_address(words if near else "")}
    return render(request, "cards/card_missing.html", context, status=HTTPStatus.NOT_FOUND)
