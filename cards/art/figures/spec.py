"""What a card says of its figure: `figure:bird build=songbird breast=D9703C`, read strictly."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import overload

from django.utils.translation import gettext as _

PREFIX = "figure:"
FORM = re.compile(r"figure:(?P<family>[a-z]+)(?P<values>( [a-z]+=[0-9A-Za-z.-]+)*)")
COLOUR = re.compile(r"[0-9A-Fa-f]{6}")
NUMBER = re.compile(r"-?([0-9]{1,3}(\.[0-9]{1,2})?|\.[0-9]{1,2})")


class BadFigure(ValueError):
    """The text names no figure; the message says why, for the person who wrote it."""


@dataclass(frozen=True, slots=True)
class Trait:
    """
    Something that a family can be told. `options` are the words of a choice; `low` and `high` bound an
    amount; a trait with neither is a colour, and `default` is empty if it is left away.
    """

    name: str
    default: str
    options: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


class Spec:
    """
    The family and the values of a figure. What a family asks for is what it knows: each question is kept in
    `traits`, and a value that nobody asked for is refused by `finish`. So families ask for everything first.
    """

    def __init__(self, family: str, values: Mapping[str, str]) -> None:
        self.family = family
        self.values = values
        self.traits: dict[str, Trait] = {}

    @property
    def text(self) -> str:
        return " ".join([self.family, *(f"{name}={value}" for name, value in self.values.items())])

    @overload
    def colour(self, name: str, default: str) -> str: ...
    @overload
    def colour(self, name: str) -> str | None: ...
    def colour(self, name: str, default: str | None = None) -> str | None:
        """Six hexadecimal digits; without a default it is a mark that may be missing."""
        self.traits[name] = Trait(name, default or "")
        value = self.values.get(name)
        if value is None:
            return default
        if not COLOUR.fullmatch(value):
            raise BadFigure(_("“%(name)s” is a colour such as 2F8F3A.") % {"name": name})
        return value.upper()

    def choice(self, name: str, options: tuple[str, ...], default: str = "") -> str:
        """One of the words `options`; the first one if nothing is said."""
        self.traits[name] = Trait(name, default or options[0], options)
        value = self.values.get(name, default or options[0])
        if value not in options:
            params = {"name": name, "options": ", ".join(options)}
            raise BadFigure(_("“%(name)s” is one of: %(options)s.") % params)
        return value

    def amount(self, name: str, default: float, low: float, high: float) -> float:
        """A number between `low` and `high`."""
        self.traits[name] = Trait(name, f"{default:g}", low=low, high=high)
        value = self.values.get(name)
        if value is None:
            return default
        if not NUMBER.fullmatch(value) or not low <= float(value) <= high:
            params = {"name": name, "low": f"{low:g}", "high": f"{high:g}"}
            raise BadFigure(_("“%(name)s” is a number from %(low)s to %(high)s.") % params)
        return float(value)

    def finish(self) -> None:
        for name in self.values:
            if name not in self.traits:
                params = {"family": self.family, "name": name, "known": ", ".join(sorted(self.traits))}
                raise BadFigure(_("The figure “%(family)s” has no “%(name)s”, but: %(known)s.") % params)


def read_spec(reference: str) -> Spec:
    """The spec that a card's `subject` says; raises BadFigure if it is not written as one."""
    said = FORM.fullmatch(reference)
    if said is None:
        raise BadFigure(_("A figure is written like this: figure:bird back=2F8F3A crest=long."))
    pairs = [value.split("=") for value in said["values"].split()]
    values = dict(pairs)
    if len(values) < len(pairs):
        raise BadFigure(_("A figure says the same thing twice."))
    return Spec(said["family"], values)
