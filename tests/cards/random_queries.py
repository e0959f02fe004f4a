"""Random questions that cover every field and operator, the same for the same seed."""

from collections.abc import Sequence
from random import Random

from cards.models import Card
from tests.cards.plain_filter import All, Not, Question, Some, Term, fold

NUMBERS = ("scale", "food", "points", "duration", "move", "flight", "spread")
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
    "is": ["species", "event", "habitat", "home", "invasive", "parasitic", "pollinator", "estimated"],
}  # fmt: skip
SORTS = ("name", "points", "scale", "food", "new", "latin", "relevance")
# So far from every word that nothing is taken instead.
NOBODY = "qxzzqjxkvqzz"


def effort(question: Question) -> int:
    """What the words, texts and relations of a question count."""
    if isinstance(question, Term):
        weight = {"": 1, "name": 1, "latin": 1, "key": 1, "fact": 4} | dict.fromkeys(
            ("eats", "eatenby", "beside", "fits"), 2
        )
        return weight.get(question.name, 0) * len(question.values)
    return effort(question.part) if isinstance(question, Not) else sum(map(effort, question.parts))


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
            *NUMBERS, *VALUES, "name", "latin", "key", "fact", "kingdom", "phylum", "class", "tag", "in",
            "fits", "eats", "eatenby", "beside", "", "", "",
        ]  # fmt: skip

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
        return self._group(depth) if depth and roll < 0.25 else self.term(self.rng.choice(self.fields))

    def _group(self, depth: int) -> Question:
        parts = tuple(self._part(depth - 1) for _ in range(self.rng.randint(2, 3)))
        return self.rng.choice((All, Some))(parts)

    def term(self, name: str) -> Term:
        """A condition on that field; an empty name for a bare word."""
        rng = self.rng
        if name in NUMBERS:
            if rng.random() < 0.5:
                return Term(name, rng.choice(COMPARISONS), (str(rng.randint(-1, 10)),))
            return Term(name, rng.choice((":", "=", "!=")), self._some([self._span() for _ in range(3)]))
        if name in VALUES:
            if name == "climate" and rng.random() < 0.4:
                return Term(name, rng.choice(COMPARISONS), (rng.choice(VALUES[name]),))
            operators = (":", "=") if name == "is" else (":", "=", "!=")
            return Term(name, rng.choice(operators), self._some(VALUES[name]))
        if name in ("name", "latin", "key", "fact", "kingdom", "phylum", "class", "tag"):
            exactly = rng.random() < 0.4
            values = self._some([self._piece(name, exactly=exactly) for _ in range(2)])
            return Term(name, rng.choice(("=", "!=")) if exactly else ":", values)
        if name == "in":
            return Term(name, ":", self._some(self.decks))
        if name == "fits":
            return Term(name, self.rng.choice((":", "=")), (self.rng.choice(self.decks),))
        if name in ("eats", "eatenby", "beside"):
            return Term(name, rng.choice((":", "=")), (self._called(),))
        return Term("", ":", (self._piece(rng.choice(("name", "name", "latin", "key")), exactly=False),))

    def _some(self, values: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.rng.sample(list(values), min(len(values), self.rng.choice((1, 1, 2, 3)))))

    def _span(self) -> str:
        low, high = sorted((self.rng.randint(-1, 10), self.rng.randint(-1, 10)))
        return self.rng.choice((str(low), str(high), f"{low}..{high}", f"{low}..", f"..{high}"))

    def _piece(self, name: str, *, exactly: bool) -> str:
        """All of some card's text, or a part of it; sometimes of nobody's."""
        if self.rng.random() < 0.03:
            return NOBODY
        attribute = {"latin": "latin_name", "class": "class_name"}.get(name, name)
        card = self.rng.choice(self.cards)
        text = self.rng.choice(card.tags) if name == "tag" and card.tags else getattr(card, attribute, "")
        if not text:
            return self._piece(name, exactly=exactly)
        # A quoted text has no quotation marks inside.
        text = text.replace('"', "")
        return text if exactly else self._part_of(text)

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
