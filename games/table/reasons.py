"""What an action does for its player, in sentences, from what `engine.phylo.consequences` proves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from cards.words import all_of, points_words
from engine.phylo.consequences import Advantage, Consequences, Opening, Stake
from engine.phylo.state import State
from games.table.board import Action
from games.table.choices import supporters
from games.table.sentences import Voice

Words = str | Promise
MOST = 3
"""How many sentences are said; a warning is always among them."""
IN_DANGER, TO_COME = 0.6, 0.4
"""What a point in danger, and one of a card that can be played next, counts beside one that is won."""
FOOD = ("food", "menu")
HUNGER = ("no-neighbour", "no-food", "too-big")


@dataclass(frozen=True)
class Line:
    """
    A sentence about what a player does: for the player, for others, and for whom it is done to if that is
    different. They may contain %(name)s, %(other)s, %(card)s, %(cards)s, %(by)s, %(count)s, and %(points)s
    and %(worth)s ("5 points").
    """

    yours: Words
    theirs: Words
    against: Words = ""


GAINS = Line(gettext_lazy("You gain %(points)s."), gettext_lazy("%(name)s gains %(points)s."))
LOSES = Line(gettext_lazy("You lose %(points)s."), gettext_lazy("%(name)s loses %(points)s."))
GAINS_AND_FEEDS = Line(
    gettext_lazy(
        "You gain %(points)s and feed your %(card)s (%(worth)s), which would otherwise starve when your turn "
        "ends."
    ),
    gettext_lazy(
        "%(name)s gains %(points)s and feeds %(card)s (%(worth)s), which would otherwise starve when the "
        "turn ends."
    ),
)
FEEDS = Line(
    gettext_lazy(
        "%(by)s feeds your %(card)s (%(points)s), which would otherwise starve when your turn ends."
    ),
    gettext_lazy("%(by)s feeds %(card)s (%(points)s), which would otherwise starve when the turn ends."),
)
SAVES = Line(
    gettext_lazy("You save your %(cards)s (%(points)s), which would otherwise go when your turn ends."),
    gettext_lazy("%(name)s saves %(cards)s (%(points)s), which would otherwise go when the turn ends."),
)
SAVES_SEVERAL = Line(
    gettext_lazy("You save %(cards)s (%(points)s): without it they would go when your turn ends."),
    gettext_lazy("%(name)s saves %(cards)s (%(points)s), which would otherwise go when the turn ends."),
)
REMOVES = Line(
    gettext_lazy("%(other)s loses %(cards)s (%(points)s)."),
    gettext_lazy("%(other)s loses %(cards)s (%(points)s)."),
    gettext_lazy("You lose %(cards)s (%(points)s)."),
)
TAKES = Line(
    gettext_lazy("You take %(cards)s (%(points)s) from %(other)s."),
    gettext_lazy("%(name)s takes %(cards)s (%(points)s) from %(other)s."),
    gettext_lazy("%(name)s takes %(cards)s (%(points)s) from you."),
)
ENDANGERS = Line(
    gettext_lazy("%(other)s’s %(card)s loses what it lives on: %(points)s in danger."),
    gettext_lazy("%(other)s’s %(card)s loses what it lives on: %(points)s in danger."),
    gettext_lazy("Your %(card)s loses what it lives on: %(points)s in danger."),
)
ENDANGERS_SEVERAL = Line(
    gettext_lazy("%(other)s’s %(cards)s lose what they live on: %(points)s in danger."),
    gettext_lazy("%(other)s’s %(cards)s lose what they live on: %(points)s in danger."),
    gettext_lazy("Your %(cards)s lose what they live on: %(points)s in danger."),
)
IS_FOOD = Line(
    gettext_lazy("%(by)s is food for %(card)s in your hand (%(points)s)."),
    gettext_lazy("%(by)s is food for %(card)s in the hand (%(points)s)."),
)
MAKES_ROOM = Line(
    gettext_lazy("Then there is a space for %(card)s in your hand too (%(points)s)."),
    gettext_lazy("Then there is a space for %(card)s in the hand too (%(points)s)."),
)
HEMS_IN = Line(
    gettext_lazy("No free space is left beside %(other)s’s %(cards)s."),
    gettext_lazy("No free space is left beside %(other)s’s %(cards)s."),
    gettext_lazy("No free space is left beside your %(cards)s."),
)
DRAWS = Line(
    ngettext_lazy("You get %(count)s new card.", "You get %(count)s new cards.", "count"),
    ngettext_lazy("%(name)s gets %(count)s new card.", "%(name)s gets %(count)s new cards.", "count"),
)
TAKES_BACK = Line(gettext_lazy("You take back %(cards)s."), gettext_lazy("%(name)s takes back %(cards)s."))
MAKES_DISCARD = Line(
    ngettext_lazy(
        "%(other)s loses %(count)s card from the hand.", "%(other)s loses %(count)s cards from the hand.",
        "count",
    ),
    ngettext_lazy(
        "%(other)s loses %(count)s card from the hand.", "%(other)s loses %(count)s cards from the hand.",
        "count",
    ),
    ngettext_lazy(
        "You lose %(count)s card from your hand.", "You lose %(count)s cards from your hand.", "count"
    ),
)  # fmt: skip
EXPOSES = Line(
    gettext_lazy("But it leaves your %(cards)s without support (%(points)s)."),
    gettext_lazy("But it leaves %(cards)s without support (%(points)s)."),
)
DOES_NOT_LAST = Line(
    gettext_lazy("But %(cards)s would go again when your turn ends (%(points)s)."),
    gettext_lazy("But %(cards)s would go again when the turn ends (%(points)s)."),
)
STILL_NEEDS = Line(
    gettext_lazy("Your %(cards)s would still go when your turn ends (%(points)s)."),
    gettext_lazy("%(cards)s would still go when the turn ends (%(points)s)."),
)
HELPS = Line(
    gettext_lazy("But it helps %(other)s’s %(cards)s too (%(points)s)."),
    gettext_lazy("But it helps %(other)s’s %(cards)s too (%(points)s)."),
    gettext_lazy("But it helps your %(cards)s too (%(points)s)."),
)
GIVES = Line(
    gettext_lazy("But %(other)s gains %(points)s."),
    gettext_lazy("But %(other)s gains %(points)s."),
    gettext_lazy("But you gain %(points)s."),
)


def reasons(facts: Consequences, voice: Voice) -> list[str]:
    """
    What speaks for the action, most points first, and last a warning if there is one: at most MOST sentences,
    none if the table and the hands stay as they are. `voice.reader` is called "you".
    """
    teller = _Teller(facts.seat, voice)
    good = sorted(_good(facts, teller), key=lambda each: -each[0])
    warnings = sorted(_warnings(facts, teller), key=lambda each: -each[0])[:1]
    said = [sentence for _weight, sentence in good][: MOST - len(warnings)]
    return said + [sentence for _weight, sentence in warnings]


def _good(facts: Consequences, teller: "_Teller") -> Iterable[tuple[float, str]]:
    rescued = _scoring(facts.rescued)
    fed = len(rescued) == 1 and rescued[0].kind in FOOD and rescued[0].lacks in HUNGER
    if facts.won > 0 and fed:
        yield facts.won + _sum(rescued), teller.say(GAINS_AND_FEEDS, rescued, points=facts.won)
    elif facts.won > _sum(facts.taken):
        yield facts.won, teller.say(GAINS, points=facts.won)
    if rescued and not (facts.won > 0 and fed):
        line = FEEDS if fed else SAVES if len(rescued) == 1 else SAVES_SEVERAL
        yield _sum(rescued), teller.say(line, rescued)
    theirs = _scoring(stake for stake in facts.removed if stake.seat != facts.seat)
    for line, stakes in ((REMOVES, theirs), (TAKES, _scoring(facts.taken))):
        if stakes:
            yield _sum(stakes), teller.say(line, stakes)
    if endangered := _scoring(facts.endangered):
        line = ENDANGERS if len(endangered) == 1 else ENDANGERS_SEVERAL
        yield IN_DANGER * _sum(endangered), teller.say(line, endangered)
    yield from _to_come(facts, teller)


def _to_come(facts: Consequences, teller: "_Teller") -> Iterable[tuple[float, str]]:
    """What speaks for an action later on."""
    opened = max(facts.opened, key=lambda each: (each.points, each.kind in FOOD), default=None)
    if opened is not None and not facts.last:
        yield TO_COME * opened.points, teller.opening(opened)
    elif opened is not None and facts.left:
        yield opened.points * 0.9, teller.opening(opened)
    if facts.recovered:
        yield 1.0, teller.say(TAKES_BACK, keys=facts.recovered)
    if facts.drawn:
        yield TO_COME * facts.drawn, teller.say(DRAWS, count=facts.drawn)
    if facts.discarded:
        yield TO_COME * facts.discarded, teller.say(MAKES_DISCARD, count=facts.discarded)
    if facts.hemmed_in and not facts.final:
        yield 0.1, teller.say(HEMS_IN, facts.hemmed_in)


def _warnings(facts: Consequences, teller: "_Teller") -> Iterable[tuple[float, str]]:
    falling, exposed, helped = _scoring(facts.falling), _scoring(facts.exposed), _scoring(facts.helped)
    fresh = [stake for stake in falling if stake.fresh]
    rest = [stake for stake in falling if not stake.fresh and stake not in exposed]
    for line, stakes in ((DOES_NOT_LAST, fresh), (EXPOSES, exposed), (HELPS, helped)):
        if stakes:
            yield 100 + _sum(stakes), teller.say(line, stakes)
    if rest:
        yield _sum(rest), teller.say(STILL_NEEDS, rest)
    if facts.won < 0:
        yield 50 - facts.won, teller.say(LOSES, points=-facts.won)
    given = facts.points[1 - facts.seat]
    if given > 0:
        yield 50 + given, teller.say(GIVES, points=given)


def _scoring(stakes: Iterable[Stake]) -> list[Stake]:
    return [stake for stake in stakes if stake.points > 0]


def _sum(stakes: Iterable[Stake]) -> int:
    return sum(stake.points for stake in stakes)


@dataclass(frozen=True)
class _Teller:
    """Says lines about a seat to the reader."""

    seat: int
    voice: Voice

    def say(
        self, line: Line, stakes: Sequence[Stake] = (), *, points: int | None = None, count: int = 0,
        keys: Sequence[str] = (), by: str = "",
    ) -> str:  # fmt: skip
        names = [self._name(stake) for stake in stakes] or [self.voice.card(key) for key in keys]
        by = by or next((stake.by for stake in stakes), "")
        values = {
            "name": self.voice.names[self.seat],
            "other": self.voice.names[1 - self.seat],
            "card": names[0] if names else "",
            "cards": all_of(names),
            "by": self.voice.card(by) if by else "",
            "points": points_words(_sum(stakes) if points is None else points),
            "worth": points_words(_sum(stakes)),
            "count": count,
        }
        return capfirst(self._pattern(line) % values)

    def opening(self, opening: Opening) -> str:
        food = opening.kind in FOOD
        return self.say(
            IS_FOOD if food else MAKES_ROOM, keys=[opening.card], points=opening.points, by=opening.by
        )

    def _pattern(self, line: Line) -> Words:
        if self.voice.reader == self.seat:
            return line.yours
        return line.against if self.voice.reader == 1 - self.seat and line.against else line.theirs

    def _name(self, stake: Stake) -> str:
        return _("seedling") if stake.face_down else self.voice.card(stake.card)


def say(line: Line, seat: int, voice: Voice, *, points: int) -> str:
    """A line about a seat that names no cards."""
    return _Teller(seat, voice).say(line, points=points)


# What another action would have been better for.

WOULD_GAIN = Line(
    gettext_lazy("You would have gained %(points)s more than you did."),
    gettext_lazy("That would have gained %(name)s %(points)s more than what was played."),
)
WOULD_DENY = Line(
    gettext_lazy("%(other)s would have %(points)s less."),
    gettext_lazy("%(other)s would have %(points)s less."),
    gettext_lazy("You would have %(points)s less."),
)
WOULD_KEEP = Line(
    gettext_lazy("Your %(cards)s would have been safe (%(points)s)."),
    gettext_lazy("%(name)s’s %(cards)s would have been safe (%(points)s)."),
)
WOULD_TAKE = Line(
    gettext_lazy("You would have taken %(cards)s (%(points)s) from %(other)s."),
    gettext_lazy("%(name)s would have taken %(cards)s (%(points)s) from %(other)s."),
    gettext_lazy("%(name)s would have taken %(cards)s (%(points)s) from you."),
)
WOULD_REMOVE = Line(
    gettext_lazy("%(other)s would have lost %(cards)s (%(points)s)."),
    gettext_lazy("%(other)s would have lost %(cards)s (%(points)s)."),
    gettext_lazy("You would have lost %(cards)s (%(points)s)."),
)
WOULD_ENDANGER = Line(
    gettext_lazy("%(other)s would have had to save %(cards)s (%(points)s)."),
    gettext_lazy("%(other)s would have had to save %(cards)s (%(points)s)."),
    gettext_lazy("You would have had to save %(cards)s (%(points)s)."),
)
WOULD_OPEN = Line(
    gettext_lazy("Then %(card)s in your hand would have had a space too (%(points)s)."),
    gettext_lazy("Then %(card)s in the hand would have had a space too (%(points)s)."),
)


def missed(found: Advantage, voice: Voice) -> list[str]:
    """What the better choice would have brought beyond the one that was made, at most MOST sentences."""
    teller = _Teller(found.seat, voice)
    weighted: list[tuple[float, str]] = []
    if found.won > 0:
        weighted.append((found.won, teller.say(WOULD_GAIN, points=found.won)))
    if found.denied > 0 and not found.removed and not found.taken:
        weighted.append((found.denied, teller.say(WOULD_DENY, points=found.denied)))
    for line, weight, stakes in (
        (WOULD_KEEP, 1.0, found.kept),
        (WOULD_TAKE, 1.0, found.taken),
        (WOULD_REMOVE, 1.0, found.removed),
        (WOULD_ENDANGER, IN_DANGER, found.endangered),
    ):
        if scoring := _scoring(stakes):
            weighted.append((weight * _sum(scoring), teller.say(line, scoring)))
    if found.opened:
        opened = max(found.opened, key=lambda each: each.points)
        words = teller.say(WOULD_OPEN, keys=[opened.card], points=opened.points)
        weighted.append((TO_COME * opened.points, words))
    return [words for _weight, words in sorted(weighted, key=lambda each: -each[0])][:MOST]


# The action itself.


def order(state: State, action: Action, cards: Voice) -> str:
    """The action as a request: "Play Red Fox beside Snowshoe Hare." `state` is that before it."""
    names: Mapping[str, object] = {
        "card": cards.card(action.get("card") or _key_at(state, action.get("from"))),
        "target": cards.card(_key_at(state, action.get("at"))),
        "beside": _beside(state, action, cards),
        "cards": all_of([cards.card(key) for key in action.get("cards", action.get("choose", []))]),
    }
    return str(_order(state, action) % names)


def _order(state: State, action: Action) -> str:
    match action["do"]:
        case "play" if action.get("under"):
            return _("Play %(card)s under %(target)s.")
        case "play" if _key_at(state, action["at"]):
            return _("Play %(card)s onto %(target)s.")
        case "play":
            return _("Play %(card)s beside %(beside)s.")
        case "move":
            return _("Move %(card)s beside %(beside)s.")
        case "spread":
            return _("Let %(card)s spread, with %(cards)s face down.")
        case "event" if action.get("choose"):
            return _("Play %(card)s on %(target)s and take back %(cards)s.")
        case "event":
            return _("Play %(card)s on %(target)s.")
        case "discard":
            return _("Discard %(card)s and draw.")
        case "reveal":
            return _("Show %(card)s.") if action["card"] else _("You have no species to show.")
    return _("End your turn.")


def _beside(state: State, action: Action, cards: Voice) -> str:
    if action["do"] not in ("play", "move") or action.get("under"):
        return ""
    keys = [_key_at(state, at) for at in supporters(state, action)]
    return all_of([_("HOME") if key == "home" else cards.card(key) for key in dict.fromkeys(keys)])


def _key_at(state: State, at: Sequence[int] | None) -> str:
    """The key of the upper card of a space, "" if it is empty."""
    spaces = state.view_for(None)["spaces"] if at else []
    return next((space["card"] for space in spaces if space["at"] == list(at or ())), "")
