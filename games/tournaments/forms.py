"""The forms of a tournament: making one, and entering it."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import UTC, timedelta
from fractions import Fraction
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cards.decks.models import Deck
from cards.models import Builder
from cards.sets.models import Collection
from engine.bots.levels import LEVELS
from engine.drafting import GAMES
from games.lobby.forms.open_table import Initial, decks_by_rules
from games.matches.fields import GAME, RATED
from games.matches.forms.decks import DeckChoice
from games.matches.models import BotLevel, Player
from games.matches.services.clock import DAYS, Pace
from games.matches.services.matches import DEFAULT_RULES
from games.matches.words.terms import EVERY_CLOCK
from games.tournaments.fields import BOTS_ALLOWED, CLOCK, DECKS, DRAFTING_CLOCK, KINDS, PUBLIC
from games.tournaments.models import Game, Tournament
from games.tournaments.services import making
from games.tournaments.services.corrections import LONGEST_REASON
from games.tournaments.services.terms import (
    BETWEEN,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    MOST_MINUTES,
    MOST_ROUNDS,
    NO_SHOW,
    TOO_FAR,
    TournamentTerms,
)
from games.tournaments.words.tables import Board
from games.tournaments.words.tournaments import points_in_words
from phylo.accounts.forms import display_name_field, free_name
from phylo.http.keys import KEY, new_key

KIND, AUDIENCE = Tournament.Kind, Tournament.Audience
FORFEIT = Game.How.FORFEIT
OF_A_SET = "set-"
"""Before the slug of a set, among the choices of for whom a tournament is."""
BREAKS = {
    0: _("None"),
    60: _("One minute"),
    300: _("Five minutes"),
    900: _("A quarter of an hour"),
    86_400: _("A day"),
}
NO_SHOWS = {
    120: _("After two minutes"),
    300: _("After five minutes"),
    600: _("After ten minutes"),
    0: _("When their time is up"),
}
FARTHEST = timedelta(hours=14)
"""The time zones of the world are at most this far from UTC."""


def _from_1_to(most: int) -> forms.NumberInput:
    return forms.NumberInput(attrs={"min": 1, "max": most})


class TournamentForm(forms.Form):
    """
    A new tournament. `for_whom` offers the sets that the maker edits. The page shows the fields that fit the
    kind and the game (static/css/tournaments/base.css); those that do not are ignored.
    """

    key = forms.RegexField(rf"\A{KEY}\Z", initial=new_key, widget=forms.HiddenInput)
    name = forms.CharField(max_length=LONGEST_NAME, label=_("Name"))
    kind = KINDS.form_field()
    rounds = forms.IntegerField(required=False, initial=5, label=_("Rounds"), widget=_from_1_to(MOST_ROUNDS))
    minutes = forms.IntegerField(
        required=False, initial=60, label=_("Minutes"), widget=_from_1_to(MOST_MINUTES)
    )
    rules = GAME.form_field()
    clock = CLOCK.form_field(required=False)
    draft_clock = DRAFTING_CLOCK.form_field(required=False)
    seats = forms.TypedChoiceField(
        choices=[(seats, seats) for seats in range(2, 7)],
        coerce=int,
        empty_value=None,
        required=False,
        initial=2,
        label=_("Players at a table"),
        help_text=_("Three and more with the Swiss system."),
    )
    for_whom = forms.ChoiceField(initial=AUDIENCE.LINK, label=_("For"))
    starts_at = forms.DateTimeField(
        required=False,
        label=_("Begins at"),
        help_text=_("Left empty: when you say so. The time is that of UTC."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    zone = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """Minutes from the maker's time to UTC, from the page's script."""
    decks = DECKS.form_field(required=False)
    deck = forms.ModelChoiceField(
        Deck.objects.none(),
        to_field_name="slug",
        required=False,
        label=_("The deck"),
        help_text=_("In a simultaneous: yours."),
        empty_label="–",
    )
    password = forms.CharField(
        max_length=LONGEST_PASSWORD,
        required=False,
        label=_("Password"),
        help_text=_("Who enters has to type it."),
    )
    filler = forms.ChoiceField(
        required=False, label=_("Free seats"), help_text=_("Otherwise somebody pauses if the number is odd.")
    )
    between = forms.TypedChoiceField(
        choices=BREAKS.items(), coerce=int, empty_value=None, required=False, initial=BETWEEN,
        label=_("Between rounds"),
    )  # fmt: skip
    no_show = forms.TypedChoiceField(
        choices=NO_SHOWS.items(), coerce=int, empty_value=None, required=False, initial=NO_SHOW,
        label=_("Who does not come loses"),
        help_text=_("With days for a turn: when their time is up."),
    )  # fmt: skip
    rated = RATED.form_field()
    public = PUBLIC.form_field()
    bots_allowed = BOTS_ALLOWED.form_field()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, builder: Builder, initial: Initial | None = None
    ) -> None:
        super().__init__(data, auto_id="tournament-%s", initial=dict(initial or {}))
        self.builder = builder
        self.sets = _edited_by(builder)
        levels = LEVELS[DEFAULT_RULES]
        offered = [(level.value, _in_seats(level)) for level in BotLevel.offered() if level in levels]
        self._choose(
            "for_whom", [*self._open_to(), *((OF_A_SET + each.slug, each.name) for each in self.sets)]
        )
        self._choose("filler", [("", _("Stay free")), *offered])
        deck = self.fields["deck"]
        assert isinstance(deck, forms.ModelChoiceField)
        deck.queryset = Deck.objects.open_to(builder)
        deck.widget.choices = [("", "–"), *decks_by_rules(builder)]
        if builder.user is None:
            del self.fields["rated"]

    def _choose(self, name: str, choices: Iterable[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)

    def _open_to(self) -> list[tuple[str, object]]:
        found: list[tuple[str, Any]] = [(AUDIENCE.LINK.value, AUDIENCE.LINK.label)]
        if self.builder.user is not None:
            found.append((AUDIENCE.SITE.value, AUDIENCE.SITE.label))
        return found

    @property
    def main(self) -> list[forms.BoundField]:
        names = ("name", "kind", "rounds", "minutes", "rules", "seats", "clock", "draft_clock", "for_whom")
        return [self[name] for name in names]

    @property
    def more(self) -> list[forms.BoundField]:
        names = ("starts_at", "decks", "deck", "password", "filler", "between", "no_show")
        return [self[name] for name in names]

    @property
    def ticks(self) -> list[forms.BoundField]:
        return [self[name] for name in ("rated", "public", "bots_allowed") if name in self.fields]

    @property
    def more_open(self) -> bool:
        """Whether a field of `more` has errors or is not as usual."""
        return self.is_bound and any(
            field.errors or str(field.value() or "") != str(field.initial or "") for field in self.more
        )

    def clean(self) -> dict[str, object]:
        given = super().clean() or {}
        zone, begins = given.get("zone") or 0, given.get("starts_at")
        if begins is not None and abs(zone) <= FARTHEST.total_seconds() / 60:
            try:
                given["starts_at"] = begins.replace(tzinfo=UTC) + timedelta(minutes=zone)
            except OverflowError:
                self.add_error("starts_at", TOO_FAR)
        return given

    @property
    def collection(self) -> Collection | None:
        """The set for which it is; only for a valid form."""
        slug = str(self.cleaned_data["for_whom"]).removeprefix(OF_A_SET)
        return next((each for each in self.sets if each.slug == slug), None)

    @property
    def terms(self) -> TournamentTerms:
        """Of a valid form, without what does not fit the kind and the game."""
        given, kind = self.cleaned_data, self.cleaned_data["kind"]
        drafting, in_set = given["rules"] in GAMES, self.collection is not None
        pace = EVERY_CLOCK.get(given["draft_clock" if drafting else "clock"], Pace())
        fits = {
            "rounds": kind == KIND.SWISS,
            "minutes": kind == KIND.ARENA,
            "seats": drafting and kind == KIND.SWISS,
            "decks": not drafting,
            "filler": kind in (KIND.SWISS, KIND.ROUND_ROBIN),
            "no_show": pace.kind != DAYS,
            "public": not in_set,
        }
        chosen = {
            each.name: given[each.name]
            for each in fields(TournamentTerms)
            if given.get(each.name) not in (None, "") and fits.get(each.name, True)
        }
        return TournamentTerms(pace=pace, audience=AUDIENCE.SET if in_set else given["for_whom"], **chosen)

    def make(self, maker: Player) -> Tournament:
        """The tournament of a valid form. Raises Refused or engine.InvalidSetup."""
        given = self.cleaned_data
        return making.make(
            maker=maker,
            terms=self.terms,
            key=given["key"],
            deck=given["deck"],
            collection=self.collection,
        )


def _edited_by(builder: Builder) -> list[Collection]:
    if builder.user is None:
        return []
    edits = Q(owner=builder.user) | Q(people__user=builder.user, people__editor=True)
    return list(Collection.objects.filter(edits).distinct().order_by("name"))


def _in_seats(level: BotLevel) -> str:
    return _("The computer (%(level)s)") % {"level": level.label}


class EntryForm(forms.Form):
    """
    What somebody enters with: the name of a guest who has none, the deck, if one is brought, and the
    password, if there is one.
    """

    display_name = display_name_field(
        label=_("Your name"),
        help_text=_(
            "A nickname that the others know, so that they find you. Leave it empty, and they read “Guest”."
        ),
    )

    deck = forms.ModelChoiceField(
        Deck.objects.none(), to_field_name="slug", label=_("Your deck"), empty_label=None
    )
    password = forms.CharField(
        max_length=LONGEST_PASSWORD,
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        tournament: Tournament,
        builder: Builder,
        known: bool = False,
        nameless: bool = False,
    ) -> None:
        """`known`: was in the tournament before, needs no password, and once it has begun keeps the deck."""
        super().__init__(data, auto_id="entry-%s")
        self.tournament = tournament
        if not nameless:
            del self.fields["display_name"]
        if known or not tournament.password:
            del self.fields["password"]
        keeps = known and tournament.status == Tournament.Status.RUNNING
        if tournament.drafting or tournament.decks == Tournament.Decks.GIVEN or keeps:
            del self.fields["deck"]
            return
        field = self.fields["deck"]
        assert isinstance(field, forms.ModelChoiceField)
        decks = Deck.objects.open_to(builder).for_rules(tournament.rules)
        ready = tournament.decks == Tournament.Decks.READY
        field.queryset = decks.ready() if ready else decks
        choice = DeckChoice.of(Builder() if ready else builder, tournament.rules)
        field.widget.choices = [(group.title or _("Ready decks"), group.choices) for group in choice.groups]

    def clean_display_name(self) -> str:
        return free_name(self.cleaned_data["display_name"], field="display_name")


class ResultForm(forms.Form):
    """What each seat of a board has earned."""

    unplayed = forms.BooleanField(
        required=False,
        label=_("It was not played, as when somebody does not come"),
    )
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, label=_("Why it is corrected"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, board: Board) -> None:
        super().__init__(data, auto_id="result-%s", initial={"unplayed": board.how == FORFEIT})
        steps = 2 * (len(board.sides) - 1)
        shares = [Fraction(step, steps) for step in range(steps, -1, -1)]
        for side in board.sides:
            self.fields[f"seat_{side.seat}"] = forms.TypedChoiceField(
                choices=[(str(share), points_in_words(share)) for share in shares],
                coerce=Fraction,
                initial=None if side.share is None else str(side.share),
                label=side.entrant.name,
            )
        self.seats = [self[f"seat_{side.seat}"] for side in board.sides]

    @property
    def points(self) -> list[Fraction]:
        """By seat; only for a valid form."""
        return [self.cleaned_data[field.name] for field in self.seats]
