"""Random questions that cover every field and operator, the same for the same seed."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC
from random import Random

from cards.models import Card
from tests.search.plain_filter import NUMBERS, All, Not, Question, Some, Term, fold, is_pattern, shown

COMPARISONS = ("<", "<=", ">", ">=")
VALUES = {
    "kind": ["species", "event", "habitat", "home"],
    "set": ["core", "classics"],
    "diet": ["photosynthetic", "molecular-carbon", "herbivore", "omnivore", "carnivore"],
    "terrain": ["desert", "forest", "freshwater", "grassland", "ocean", "tundra", "urban"],
    "climate": ["cold", "cool", "warm", "hot"],
    "keyword": [
        "move", "flight", "spread", "pollinator", "pollinated", "wind", "invasive", "parasitic", "beside",
        "feeds-only", "feeds-also", "any-scale", "any-terrain",
    ],
    "effect": [
        "discard", "discard-neighbours", "set-terrains", "add-terrains", "remove-terrains", "set-climates",
        "add-climates", "remove-climates", "shift-climate", "freeze", "take-control", "change-points",
        "recover", "draw", "opponent-discards", "wind",
    ],
    "is": [
        "species", "event", "habitat", "home", "invasive", "parasitic", "needs-host", "pollinator",
        "estimated",
    ],
}  # fmt: skip
TEXTS = ("name", "latin", "key", "fact", "kingdom", "phylum", "class", "tag", "artist", "licence")
DATES = ("created", "updated")
SORTS = ("name", "points", "scale", "food", "new", "latin", "relevance")
# So far from every word that nothing is taken instead.
NOBODY = "qxzzqjxkvqzz"


def effort(question: Question) -> int:
    """What the words, texts and relations of a question count."""
    total = 0
    for term in terms_in(question):
        weight = {"": 1, "name": 1, "latin": 1, "key": 1, "fact": 4} | dict.fromkeys(
            ("eats", "eatenby", "beside", "fits"), 2
        )
        each = weight.get(term.name, 0)
        total += sum(4 if each and is_pattern(value) else each for value in term.values)
    return total


def terms_in(question: Question) -> Iterator[Term]:
    if isinstance(question, Term):
        yield question
    else:
        for part in (question.part,) if isinstance(question, Not) else question.parts:
            yield from terms_in(part)


class Questions:
    """Draws questions about these cards."""

    def __init__(
        self, rng: Random, cards: Sequence[Card], decks: Sequence[str], related: Sequence[Card]
    ) -> None:
        self.rng = rng
        self.cards = cards
        self.decks = decks
        self.related = related
        self.fields = [
            *NUMBERS, *VALUES, *TEXTS, *DATES, "in", "fits", "eats", "eatenby", "beside", "", "", "",
        ]  # fmt: skip
        self._next: list[str] = []

    def question(self) -> Question:
        """One to four conditions, perhaps with alternatives, groups and negations, within the limits."""
        while effort(drawn := self._question()) > 20:
            pass
        return drawn

    def _question(self) -> Question:
        parts = tuple(self._part(2) for _ in range(self.rng.choice((1, 1, 2, 2, 3, 4))))
        if len(parts) == 1:
            return parts[0]
        return self.rng.choice((All, All, Some))(parts)

    def _part(self, depth: int) -> Question:
        roll = self.rng.random()
        if roll < 0.15:
            return Not(self._part(0) if roll < 0.12 or not depth else self._group(depth))
        return self._group(depth) if depth and roll < 0.25 else self.term(self._field())

    def _field(self) -> str:
        """Each in turn, in a new order every time round, so that none is rare."""
        if not self._next:
            self._next = self.rng.sample(self.fields, len(self.fields))
        return self._next.pop()

    def _group(self, depth: int) -> Question:
        parts = tuple(self._part(depth - 1) for _ in range(self.rng.randint(2, 3)))
        return self.rng.choice((All, Some))(parts)

    def term(self, name: str) -> Term:
        """A condition on that field; an empty name for a bare word."""
        rng = self.rng
        if name in DATES:
            if rng.random() < 0.5:
                return Term(name, rng.choice(COMPARISONS), (self._date(name),))
            days = self._some([self._dates(name) for _ in range(3)])
            return Term(name, rng.choice((":", "=", "!=")), days, self._between())
        if name in NUMBERS:
            if rng.random() < 0.2:
                return Term(name, rng.choice((":", "=", "!=", *COMPARISONS)), (rng.choice(NUMBERS),))
            if rng.random() < 0.5:
                return Term(name, rng.choice(COMPARISONS), (str(rng.randint(-1, 10)),))
            spans = self._some([self._span() for _ in range(3)])
            # After "|" stands no minus.
            between = "," if any(span.startswith("-") for span in spans) else self._between()
            return Term(name, rng.choice((":", "=", "!=")), spans, between)
        if name in VALUES:
            if name == "climate" and rng.random() < 0.4:
                return Term(name, rng.choice(COMPARISONS), (rng.choice(VALUES[name]),))
            operators = (":", "=") if name == "is" else (":", "=", "!=")
            return Term(name, rng.choice(operators), self._some(VALUES[name]), self._between())
        if name in TEXTS:
            exactly = rng.random() < 0.4
            values = self._some([self._piece(name, exactly=exactly) for _ in range(2)])
            return Term(name, rng.choice(("=", "!=")) if exactly else ":", values, self._between())
        if name == "in":
            return Term(name, rng.choice((":", "=")), self._some(self.decks))
        if name == "fits":
            return Term(name, self.rng.choice((":", "=")), (self.rng.choice(self.decks),))
        if name in ("eats", "eatenby", "beside"):
            return Term(name, rng.choice((":", "=")), (self._called(),))
        words = [self._piece(rng.choice(("name", "name", "latin", "key")), exactly=False) for _ in range(2)]
        return Term("", ":", tuple(words[: rng.choice((1, 1, 1, 2))]), "|")

    def _between(self) -> str:
        return self.rng.choice(",,|")

    def _some(self, values: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.rng.sample(list(values), min(len(values), self.rng.choice((1, 1, 2, 3)))))

    def _span(self) -> str:
        low, high = sorted((self.rng.randint(-1, 10), self.rng.randint(-1, 10)))
        return self.rng.choice((str(low), str(high), f"{low}..{high}", f"{low}..", f"..{high}"))

    def _date(self, name: str) -> str:
        """The year, the month or the day of some card."""
        card = self.rng.choice(self.cards)
        moment = card.added_at if name == "created" else card.changed_at
        return moment.astimezone(UTC).date().isoformat()[: self.rng.choice((4, 7, 10))]

    def _dates(self, name: str) -> str:
        low, high = sorted((self._date(name), self._date(name)))
        return self.rng.choice((low, high, f"{low}..{high}", f"{low}..", f"..{high}"))

    def _piece(self, name: str, *, exactly: bool) -> str:
        """All of some card's text, or a part of it, or a pattern; sometimes of nobody's."""
        if self.rng.random() < 0.03:
            return NOBODY
        texts = shown(self.rng.choice(self.cards), name)
        if not texts or not texts[0]:
            return self._piece(name, exactly=exactly)
        # A quoted text has no quotation marks inside.
        text = self.rng.choice(texts).replace('"', "")
        if self.rng.random() < 0.2:
            return self._pattern(text, exactly=exactly)
        return text if exactly else self._part_of(text)

    def _pattern(self, text: str, *, exactly: bool) -> str:
        """A regular expression or a wildcard, for all of the text or for a word of it."""
        rng, plain = self.rng, fold(text)
        if rng.random() < 0.5:
            word = plain.replace(" ", "*") if exactly else rng.choice(plain.split())
            first, last = sorted((rng.randint(0, len(word)), rng.randint(0, len(word))))
            found = f"{word[:first]}*{word[last:]}"
            return found if fold(found) else f"{word}*"
        first, last = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        before, inner, behind = (
            re.escape(part).replace("/", r"\/") for part in (text[:first], text[first:last], text[last:])
        )
        if exactly:
            return rng.choice((f"/{before}.*{behind}/", f"/({before}{inner}{behind}|no)/", f"/{before}.?/"))
        return rng.choice((f"/^{before}./", f"/{inner}$/", f"/{inner}|{behind}$/", f"/[aeiou]{behind}/"))

    def _part_of(self, text: str) -> str:
        words = fold(text).split()
        first = self.rng.randrange(len(words))
        piece = " ".join(words[first : first + self.rng.choice((1, 1, 1, 2))])
        if self.rng.random() < 0.4:
            piece = piece[: self.rng.randint(1, len(piece))].strip() or piece
        return piece.upper() if self.rng.random() < 0.1 else piece

    def _called(self) -> str:
        card = self.rng.choice(self.related)
        return self.rng.choice((card.key, card.name, card.latin_name or card.name))
