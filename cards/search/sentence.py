"""A query in words: "Cards of forest and a cool climate, scale 7 or smaller, most points first"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from cards.keywords.abilities import KEYWORDS
from cards.search import predicate as ask
from cards.search.fields import CLOSED
from cards.search.lists import CARD_LISTS
from cards.search.parse import Query
from cards.search.predicate import Predicate, Sort
from cards.texts import local_name
from cards.words import CLIMATES, TERRAINS, before, rules_name, tag_words

MOST_NAMES = 3
DATES = ("created", "updated")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the sentence; `term` marks what the user chose."""

    text: str
    term: bool = False


Phrase = list[Part]

KINDS = {
    "species": gettext_noop("Species"),
    "event": gettext_noop("Events"),
    "habitat": gettext_noop("Habitats"),
    "home": gettext_noop("HOME"),
}
ONE_OF_A_KIND = {
    "species": pgettext_lazy("kind of card", "species"),
    "event": gettext_lazy("event"),
    "habitat": gettext_lazy("habitat"),
    "home": pgettext_lazy("kind of card", "home"),
}
DIETS = {
    "photosynthetic": gettext_lazy("photosynthetic"),
    "molecular-carbon": gettext_lazy("molecular carbon"),
    "herbivore": gettext_lazy("herbivore"),
    "omnivore": gettext_lazy("omnivore"),
    "carnivore": gettext_lazy("carnivore"),
}
OTHER_VALUE = pgettext_lazy("value", "other than %(other)s")
OTHER_WORDS = pgettext_lazy("words", "other than %(other)s")
OTHER_CARDS = pgettext_lazy("cards", "other than %(other)s")
NUMBERS = {
    "scale": gettext_noop("scale %(number)s"),
    "food": gettext_noop("number %(number)s in the food chain"),
    "points": gettext_noop("points %(number)s"),
    "duration": gettext_noop("duration %(number)s"),
    "move": gettext_noop("MOVE %(count)s"),
    "flight": gettext_noop("FLIGHT %(count)s"),
    "spread": gettext_noop("SPREAD %(count)s"),
    "created": gettext_noop("first day here %(number)s"),
    "updated": gettext_noop("last change %(number)s"),
}
# What else a number is compared with.
OTHERS = {
    "=": gettext_noop("equal to %(other)s"),
    "!=": gettext_noop("other than %(other)s"),
    "<": gettext_noop("less than %(other)s"),
    "<=": gettext_noop("at most %(other)s"),
    ">": gettext_noop("more than %(other)s"),
    ">=": gettext_noop("at least %(other)s"),
}
NAMES = {
    "scale": gettext_noop("scale"), "food": gettext_noop("the number in the food chain"),
    "points": gettext_noop("points"), "duration": gettext_noop("duration"), "move": gettext_noop("MOVE"),
    "flight": gettext_noop("FLIGHT"), "spread": gettext_noop("SPREAD"),
}  # fmt: skip
WORDS = {
    "set": gettext_noop("set %(words)s"),
    "diet": gettext_noop("diet %(words)s"),
    "kind": gettext_noop("kind %(words)s"),
    "kingdom": gettext_noop("kingdom %(words)s"),
    "phylum": gettext_noop("phylum %(words)s"),
    "class": gettext_noop("class %(words)s"),
    "artist": gettext_noop("a picture by %(words)s"),
    "licence": gettext_noop("a picture under %(words)s"),
}
TEXTS = {
    "any": gettext_noop("called %(words)s"),
    "name": gettext_noop("with %(words)s in the name"),
    "latin": gettext_noop("with %(words)s in the Latin name"),
    "key": gettext_noop("with %(words)s in the key"),
    "fact": gettext_noop("with %(words)s in the fact"),
}
EXACT_TEXTS = {
    "name": gettext_noop("with the name %(words)s"),
    "latin": gettext_noop("with the Latin name %(words)s"),
    "key": gettext_noop("with the key %(words)s"),
    "fact": gettext_noop("with the fact %(words)s"),
}
MEMBERS = {
    "terrain": (gettext_noop("%(names)s"), gettext_noop("exactly %(names)s")),
    "climate": (gettext_noop("a %(names)s climate"), gettext_noop("exactly the climates %(names)s")),
    "keyword": (gettext_noop("with %(names)s"), gettext_noop("with exactly %(names)s")),
    "effect": (gettext_noop("with the effect %(names)s"), gettext_noop("with exactly the effects %(names)s")),
}
BEING = {"estimated": gettext_noop("partly estimated"), "needs-host": gettext_noop("in need of a host")}
RELATIONS = {
    "eats": gettext_noop("that live on %(words)s"),
    "eatenby": gettext_noop("that %(words)s lives on"),
    "beside": gettext_noop("that may lie beside %(words)s alone"),
}
# The usual order, the reversed one, and the name of what is compared.
SORTS = {
    "name": (
        gettext_noop("by %(sort)s"),
        gettext_noop("by %(sort)s, from the end"),
        gettext_noop("name"),
    ),
    "latin": (
        gettext_noop("by %(sort)s"),
        gettext_noop("by %(sort)s, from the end"),
        gettext_noop("Latin name"),
    ),
    "points": (
        gettext_noop("most %(sort)s first"),
        gettext_noop("fewest %(sort)s first"),
        gettext_noop("points"),
    ),
    "scale": (
        gettext_noop("smallest %(sort)s first"),
        gettext_noop("largest %(sort)s first"),
        gettext_noop("scale"),
    ),
    "food": (
        gettext_noop("lowest %(sort)s first"),
        gettext_noop("highest %(sort)s first"),
        gettext_noop("number"),
    ),
    "new": (gettext_noop("%(sort)s first"), gettext_noop("%(sort)s last"), gettext_noop("newest")),
    "relevance": (gettext_noop("%(sort)s first"), gettext_noop("%(sort)s last"), gettext_noop("best match")),
}


def sentence(query: Query) -> Phrase:
    """The sentence without a full stop, in pieces to be joined."""
    if query.either:
        parts = query.predicate.parts if isinstance(query.predicate, ask.Or) else ()
        said = _said(
            _("%(cards)s %(which)s"),
            cards=[Part(_("Cards"))],
            which=_joined([_phrase(part) for part in parts], _("or")),
        )
    else:
        said = _all(query.predicate.parts if isinstance(query.predicate, ask.And) else ())
    order = _order(query.sort, searched=bool(query.words))
    return said + ([Part(", "), *order] if order else [])


def _all(parts: Sequence[Predicate]) -> Phrase:
    """The conditions of the top level: the subject with kind and place, or a deck, then the rest."""
    kinds = [
        part for part in parts if isinstance(part, ask.OneOf) and part.field == "kind" and not part.outside
    ]
    fitting = [part for part in parts if isinstance(part, ask.Fits)]
    places = [part for part in parts if isinstance(part, ask.Members) and _is_place(part) and not fitting]
    rest = [*fitting, *(part for part in parts if part not in [*fitting, *places, *kinds[:1]])]
    if kinds:
        said = _any_of([_(KINDS[kind]) for kind in kinds[0].values])
    else:
        said = [Part(_("Cards") if parts else _("All cards"))]
    if places:
        where = _joined([_members(place) for place in places], _("and"))
        said = _said(_("%(cards)s of %(places)s"), cards=said, places=where)
    for number, part in enumerate(rest):
        which = _phrase(part)
        if number or places:
            said += [Part(", "), *which]
        elif isinstance(part, ask.Numbers | ask.Compared | ask.OneOf):
            said = _said(_("%(cards)s with %(which)s"), cards=said, which=which)
        else:
            said = _said(_("%(cards)s %(which)s"), cards=said, which=which)
    return said


def _is_place(part: ask.Members) -> bool:
    return part.field in ("terrain", "climate") and not part.outside


def _phrase(part: Predicate) -> Phrase:
    match part:
        case ask.And(parts):
            return _joined([_phrase(each) for each in parts], _("and"))
        case ask.Or(parts):
            return [Part("("), *_joined([_phrase(each) for each in parts], _("or")), Part(")")]
        case ask.Not(inner):
            return _said(_("not %(what)s"), what=_grouped(inner))
        case ask.Numbers() | ask.Compared():
            number = _number(part)
            return _said(_(NUMBERS[part.field]), number=number, count=number)
        case ask.OneOf(field, values, outside):
            return _said(_(WORDS[field]), words=_other(_any_of(_labels(field, values)), outside, OTHER_VALUE))
        case ask.Members():
            return _said(_("of %(place)s"), place=_members(part)) if _is_place(part) else _members(part)
        case ask.Text() | ask.Matched():
            return _text(part)
        case ask.Tagged(tags, outside):
            words = _other(_any_of([tag_words(tag) for tag in tags]), outside, OTHER_VALUE)
            return _said(_("with the tag %(words)s"), words=words)
        case ask.Being(what):
            return [Part(_(BEING[what]), term=True)]
        case ask.InLists():
            return _listed(part)
        case ask.Relation() | ask.Fits():
            return _fitting(part) if isinstance(part, ask.Fits) else _relation(part)


def _listed(part: ask.InLists) -> Phrase:
    return _joined(
        [
            _said(_(lists.says), words=_any_of(slugs))
            for lists in CARD_LISTS
            if (slugs := part.of(lists.kind))
        ],
        _("or"),
    )


def _grouped(part: Predicate) -> Phrase:
    said = _phrase(part)
    return [Part("("), *said, Part(")")] if isinstance(part, ask.And) else said


def _number(part: ask.Numbers | ask.Compared) -> Phrase:
    if isinstance(part, ask.Compared):
        return [Part(_(OTHERS[part.operator]) % {"other": _(NAMES[part.other])}, term=True)]
    said = [_span(part.field, low, high) for low, high in part.spans]
    return _other(_joined([[Part(each, term=True)] for each in said], _("or")), part.outside, OTHER_VALUE)


def _span(field: str, low: int | None, high: int | None) -> str:
    first, last = (_number_of(field, number) for number in (low, high))
    if low == high:
        return first
    later = {"scale": _("%(number)s or larger"), "food": _("%(number)s or higher")}
    before = {"scale": _("%(number)s or smaller"), "food": _("%(number)s or lower")}
    if field in DATES:
        later, before = {field: _("%(number)s or later")}, {field: _("%(number)s or earlier")}
    if low is None:
        return before.get(field, _("%(number)s or less")) % {"number": last}
    if high is None:
        return later.get(field, _("%(number)s or more")) % {"number": first}
    return _("%(low)s to %(high)s") % {"low": first, "high": last}


def _number_of(field: str, number: int | None) -> str:
    return str(date.fromordinal(number) if field in DATES and number is not None else number)


def _labels(field: str, values: Iterable[str]) -> list[str]:
    labels = {"diet": DIETS, "kind": ONE_OF_A_KIND}.get(field, {})
    return [str(labels.get(value, value)) for value in values] or [_("that no card has")]


def _members(part: ask.Members) -> Phrase:
    words = [word for bit, word in enumerate(CLOSED[part.field]) if part.mask >> bit & 1]
    if not words:
        return [Part(_("no climate at all"), term=True)]
    if part.field in ("terrain", "climate"):
        names = [_((TERRAINS | CLIMATES)[word]) for word in words]
    else:
        names = [str(KEYWORDS[word].label) if word in KEYWORDS else word for word in words]
    said = _joined([[Part(name, term=True)] for name in names], _("and")) if part.exactly else _any_of(names)
    usual, exactly = MEMBERS[part.field]
    return _other(_said(_(exactly if part.exactly else usual), names=said), part.outside, OTHER_CARDS)


def _text(part: ask.Text | ask.Matched) -> Phrase:
    said = (
        part.written
        if isinstance(part, ask.Matched)
        else [_("“%(text)s”") % {"text": text} for text in part.texts]
    )
    words = _any_of(said)
    pattern = EXACT_TEXTS[part.field] if part.exactly else TEXTS[part.field]
    return _said(_(pattern), words=_other(words, part.outside, OTHER_WORDS))


def _relation(part: ask.Relation) -> Phrase:
    names = [local_name(named.card.name) for named in part.cards]
    shown = names if len(names) <= MOST_NAMES + 1 else names[:MOST_NAMES]
    if len(shown) < len(names):
        shown = [*shown, _("%(count)s more") % {"count": len(names) - len(shown)}]
    said = _said(_(RELATIONS[part.name]), words=_any_of(shown))
    rules = rules_name(part.rules)
    return (
        said
        if rules == "1.4a"
        else said + _said(_(" by the rules %(rules)s"), rules=[Part(rules, term=True)])
    )


def _fitting(part: ask.Fits) -> Phrase:
    place = [Part(_("food or a place"), term=True)]
    if not part.slug:
        return _said(_("that find %(what)s in this deck"), what=place)
    return _said(_("that find %(what)s in the deck %(deck)s"), what=place, deck=_any_of([part.slug]))


def _order(sort: Sort, *, searched: bool) -> Phrase:
    """Empty for the usual order."""
    if sort == Sort("relevance" if searched else "name"):
        return []
    usual, turned, name = SORTS[sort.name]
    return _said(_(turned if sort.reversed else usual), sort=[Part(_(name), term=True)])


def _other(said: Phrase, outside: bool, pattern: Promise) -> Phrase:
    return _said(str(pattern), other=said) if outside else said


def _any_of(words: Sequence[str]) -> Phrase:
    """Words as terms: "one, two or three"."""
    last = [Part(word, term=True) for word in words[-1:]]
    first: Phrase = []
    for word in words[:-1]:
        first += [Part(", "), Part(word, term=True)] if first else [Part(word, term=True)]
    return [*first, Part(f" {before(_('or'), words[-1])} "), *last] if first else last


def _joined(phrases: Iterable[Phrase], word: str) -> Phrase:
    """With the same word between all: "one or two or three"."""
    said: Phrase = []
    for phrase in phrases:
        said += [Part(f" {before(word, phrase[0].text)} "), *phrase] if said and phrase else phrase
    return said


def _said(pattern: str, **phrases: Phrase) -> Phrase:
    """A pattern with phrases in its named places."""
    said: Phrase = []
    for place, text in enumerate(re.split(r"%\((\w+)\)s", pattern)):
        if place % 2:
            said += phrases[text]
        elif text:
            said.append(Part(text))
    return said
