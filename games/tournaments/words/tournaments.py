"""Tournaments as people and programs read them: what one is, and who plays in it."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.matches.models import BotLevel
from games.matches.words.seats import bot_label, page_of
from games.matches.words.terms import (
    game_name,
    options_in_words,
    pace_in_words,
    pace_key,
    pace_of,
    sentences,
)
from games.tournaments.models import Entry, Tournament, TournamentQuerySet

KINDS = {
    Tournament.Kind.SWISS: gettext_lazy(
        "Each round pairs players with about the same number of points. Nobody is knocked out."
    ),
    Tournament.Kind.ROUND_ROBIN: gettext_lazy("Everybody meets everybody once."),
    Tournament.Kind.ARENA: gettext_lazy(
        "As many games as you like until the time is up. After two wins in a row, points count twice."
    ),
    Tournament.Kind.SIMUL: gettext_lazy("One plays against all others at the same time."),
}
HALVES = {Fraction(0): "", Fraction(1, 2): "½"}


def points_in_words(points: Fraction) -> str:
    """ "2", "2½"; at larger tables "2.67"."""
    whole, rest = divmod(points, 1)
    if rest not in HALVES:
        return f"{float(points):.2f}"
    return f"{whole or ''}{HALVES[rest]}" or "0"


@dataclass(frozen=True)
class Entrant:
    """Somebody in a tournament, as a visitor sees them; `bot` is the level of a computer."""

    number: int
    name: str
    url: str
    bot: str
    rating: int
    you: bool
    withdrawn: bool
    program: bool


def entrant(entry: Entry, *, viewer: uuid.UUID | None, names: Mapping[uuid.UUID, str]) -> Entrant:
    """Expects the player with the account; `names` are those that only the viewer may read."""
    player = entry.player
    if player is None:
        name, url = bot_label(entry.bot), ""
    else:
        name, url = names.get(player.pk, "") or player.public_name, page_of(player)
    return Entrant(
        number=entry.number,
        name=name,
        url=url,
        bot=entry.bot,
        rating=entry.rating,
        you=player is not None and player.pk == viewer,
        withdrawn=entry.withdrawn_at is not None,
        program=entry.program,
    )


@dataclass(frozen=True)
class Listing:
    """
    A tournament, with how many have `entered` it, and the entry of the `viewer`, the player who asks. `site`
    is the base of absolute URLs.
    """

    tournament: Tournament
    entered: int
    entry: Entry | None = None
    viewer: uuid.UUID | None = None
    site: str = ""

    @property
    def code(self) -> str:
        return self.tournament.code

    @property
    def name(self) -> str:
        return self.tournament.name

    @property
    def path(self) -> str:
        return self.tournament.get_absolute_url()

    @property
    def address(self) -> str:
        """The absolute URL."""
        return self.site + self.path

    @property
    def maker(self) -> str:
        return self.tournament.maker.public_name

    @property
    def maker_url(self) -> str:
        return page_of(self.tournament.maker)

    @property
    def own(self) -> bool:
        return self.viewer is not None and self.viewer == self.tournament.maker_id

    @property
    def playing(self) -> bool:
        """Whether the viewer is entered and has not withdrawn."""
        return self.entry is not None and self.entry.withdrawn_at is None

    @property
    def may_enter(self) -> bool:
        """Whether the tournament takes the viewer: a new entry, or one that comes back."""
        return not self.tournament.over and not self.playing

    @property
    def status(self) -> str:
        return self.tournament.status

    @property
    def kind(self) -> str:
        return str(Tournament.Kind(self.tournament.kind).label)

    @property
    def how(self) -> str:
        """What the kind means, in a sentence."""
        return str(KINDS[Tournament.Kind(self.tournament.kind)])

    @property
    def length(self) -> str:
        tournament = self.tournament
        if tournament.minutes:
            minutes = ngettext("%(count)d minute", "%(count)d minutes", tournament.minutes)
            return minutes % {"count": tournament.minutes}
        if tournament.rounds > 1:
            return ngettext("%(count)d round", "%(count)d rounds", tournament.rounds) % {
                "count": tournament.rounds
            }
        return ""

    @property
    def game(self) -> str:
        return game_name(self.tournament.rules)

    @property
    def pace_key(self) -> str:
        return pace_key(pace_of(self.tournament))

    @property
    def clock(self) -> str:
        return pace_in_words(pace_of(self.tournament))

    @property
    def decks(self) -> str:
        """Which decks are played; "" in games without decks."""
        tournament = self.tournament
        if tournament.drafting:
            return ""
        if tournament.decks == Tournament.Decks.GIVEN:
            return _("All play “%(deck)s”") % {"deck": tournament.deck_name}
        return str(Tournament.Decks(tournament.decks).label)

    @property
    def terms(self) -> list[str]:
        """All terms besides the kind and the game, for a list."""
        tournament = self.tournament
        seats = ngettext("Tables of %(count)d", "Tables of %(count)d", tournament.seats)
        found = [
            self.length,
            seats % {"count": tournament.seats} if tournament.drafting else "",
            self.clock,
            self.decks,
            *options_in_words(tournament.options),
            _("Rated") if tournament.rated else "",
            _("With a password") if tournament.password else "",
            _("Programs may play") if tournament.bots_allowed else "",
            self.filler,
        ]
        return [words for words in found if words]

    @property
    def filler(self) -> str:
        if not self.tournament.filler:
            return ""
        level = BotLevel(self.tournament.filler).label
        return _("The computer (%(level)s) takes free seats") % {"level": level}

    @property
    def summary(self) -> str:
        """What will be played, in a few words."""
        return sentences([self.kind, self.game, *self.terms])

    @property
    def audience(self) -> str:
        if self.tournament.collection is not None:
            return _("For the people of “%(set)s”") % {"set": self.tournament.collection.name}
        return str(Tournament.Audience(self.tournament.audience).label)

    @property
    def lasts(self) -> timedelta:
        """About how long it takes, for calendars."""
        return timedelta(minutes=self.tournament.minutes or 30 * max(1, self.tournament.rounds))


def listings(
    tournaments: TournamentQuerySet | Iterable[Tournament], *, viewer: uuid.UUID | None = None, site: str = ""
) -> list[Listing]:
    """Listings of tournaments queried `with_people`; takes two more queries."""
    found = list(tournaments)
    entries = Entry.objects.filter(tournament__in=found)
    playing = Count("pk", filter=Q(withdrawn_at=None))
    counts = dict(entries.order_by().values_list("tournament").annotate(playing=playing))
    own = {each.tournament_id: each for each in entries.filter(player=viewer)} if viewer else {}
    return [Listing(each, counts.get(each.pk, 0), own.get(each.pk), viewer, site) for each in found]
