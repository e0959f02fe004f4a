"""The decks that a player may choose for a match, and why one cannot be played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.decks.models import Deck
from cards.models import Builder
from cards.ready_texts import local_text
from games.matches.services.match_decks import faults_in_words, names_hand

OWN_SHOWN = 12
"""The most own decks offered for a new match, those changed last; any other can be named in the URL."""


@dataclass(frozen=True)
class Group:
    title: str
    decks: list[Deck]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Of a select."""
        return [(deck.slug, local_text(deck.name)) for deck in self.decks]


@dataclass(frozen=True)
class DeckChoice:
    """
    The decks offered for one rule set: ready decks and the visitor's complete ones. `asked` is the deck named
    in the URL, if the visitor may see it, and `faults` says why it cannot be played.
    """

    ready: list[Deck]
    own: list[Deck]
    asked: Deck | None = None
    faults: Sequence[str] = ()

    @classmethod
    def of(
        cls, builder: Builder, rules: str, *, asked: str = "", ready: Iterable[Deck] | None = None
    ) -> "DeckChoice":
        """`ready`: the ready decks of all rules, from whoever asks for several rule sets."""
        of_rules = Deck.objects.for_rules(rules)
        decks = of_rules.select_related("owner")
        own = decks.of(builder).filter(complete=True).order_by("-changed_at", "-pk")
        # PostgreSQL refuses queries with a NUL.
        named = decks.open_to(builder).filter(slug=asked).first() if asked.isprintable() and asked else None
        return cls(
            # They have no owner, and joining one is most of the time of this query.
            ready=[deck for deck in (of_rules.ready() if ready is None else ready) if deck.rules == rules],
            own=list(own[:OWN_SHOWN]) if builder.known else [],
            asked=named,
            faults=faults_in_words(named, {}) if named is not None and not named.complete else (),
        )

    @property
    def chosen(self) -> Deck | None:
        """The requested deck, if it can be played."""
        return None if self.faults else self.asked

    @property
    def decks(self) -> list[Deck]:
        """All decks on offer, each once."""
        return [deck for group in self.groups for deck in group.decks]

    @property
    def groups(self) -> list[Group]:
        """The groups, with the chosen deck and its group first. A single group has no title."""
        found = [
            Group(_("Your decks"), self._first(self.own)),
            Group(_("Ready decks"), self._first(self.ready)),
        ]
        if self.chosen is not None and not any(self.chosen in group.decks for group in found):
            found.append(Group(_("The deck you have chosen"), [self.chosen]))
        found = [group for group in found if group.decks]
        found.sort(key=lambda group: self.chosen not in group.decks)
        return found if len(found) > 1 else [Group("", group.decks) for group in found]

    def for_the_computer(self) -> list[object]:
        """The choices of a select, grouped if the visitor has decks."""
        ready, own = Group(_("Ready decks"), self.ready), Group(_("Your decks"), self.own)
        return [(group.title, group.choices) for group in (ready, own)] if self.own else [*ready.choices]

    def _first(self, decks: Iterable[Deck]) -> list[Deck]:
        return sorted(decks, key=lambda deck: deck != self.chosen)


def lacks_hand(decks: Iterable[Deck]) -> str:
    """Why a match cannot begin with preselected hands (P7); "" if one of the decks names its hand."""
    return "" if any(map(names_hand, decks)) else _("None of these decks names its opening hand.")
