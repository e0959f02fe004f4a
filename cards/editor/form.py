"""The editor's form: a card as typed, possibly unfinished, and its contents."""

from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from cards.editor.abilities import Ability, Effect, read_abilities, read_effects, whole_typed
from cards.editor.criteria import Criterion, criterion_data, criterion_of, is_unfinished, read_criterion
from cards.editor.figures import shaped_subject
from cards.editor.sources import TypedSource, read_sources, sources_in, typed_sources
from cards.models import Climate, Kind, Terrain
from cards.services.card_file import EMPTY, UNUSED
from cards.services.contents import ADDED, Columns, Contents, with_sources
from phylo.http.input import whole_number

TEXTS = (
    "name", "latin_name", "kingdom", "phylum", "class", "fact", "source", "subject", "catalogue_of_life",
    "wikidata", "gbif", "inaturalist",
)  # fmt: skip
NUMBERS = ("scale", "food_chain", "points", "duration")
WORDS = ("kind", "diet")
ART = ("file", "artist", "source", "licence")
LONGEST = 400


@dataclass
class CardForm:
    """
    `values` are the single fields as typed. `base` are the contents at the start, for what the form does not
    show; `target` is None for an event that can be played on any species.
    """

    base: Contents
    values: dict[str, str]
    terrains: list[str]
    climates: list[str]
    tags: list[str]
    abilities: list[Ability]
    effects: list[Effect]
    target: Criterion | None
    sources: dict[str, TypedSource]
    art: dict[str, str]
    uploaded: bool = False
    """Whether the card shows the uploaded art."""
    problems: dict[str, str] = field(default_factory=dict)
    """Maps fields to what cannot be read in them."""

    @classmethod
    def of(cls, contents: Columns) -> "CardForm":
        known = EMPTY | ADDED | with_sources(contents)
        values = {name: str(known[name] or "") for name in (*TEXTS, *WORDS)}
        values |= {name: "" if known[name] is None else str(known[name]) for name in NUMBERS}
        return cls(
            base=known,
            values=values,
            terrains=list(known["terrains"]),
            climates=list(known["climates"]),
            tags=list(known["tags"]),
            abilities=[Ability.of(name, value) for name, value in known["abilities"].items()],
            effects=[Effect.of(effect) for effect in known["effects"]],
            target=None if known["target"] is None else criterion_of(known["target"]),
            sources=typed_sources(known["sources"]),
            art=dict(known["art"]),
            uploaded=bool(known["art"]),
        )

    @classmethod
    def read(cls, post: QueryDict, base: Columns, *, fixed_kind: bool = False) -> "CardForm":
        """`base`: the present contents of the card or the proposal, empty for a new card."""
        known = EMPTY | ADDED | with_sources(base)
        values = {name: _line(post.get(name, "")) for name in (*TEXTS, *WORDS, *NUMBERS)}
        values["subject"] = _line(shaped_subject(post))
        if fixed_kind:
            values["kind"] = known["kind"]
        # `art-file` is the file itself.
        art = {name: _line(post.get("art-sha" if name == "file" else f"art-{name}", "")) for name in ART}
        return cls(
            base=known,
            values=values,
            terrains=[name for name in Terrain.values if name in post.getlist("terrains")],
            climates=[name for name in Climate.values if name in post.getlist("climates")],
            tags=_words(post.get("tags", "")),
            abilities=read_abilities(post),
            effects=read_effects(post),
            target=read_criterion(post, "target") if post.get("aimed") else None,
            sources=read_sources(post),
            art=art,
            uploaded=post.get("art") == "uploaded" and bool(art["file"]),
        )

    @property
    def kind(self) -> str:
        return self.values["kind"]

    def contents(self) -> Contents:
        """The contents; sets `problems` for unreadable fields. Columns of other kinds are left out."""
        self.problems = {}
        found: Contents = dict(self.base)
        found |= {name: self.values[name] for name in (*TEXTS, *WORDS)}
        found |= {name: self._number(name) for name in NUMBERS}
        found["duration"] = found["duration"] or 0
        found |= {
            "terrains": self.terrains,
            "climates": self.climates,
            "tags": self.tags,
            "abilities": self._abilities(),
            "effects": self._effects(),
            "target": self._target(),
            "art": {name: self.art.get(name, "") for name in ART} if self.uploaded else {},
        }
        if self.kind in Kind.values:
            found |= {column: EMPTY[column] for column in UNUSED[Kind(self.kind)]}
            if self.kind != Kind.EVENT:
                found["duration"] = 0
        found["sources"] = sources_in(self.sources, self.base, found)
        return found

    def _number(self, name: str) -> int | None:
        text = self.values[name]
        if not text:
            return None
        number = whole_typed(text)
        if number is None:
            self.problems[name] = _("“%(text)s” is no whole number.") % {"text": text[:20]}
        return number

    def _abilities(self) -> dict[str, object]:
        """Abilities with the same meaning keep their earlier form."""
        before, found = self.base["abilities"], {}
        for row in self.abilities:
            data = row.data()
            if data is None:
                self.problems["abilities"] = _("An ability needs its number.")
            elif row.name in before and Ability.of(row.name, before[row.name]).data() == data:
                found[row.name] = before[row.name]
            else:
                found[row.name] = data
        return found

    def _effects(self) -> list[dict[str, object]]:
        before, found = self.base["effects"], []
        for place, row in enumerate(self.effects):
            data = row.data()
            if data is None:
                self.problems["effects"] = _("An effect is not finished.")
            elif place < len(before) and Effect.of(before[place]).data() == data:
                found.append(before[place])
            else:
                found.append(data)
        return found

    def _target(self) -> object:
        if self.target is None:
            return None
        data, before = criterion_data(self.target), self.base["target"]
        return before if before is not None and criterion_data(criterion_of(before)) == data else data

    @property
    def unfinished(self) -> list[str]:
        """The fields with empty parts."""
        found = ["abilities"] if any(row.unfinished for row in self.abilities) else []
        if any(row.unfinished for row in self.effects):
            found.append("effects")
        if self.target is not None and is_unfinished(self.target):
            found.append("target")
        return found

    def criterion_at(self, prefix: str) -> Criterion | None:
        """The criterion whose fields in the form begin with `prefix`; None if there is none."""
        if prefix == "target":
            return self.target
        kind, _dash, rest = prefix.partition("-")
        place, _dash, what = rest.partition("-")
        number = whole_number(place, digits=3)
        if number is None:
            return None
        if kind == "abilities" and what == "on" and number < len(self.abilities):
            return self.abilities[number].criterion
        if kind == "effects" and what == "which" and number < len(self.effects):
            return self.effects[number].which
        return None


def _line(text: str) -> str:
    """In one line, without characters that cannot be stored."""
    return " ".join("".join(each if each.isprintable() else " " for each in text[:LONGEST]).split())


def _words(text: str) -> list[str]:
    words = [_line(each) for each in text.replace(",", ";").split(";")]
    return list(dict.fromkeys(word for word in words if word))
