"""Reads a deck in any form, where the cards are at hand: strictly, with the first fault as an error."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from engine.contract import gettext_noop as _
from engine.deck_forms.code import MOST_COPIES, Numbered, decode, encode
from engine.deck_forms.code_numbers import opened
from engine.deck_forms.lines import Mention, Role, lines_of, parse_card, parse_line, rules_called
from engine.deck_forms.sentences import CodeError, FormError, Sentence, quoted
from engine.deck_forms.spelling import plain
from engine.deck_forms.writing import FORMAT, VERSION, Group, ListedDeck, group_of, label_of
from engine.phylo.rules import V1_4A
from engine.record_format import CardData

HOME = "home"
STARTERS = ("habitat", HOME)
FIELDS = {"format", "version", "name", "rules", "cards", "starter", "opening_hand", "notes"}
CARD_FIELDS = {"key", "name", "count"}

Asked = tuple[str, Role, Sequence[Mention]]
"""Where a card is named, as what, and the ways to read it, of which the first known one counts."""


@dataclass(frozen=True)
class KnownCards:
    """The cards that a deck may name, and the numbers of those that a deck code may hold, by key."""

    cards: Mapping[str, CardData]
    numbers: Mapping[str, int]

    def called(self, mention: Mention) -> list[str]:
        """The keys of the cards that may be meant."""
        if mention.key or mention.name in self.cards:
            key = mention.key or mention.name
            return [key] if key in self.cards else self._called.get(plain(mention.name), [])
        found = self._called.get(plain(mention.name), [])
        besides = plain(mention.besides)
        fitting = [key for key in found if besides in (plain(key), plain(self._latin(key)))]
        return fitting or found if besides else found

    def like(self, name: str) -> list[str]:
        """The nearest names, the likeliest first."""
        near = get_close_matches(plain(name), self._called, n=3)
        return [self.cards[key]["name"] for text in near for key in self._called[text][:1]]

    def labels(self, keys: Iterable[str]) -> dict[str, str]:
        """What each of these cards is called in a list."""
        names = {key: self.cards[key]["name"] for key in keys}
        return {key: label_of(key, name, self._called[plain(name)] == [key]) for key, name in names.items()}

    def groups(self, keys: Iterable[str]) -> dict[str, Group]:
        """Where each of these cards stands in a list."""
        return {key: group_of(self.cards[key]["kind"], self.cards[key].get("food_chain")) for key in keys}

    def _latin(self, key: str) -> str:
        return self.cards[key].get("latin_name", "")

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        """Keys by name, where no card has it by Latin name, and where none has that by key."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for names in (
            {key: card["name"] for key, card in self.cards.items()},
            {key: self._latin(key) for key in self.cards},
            {key: key for key in self.cards},
        ):
            new: defaultdict[str, list[str]] = defaultdict(list)
            for key, name in names.items():
                new[plain(name)].append(key)
            found |= {name: keys for name, keys in new.items() if name and name not in found}
        return dict(found)


def read(text: str, known: KnownCards) -> ListedDeck:
    """The deck in a text: a code, JSON, or lines of cards. Raises FormError (CodeError for a code)."""
    lines = lines_of(text)
    text = text.strip("\ufeff \t\r\n")
    if is_code(text):
        return of_code(text, known)
    return _of_object(text, known) if text.startswith("{") else _of_lines(lines, known)


def is_code(text: str) -> bool:
    """Whether the text is a whole deck code."""
    try:
        opened(text)
    except CodeError:
        return False
    return True


def code_of(deck: ListedDeck, known: KnownCards) -> str:
    """The code of a deck. Raises CodeError for one that has none."""
    for key in sorted(deck.named - known.numbers.keys()):
        raise CodeError(Sentence(_("The card “%(key)s” has no number; no code can name it."), key=key))
    numbers = known.numbers
    return encode(
        Numbered(
            deck.rules,
            {numbers[key]: copies for key, copies in deck.cards.items()},
            numbers[deck.starter] if deck.starter else None,
            tuple(numbers[key] for key in deck.opening_hand),
        )
    )


def of_code(text: str, known: KnownCards) -> ListedDeck:
    """The deck of a code. Raises CodeError."""
    deck = decode(text)
    keys = {number: key for key, number in known.numbers.items()}
    for number in sorted(deck.numbers - keys.keys()):
        words = _("The code is complete, but card number %(number)s is not known here.")
        raise CodeError(Sentence(words, number=number))
    cards = {keys[number]: copies for number, copies in deck.cards.items()}
    starter = "" if deck.starter is None else keys[deck.starter]
    hand = tuple(keys[number] for number in deck.opening_hand)
    return ListedDeck(dict(sorted(cards.items())), deck.rules, starter, hand)


def _of_lines(lines: Sequence[str], known: KnownCards) -> ListedDeck:
    asked: list[Asked] = []
    texts = {"name": "", "rules": V1_4A.key}
    notes = []
    for number, line in enumerate(lines, start=1):
        place = f"line {number}"
        meant = parse_line(line)
        if meant is None:
            continue
        if meant.wrong:
            raise _fault(place, meant.wrong)
        match meant.field:
            case "":
                asked.append((place, Role.CARD, meant.mentions))
            case "notes":
                notes.append(meant.value)
            case "name":
                texts["name"] = texts["name"] or meant.value
            case "rules":
                texts["rules"] = _rules(place, meant.value)
            case field:
                asked += _of_field(place, Role(field), meant.value)
    return _deck(asked, known, ListedDeck({}, **texts, notes="\n".join(notes).strip()))


def _of_field(place: str, role: Role, value: str) -> Iterator[Asked]:
    parts = value.split(";" if ";" in value else ",") if role == Role.HAND else [value]
    for part in filter(None, map(str.strip, parts)):
        meant = parse_card(part)
        if meant.wrong:
            raise _fault(place, meant.wrong)
        yield place, role, meant.mentions


def _of_object(text: str, known: KnownCards) -> ListedDeck:
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # half of a character cannot be written again
    except (ValueError, RecursionError):
        raise FormError(Sentence(_("This is neither a deck code, nor JSON, nor a list of cards."))) from None
    for field in sorted(value.keys() - FIELDS):
        raise _fault(field, Sentence(_("There is no such field.")))
    for field, wanted in (("format", FORMAT), ("version", VERSION)):
        if value.get(field, wanted) != wanted:
            raise _fault(field, Sentence(_("must be %(wanted)s."), wanted=wanted))
    if "cards" not in value:
        raise _fault("cards", Sentence(_("is missing.")))
    texts = {field: value.get(field) or "" for field in ("name", "notes", "rules")}
    for field, found in texts.items():
        if not isinstance(found, str):
            raise _fault(field, Sentence(_("must be a text.")))
    rules = _rules("rules", texts["rules"]) if texts["rules"] else V1_4A.key
    asked = [*_of_list("cards", Role.CARD, value["cards"])]
    if value.get("starter"):
        asked += _of_list("starter", Role.STARTER, [value["starter"]])
    asked += _of_list("opening_hand", Role.HAND, value.get("opening_hand") or [])
    return _deck(asked, known, ListedDeck({}, rules, name=texts["name"], notes=texts["notes"]))


def _of_list(field: str, role: Role, entries: object) -> Iterator[Asked]:
    if isinstance(entries, Mapping):
        entries = [{"key": key, "count": copies} for key, copies in entries.items()]
    if not isinstance(entries, list):
        raise _fault(field, Sentence(_("must be a list of cards.")))
    for number, entry in enumerate(entries):
        place = field if role == Role.STARTER else f"{field}[{number}]"
        card = {"key": entry} if isinstance(entry, str) else entry
        if not isinstance(card, Mapping) or card.keys() - CARD_FIELDS:
            raise _fault(place, Sentence(_("A card is an object with key, name and count.")))
        key, name, copies = card.get("key") or "", card.get("name") or "", card.get("count", 1)
        if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
            words = _("Copies are whole numbers from 1 to %(most)s.")
            raise _fault(f"{place}.count", Sentence(words, most=MOST_COPIES))
        if not isinstance(key, str) or not isinstance(name, str) or not key + name:
            raise _fault(place, Sentence(_("No card is named.")))
        yield place, role, [Mention(copies, name, key=key)]


def _deck(asked: Sequence[Asked], known: KnownCards, outline: ListedDeck) -> ListedDeck:
    cards: dict[str, int] = {}
    starters: list[str] = []
    hand: list[str] = []
    for role in Role:
        for place, of, mentions in asked:
            if of != role:
                continue
            key, copies = _card(place, mentions, known)
            kind = known.cards[key]["kind"]
            if role == Role.STARTER:
                if kind not in STARTERS or starters:
                    raise _fault(place, Sentence(_("A deck starts from HOME or from a habitat.")))
                starters.append(key)
            elif role == Role.HAND:
                hand += [key] * copies
                if hand.count(key) > cards.get(key, 0):
                    raise _fault(place, Sentence(_("The opening hand must be taken from the deck.")))
            elif kind == HOME:
                raise _fault(place, Sentence(_("HOME is where a game starts, and cannot be in a deck.")))
            else:
                cards[key] = cards.get(key, 0) + copies
                if cards[key] > MOST_COPIES:
                    raise _fault(place, Sentence(_("More than %(most)s copies of a card."), most=MOST_COPIES))
    starter = next((key for key in starters if key != HOME), "")
    return ListedDeck(
        dict(sorted(cards.items())), outline.rules, starter, tuple(sorted(hand)), outline.name, outline.notes
    )


def _card(place: str, mentions: Sequence[Mention], known: KnownCards) -> tuple[str, int]:
    """The key and the copies."""
    for mention in mentions:
        match known.called(mention):
            case [key]:
                return key, mention.copies
            case [key, *_others]:
                words = _("Several cards are called “%(name)s”. Write the key as well, as in “[%(key)s]”.")
                raise _fault(place, Sentence(words, name=quoted(mention.name), key=key))
    wanted = mentions[-1].name or mentions[-1].key
    near = known.like(wanted)
    if near:
        words = _("No card is called “%(name)s”. The nearest: %(near)s.")
        raise _fault(place, Sentence(words, name=quoted(wanted), near=", ".join(near)))
    raise _fault(place, Sentence(_("No card is called “%(name)s”."), name=quoted(wanted)))


def _rules(place: str, text: str) -> str:
    key = rules_called(text)
    if key is None:
        raise _fault(place, Sentence(_("There are no rules of that name.")))
    return key


def _fault(place: str, sentence: Sentence) -> FormError:
    return FormError(Sentence("%(place)s: %(sentence)s", place=place, sentence=sentence))
