"""The forms for opening a table, for Phylo or a drafting game, and for joining one."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.decks.models import Deck
from cards.models import Builder
from cards.sets.models import Collection
from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from engine.phylo.rules import RULES, Options
from games.lobby.fields import (
    COMPUTER,
    HERE,
    LINK,
    LISTED,
    MOST_INVITED,
    OTHERS,
    PERSON,
    PUBLIC,
    READY_DECKS_ONLY,
    SAME_DECK,
    SIDE,
)
from games.lobby.models import OpenTable
from games.lobby.services import open_tables
from games.lobby.services.terms import Terms
from games.matches.clauses import RULE_SETS
from games.matches.fields import CLOCK, DRAFTING_CLOCK, DRAFTING_GAME, RATED
from games.matches.forms.decks import DeckChoice
from games.matches.forms.parts import option_field, options_chosen
from games.matches.models import BotLevel, Player
from games.matches.services.clock import Pace
from games.matches.services.match_decks import faults_in_words
from games.matches.words.terms import CLOCKS, DRAFTING_CLOCKS, OPTION_WORDS
from phylo.accounts.models import User
from phylo.http.keys import KEY, new_key

USUAL = (2, 3)
"""The seats in which the computer sits unless something else is chosen."""

Initial = Mapping[str, str]


class OpenTableForm(forms.Form):
    """
    The terms of any open table, and the accounts `invited`. Only accounts choose `rated`. Others may watch
    what stands in the lobby; for a link or a person the maker has to say so (static/js/lobby/watched.js).
    """

    clocks: ClassVar[Mapping[str, Pace]]
    terms: Terms
    """Only for a valid form."""
    ticked: Sequence[str] = ("rated", "public")

    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key, widget=forms.HiddenInput)
    clock: forms.ChoiceField
    listed = LISTED.form_field(required=False)
    rated = RATED.form_field()
    public = PUBLIC.form_field()
    set = forms.ModelChoiceField(
        Collection.objects.none(), to_field_name="slug", required=False, widget=forms.HiddenInput
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, builder: Builder, prefix: str, initial: Initial
    ) -> None:
        user = builder.user
        private = initial.get("listed") == LINK or initial.get("to")
        super().__init__(data, auto_id=f"{prefix}-%s", initial={"public": not private, **initial})
        self.user = user
        self.invited: list[User] = []
        inside = self.fields["set"]
        assert isinstance(inside, forms.ModelChoiceField)
        inside.queryset = Collection.objects.inside(builder)
        if user is None:
            del self.fields["rated"]

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.ticked if name in self.fields]

    @property
    def collection(self) -> Collection | None:
        """The set inside which the table is opened, if the address or the form names one of the builder's."""
        field, slug = self.fields["set"], str(self["set"].value() or "")
        if not isinstance(field, forms.ModelChoiceField) or field.queryset is None or not slug.isprintable():
            return None
        found: Collection | None = field.queryset.filter(slug=slug).first() if slug else None
        return found

    def open_table(self, maker: Player) -> OpenTable:
        """Open the table of a valid form. Raises NotAllowed or engine.InvalidSetup."""
        return open_tables.open_table(
            maker=maker,
            terms=self.terms,
            key=self.cleaned_data["key"],
            deck=self.cleaned_data.get("deck"),
            invited=[Player.objects.get_or_create(user=user)[0] for user in self.invited],
        )

    @property
    def agreed(self) -> dict[str, Any]:
        """The arguments of Terms that all forms have; only for a valid form."""
        given = self.cleaned_data
        return {
            "pace": self.clocks[given["clock"]],
            "rated": given.get("rated", False),
            "public": given["public"],
            "listed": given["listed"] != LINK,
            "collection": given["set"].pk if given.get("set") else None,
        }


def decks_by_rules(builder: Builder, asked: str = "") -> list[Any]:
    """The choices of a select: for each rule set the builder's decks and the ready ones."""
    groups, ready = [], list(Deck.objects.ready())
    for page in RULE_SETS.values():
        choice = DeckChoice.of(builder, page.key, asked=asked, ready=ready)
        for group in choice.groups:
            title = f"{page.title}: {group.title}" if group.title else str(page.title)
            groups.append((title, group.choices))
    return groups


class ChallengeForm(OpenTableForm):
    """
    A challenge by the rules of the maker's deck, which may be any that `builder` can see; `to` names the
    invited account, `asked` a deck to offer first. It offers the options of all rule sets and rejects those
    that the deck's rules lack.
    """

    clocks = CLOCKS
    clock = CLOCK.form_field()
    ticked = ("rated", "public", "ready_decks_only", "same_deck")

    to = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )
    same_deck = SAME_DECK.form_field()
    ready_decks_only = READY_DECKS_ONLY.form_field()
    seat = SIDE.form_field(required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        builder: Builder,
        asked: str = "",
        to: str = "",
        inside: str = "",
        private: bool = False,
    ) -> None:
        self.builder, self.whom = (
            builder,
            User.objects.active_named(to if data is None else str(data.get("to") or "")),
        )
        initial = {"to": self.whom.username if self.whom else ""} | ({"deck": asked} if asked else {})
        initial |= {"set": inside, "listed": LINK} if inside else {}
        initial |= {"listed": LINK} if private else {}
        super().__init__(data, builder=builder, prefix="new", initial=initial)
        self.invited = [self.whom] if self.whom else []
        deck = self.fields["deck"]
        assert isinstance(deck, forms.ModelChoiceField)
        deck.queryset = Deck.objects.open_to(builder)
        deck.widget.choices = decks_by_rules(self.builder, asked)
        for name in OPTION_WORDS:
            self.fields[name] = option_field(name)

    @property
    def kept(self) -> str:
        """
        All that the empty fields of `main` depend on besides the language. "" for a form that has been sent
        or that an address fills in: there are too many of them to keep.
        """
        if self.is_bound or "deck" in self.initial or "set" in self.initial:
            return ""
        return repr((self.whom is not None, self.initial.get("listed"), self.fields["deck"].widget.choices))

    @property
    def main(self) -> list[forms.BoundField]:
        names = ["deck", "clock"] if self.whom or self.collection else ["deck", "clock", "listed"]
        return [self[name] for name in names]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self["seat"], *(self[name] for name in OPTION_WORDS)]

    @property
    def more_open(self) -> bool:
        """Whether a field of `more` has been changed or has errors."""
        usual = ("", OpenTable.Side.ANY, None)
        return self.is_bound and any(field.errors or field.value() not in usual for field in self.more)

    def clean_to(self) -> str:
        name: str = self.cleaned_data["to"]
        if name and self.whom is None:
            raise forms.ValidationError(_("There is nobody of this name."))
        return name

    def clean(self) -> dict[str, object]:
        """Adds `options` for the engine, without those at their default."""
        given = super().clean() or {}
        deck = given.get("deck")
        if deck is None:
            return given
        rules = RULES[deck.rules]
        values = Options.values(rules)
        for name in OPTION_WORDS:
            if given.get(name) not in (None, *values[name]):
                self.add_error(name, _("The rules of this deck do not have this."))
        options = options_chosen(rules, given)
        if not self.errors and (faults := faults_in_words(deck, options)):
            self.add_error("deck", faults)
        return given | {"options": options}

    @property
    def terms(self) -> Terms:  # type: ignore[override]
        given = self.cleaned_data
        return Terms(
            rules=given["deck"].rules,
            people=1,
            options=given["options"],
            side=given["seat"] or OpenTable.Side.ANY,
            invited_only=self.whom is not None,
            ready_decks_only=given["ready_decks_only"],
            same_deck=given["same_deck"],
            **self.agreed,
        )


class AcceptForm(forms.Form):
    """The deck to join a table with, if one is needed: any for its rules that `builder` may see."""

    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, table: OpenTable, builder: Builder) -> None:
        super().__init__(data)
        self.table = table
        if table.same_deck or table.drafting:
            del self.fields["deck"]
            return
        deck = self.fields["deck"]
        assert isinstance(deck, forms.ModelChoiceField)
        decks = Deck.objects.open_to(builder).for_rules(table.rules)
        deck.queryset = decks.ready() if table.ready_decks_only else decks

    def clean_deck(self) -> Deck:
        deck: Deck = self.cleaned_data["deck"]
        if faults := faults_in_words(deck, self.table.options):
            raise forms.ValidationError(faults)
        return deck


class TableForm(OpenTableForm):
    """
    A table of a drafting game: its terms and the players besides the maker. `builder` is the maker; a valid
    form has `terms` and the accounts `invited` by name.
    """

    clocks = DRAFTING_CLOCKS
    clock = DRAFTING_CLOCK.form_field()

    rules = DRAFTING_GAME.form_field(widget=forms.RadioSelect)
    invite = forms.CharField(
        required=False,
        max_length=400,
        label=_("Invite by name"),
        help_text=_("Names of people with an account, with commas between them. May be left empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        builder: Builder,
        initial: Initial | None = None,
    ) -> None:
        usual = {f"seat_{seat}": COMPUTER for seat in USUAL}
        super().__init__(data, builder=builder, prefix="table", initial={**usual, **(initial or {})})
        nobody = [("", _("Nobody"))]
        people = [(PERSON, _("Somebody on another device")), (HERE, _("Somebody beside you, on this device"))]
        computer = [(COMPUTER, _("The computer"))]
        bots = LEVELS[next(iter(GAMES))]
        levels = [(level.value, level.label) for level in BotLevel if level in bots]
        # Programs name a level for each seat; people, one for all seats of the computer.
        self.fields["level"] = forms.ChoiceField(choices=levels, required=False, label=gettext("Level"))
        for seat in OTHERS:
            field = forms.ChoiceField(
                choices=[*nobody, *computer, *levels, *people],
                required=False,
                label=gettext("Seat %(number)d") % {"number": seat},
            )
            field.widget.choices = [*nobody, *computer, *people]
            self.fields[f"seat_{seat}"] = field

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat}"] for seat in OTHERS]

    @property
    def only_computers(self) -> int | None:
        """How many computers play if nobody else does; None for a form that has been sent."""
        sitting = [str(seat.value()) for seat in self.seats if seat.value()]
        return None if self.is_bound or set(sitting) - {COMPUTER} else len(sitting)

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        level = given.get("level") or BotLevel.FOX.value
        seats = [given.get(f"seat_{seat}") or "" for seat in OTHERS]
        sitting = [level if who == COMPUTER else who for who in seats]
        written = (name.strip() for name in (given.get("invite") or "").split(","))
        names = list(dict.fromkeys(name for name in written if name))
        if len(names) > MOST_INVITED:
            words = gettext("You may invite %(most)s people at most.")
            self.add_error("invite", words % {"most": MOST_INVITED})
        for name in names[:MOST_INVITED]:
            user = User.objects.active_named(name)
            if user is None:
                self.add_error("invite", gettext("There is nobody called %(name)s.") % {"name": name})
            elif user != self.user and user not in self.invited:
                self.invited.append(user)
        if len(self.invited) > sitting.count(PERSON):
            self.add_error(
                "invite", gettext("There are fewer seats for people online than you have invited.")
            )
        return given | {"sitting": [who for who in sitting if who]}

    @property
    def terms(self) -> Terms:  # type: ignore[override]
        sitting = self.cleaned_data["sitting"]
        return Terms(
            rules=self.cleaned_data["rules"],
            bots=[who for who in sitting if who not in (PERSON, HERE)],
            here=sitting.count(HERE),
            people=sitting.count(PERSON),
            **self.agreed,
        )
