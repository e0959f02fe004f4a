"""The food web of a table in words: what each card lives on, what lives on it, and its cascade."""

from collections.abc import Mapping
from typing import TypedDict

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.words import all_of, turns_words
from engine.phylo.web import Dependant, FoodLinks
from engine.phylo.web import web as engine_web
from engine.record_format import Risk, Space
from games.matches.wording import lack_words
from games.table.board import At, at_of, card_of, points_in_force
from games.table.lines import Line, Reader, clauses, line, side_of

# How a card depends on the one that it lives on.
USES = {
    "home": gettext_lazy("at home here"),
    "place": gettext_lazy("shares terrain and climate"),
    "food": gettext_lazy("eats it"),
    "menu": gettext_lazy("eats it"),
    "host": gettext_lazy("lives under it"),
    "partner": gettext_lazy("must be beside it"),
}


class Part(TypedDict):
    """`words` are shown above the lines or instead of them."""

    words: str
    lines: list[Line]


class Cascade(TypedDict):
    """The spaces that would be `lost` if a card went."""

    words: str
    lost: list[str]


class CardInWeb(TypedDict):
    """
    A card: `whose` gives its player and points, `danger` why it will go at the end of a turn, if so; each of
    the `facts` has a `sign` and `words`.
    """

    name: str
    whose: str
    danger: str
    facts: list[dict[str, str]]
    lives_on: Part
    feeds: Part
    cascade: Cascade


def web_in_words(reader: Reader) -> dict[str, object]:
    """The food web: `cards` (CardInWeb) by "x,y", and the `clauses` that their lines link to."""
    web = engine_web(reader.state)
    risks = {at_of(risk["at"]): risk for risk in reader.state.at_risk() if not risk["under"]}
    cards = {
        "{},{}".format(*space["at"]): _card(space, web[at_of(space["at"])], reader, risks)
        for space in reader.spaces
    }
    lines = [line for card in cards.values() for line in card["lives_on"]["lines"] + card["feeds"]["lines"]]
    used = {line["clause"] for line in lines}
    return {"cards": cards, "clauses": clauses(reader.state.rules.key, used)}


def _card(space: Space, links: FoodLinks, reader: Reader, risks: Mapping[At, Risk]) -> CardInWeb:
    lines = [line(bond, links.at, reader.lying) for bond in links.bonds]
    return {
        "name": reader.lying[at_of(space["at"])],
        "whose": _whose(space, links, reader),
        "danger": _danger(risks.get(at_of(space["at"])), reader),
        "facts": _facts(space, links, reader),
        "lives_on": {
            "words": _("It needs no food, and stays for good.") if links.permanent else "",
            "lines": lines,
        },
        "feeds": {
            "words": "" if links.feeds else _("No card lives on it."),
            "lines": [_dependant(each, links, reader) for each in links.feeds],
        },
        "cascade": _cascade(links, reader),
    }


def _whose(space: Space, links: FoodLinks, reader: Reader) -> str:
    """The player who controls the card, and what it scores now (P33)."""
    owner = reader.owned(links.seat)
    if links.permanent and card_of(reader.cards, space["card"])["kind"] == "home":
        return capfirst(owner)
    if "face_down" in space:
        return capfirst(_("%(owner)s, no points face down") % {"owner": owner})
    points = points_in_force(space, reader.cards) or 0
    counted = ngettext("%(points)d point now", "%(points)d points now", points) % {"points": points}
    return capfirst(f"{owner}, {counted}")


def _facts(space: Space, links: FoodLinks, reader: Reader) -> list[dict[str, str]]:
    """What lies on and under the card, and, if another player controls it, whose pile it will go to."""
    facts = []
    if space["owner"] != links.seat:
        owner = (
            _("It goes to your pile in the end.")
            if space["owner"] == reader.seat
            else _("It goes to the pile of %(name)s in the end.") % {"name": reader.names[space["owner"]]}
        )
        facts.append({"sign": "link", "words": owner})
    for event in space.get("events", []):
        words = _("%(name)s lies on it, %(turns)s.") % {
            "name": reader.name(event["card"]),
            "turns": turns_words(event["turns_left"]),
        }
        facts.append({"sign": "hourglass", "words": words})
    if links.below_seat is not None:
        below = {"name": reader.below[at_of(space["at"])], "owner": reader.owned(links.below_seat)}
        pattern = (
            _("%(name)s lives under it as a parasite, %(owner)s.")
            if "under" in space
            else _("%(name)s lies face down under it, %(owner)s.")
        )
        facts.append({"sign": "under", "words": pattern % below})
    return facts


def _danger(risk: Risk | None, reader: Reader) -> str:
    """That a card will go at the next upkeep of its player (P13), and why; "" if it will not."""
    if risk is None:
        return ""
    lack, points = lack_words(risk["why"]), risk["points"]
    if risk["seat"] != reader.seat:
        names = {"name": reader.names[risk["seat"]], "lack": lack}
        return _("It will go at the end of the next turn of %(name)s: it %(lack)s.") % names
    said = _("It will go at the end of your turn: it %(lack)s.") % {"lack": lack}
    if not points:
        return said
    lost = ngettext("You lose %(points)s point.", "You lose %(points)s points.", points)
    return "{} {}".format(said, lost % {"points": points})


def _dependant(each: Dependant, links: FoodLinks, reader: Reader) -> Line:
    name = (reader.below if each.under else reader.lying)[at_of(each.at)]
    return {
        "at": "{},{}".format(*each.at),
        "fits": True,
        "only": each.only,
        "name": name,
        "side": side_of(each.at, links.at),
        "kind": str(USES[each.kind]),
        "words": _("It has nothing else to live on.") if each.only else "",
        "clause": each.clause,
    }


def _cascade(links: FoodLinks, reader: Reader) -> Cascade:
    names = [(reader.below if under else reader.lying)[at_of(at)] for at, under in links.lost]
    said = []
    if links.heir:
        said.append(_("If it goes, it grows on in its seedling’s place."))
    if names:
        pattern = ngettext(
            "If it goes, %(names)s goes too, at the end of its player’s turn.",
            "If it goes, %(names)s go too, at the end of their players’ turns.",
            len(names),
        )
        said.append(pattern % {"names": all_of(names)})
    return {"words": " ".join(said), "lost": ["{},{}".format(*at) for at, _under in links.lost]}
