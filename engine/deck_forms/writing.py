"""A deck as plain text and as JSON, written so that it can be read back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.contract import gettext_noop as _
from engine.deck_forms.lines import Mention, parse_line
from engine.deck_forms.sentences import Sentence
from engine.deck_forms.spelling import clean
from engine.phylo.rules import V1_4A

FORMAT = "phylo-deck"
VERSION = 1
LAST = 99
"""Where cards stand that nobody knows."""

Group = tuple[int, Sentence]
"""The place of a card in a list, and the heading there."""


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """
    A deck as it is handed on: copies by card key. `starter` is empty for HOME; `opening_hand` has a key for
    each preselected card.
    """

    cards: Mapping[str, int]
    rules: str = V1_4A.key
    starter: str = ""
    opening_hand: Sequence[str] = ()
    name: str = ""
    notes: str = ""

    @property
    def named(self) -> set[str]:
        """The keys of all cards in it."""
        return {*self.cards, *self.opening_hand, self.starter} - {""}

    @property
    def hand(self) -> list[tuple[str, int]]:
        """The preselected cards with their copies."""
        return [(key, len(list(copies))) for key, copies in groupby(sorted(self.opening_hand))]


def deck_object(deck: ListedDeck, names: Mapping[str, str]) -> dict[str, object]:
    """The JSON of a deck; `names` are those of the cards that are known."""

    def card(key: str) -> dict[str, object]:
        return {"key": key, "name": names[key]} if key in names else {"key": key}

    return {
        "format": FORMAT,
        "version": VERSION,
        "name": deck.name,
        "rules": deck.rules,
        "cards": [card(key) | {"count": copies} for key, copies in deck.cards.items()],
        "starter": card(deck.starter) if deck.starter else None,
        "opening_hand": [card(key) | {"count": copies} for key, copies in deck.hand],
        "notes": deck.notes,
    }


def deck_text(
    deck: ListedDeck,
    labels: Mapping[str, str],
    groups: Mapping[str, Group],
    heading: Callable[[Sentence], str] = str,
) -> str:
    """
    Fields first, then the cards under comments. `labels` are what each card is called; `groups` may lack
    those that are not known.
    """
    lines = [f"Name: {deck.name}"] if deck.name else []
    lines += [f"Notes: {line}".rstrip() for line in deck.notes.splitlines()]
    lines.append(f"Rules: {deck.rules.removeprefix('phylo-')}")
    if deck.starter:
        lines.append(f"Starter: {labels[deck.starter]}")
    if deck.opening_hand:
        written = "; ".join(f"{copies} {labels[key]}" for key, copies in deck.hand)
        # Without a semicolon, a comma would split a name.
        lines.append(f"Opening hand: {written}" + (";" if "," in written and len(deck.hand) == 1 else ""))
    unknown: Group = (LAST, Sentence(_("Not known here")))
    rows = sorted((groups.get(key, unknown), labels[key], copies) for key, copies in deck.cards.items())
    for (_rank, head), group in groupby(rows, key=lambda row: row[0]):
        entries = [f"{copies} {label}" for _group, label, copies in group]
        lines += ["", f"# {heading(head)}", *entries]
    return "\n".join(lines) + "\n"


def group_of(kind: str, food_chain: int | None) -> Group:
    """Where a card of this kind stands in a list."""
    if kind == "species":
        number = food_chain or 0
        return number, Sentence(_("Food-chain number %(number)s"), number=number)
    return (98, Sentence(_("Habitats"))) if kind == "habitat" else (97, Sentence(_("Events")))


def label_of(key: str, name: str, alone: bool) -> str:
    """
    What to call a card so that a list reads back as this card: its name, if it has it `alone`, or with its
    key behind it.
    """
    name = clean(name)
    if alone and _reads_back(name, name, ""):
        return name
    label = f"{name} [{key}]"
    return label if _reads_back(label, name, key) else f"[{key}]"


def _reads_back(label: str, name: str, key: str) -> bool:
    """Whether a line and an opening hand with this label read back as exactly this card."""
    meant = parse_line(f"2 {label}")
    return meant is not None and meant.mentions == (Mention(2, name, "", key),) and ";" not in label
