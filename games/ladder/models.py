"""Programs of people, how strong they are, and which of them met."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cards.decks.models import Deck
from engine.bots.levels import LEVELS
from games.ladder import scale
from games.matches.models import BotLevel, Match, Player
from phylo.accounts.models import User, suspended_now

LONGEST_ABOUT = 200
LATELY = 5
"""So many opponents of a program are remembered, so that it meets others."""


class ProgramQuerySet(models.QuerySet["Program"]):
    def standing(self) -> Self:
        """Programs that are still somebody's."""
        return self.filter(player__former=False, player__user__is_active=True, owner__is_active=True)

    def in_ladder(self) -> Self:
        """Those that are to play: not paused, and neither they nor their owners suspended."""
        kept_out = suspended_now("owner__") | suspended_now("player__user__")
        return self.standing().filter(paused=False).exclude(kept_out)

    def with_people(self) -> Self:
        return self.select_related("player__user", "owner")

    def named(self, name: str) -> "Program | None":
        """The one of this account, if it is still somebody's."""
        user = User.objects.active_named(name)
        return (
            self.standing().with_people().select_related("playing").filter(player__user=user).first()
            if user
            else None
        )


class Program(models.Model):
    """
    A program that plays by the API, with an account of its own (`User.program`) to which nobody signs in. It
    is its owner's; when either account is deleted it becomes a former one, and its games stay.
    """

    class Because(models.TextChoices):
        OWNER = "owner", _("its owner wanted it")
        TIME = "time", _("it let its time run out again and again")
        ILLEGAL = "illegal", _("it sent illegal actions again and again")

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="program")
    owner = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="programs")
    about = models.CharField(max_length=LONGEST_ABOUT)
    """What it is, in a sentence."""
    source = models.URLField(blank=True)
    plays = models.JSONField(default=list)
    """The rule sets under which it plays."""
    decks = models.ManyToManyField(Deck, blank=True, related_name="+")
    """Public decks that it plays, one by chance; under a rule set without one, any ready deck."""
    paused = models.BooleanField(default=False)
    paused_because = models.CharField(max_length=8, choices=Because, blank=True)
    playing = models.ForeignKey("Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Its game under way; it plays one at a time."""
    waits_since = models.DateTimeField(null=True, blank=True)
    """Since when it is connected and free; null during a game, and while it is away."""
    seen = models.DateTimeField(null=True, blank=True)
    """When it was last connected, to half a minute."""
    day = models.DateField(null=True, blank=True)
    day_games = models.PositiveIntegerField(default=0)
    """The last day on which it began a game, and how many it began then."""
    lately = models.JSONField(default=list, blank=True)
    """Its last opponents, the latest first: keys of programs and names of levels."""
    failed = models.PositiveSmallIntegerField(default=0)
    """Games in a row in which it let its time run out."""
    refused = models.PositiveIntegerField(default=0)
    """Actions in its game under way that were against the rules."""
    created = models.DateTimeField(auto_now_add=True)

    objects = ProgramQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="ladder_paused_says_why",
                condition=Q(paused=False, paused_because="") | (Q(paused=True) & ~Q(paused_because="")),
            ),
            models.CheckConstraint(
                name="ladder_plays_or_waits", condition=Q(playing=None) | Q(waits_since=None)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Of a program that is still somebody's."""
        assert self.player.user is not None
        return reverse("ladder-program", args=[self.player.user.username])

    @property
    def name(self) -> str:
        return self.player.public_name

    @property
    def former(self) -> bool:
        return self.player.user is None

    @property
    def owner_name(self) -> str:
        return self.owner.public_name if self.owner else ""


class StandingQuerySet(models.QuerySet["Standing"]):
    def listed(self, rules: str) -> Self:
        """Those that have played under these rules and are still somebody's, and the levels."""
        former = Q(program__player__former=True) | Q(program__player__user__is_active=False)
        found = self.filter(rules=rules, games__gt=0).exclude(former | Q(program__owner__is_active=False))
        return found.select_related("program__player__user", "program__owner")


class Standing(models.Model):
    """How strong a program is under a rule set, by openskill; or a level of the computer: it never moves."""

    program = models.ForeignKey(
        Program, null=True, blank=True, on_delete=models.CASCADE, related_name="standings"
    )
    bot = models.CharField(max_length=20, choices=BotLevel, blank=True)
    rules = models.CharField(max_length=40)
    mu = models.FloatField(default=scale.MODEL.mu)
    sigma = models.FloatField(default=scale.MODEL.sigma)
    games = models.PositiveIntegerField(default=0)
    """Finished ones that count."""
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    firsts = models.IntegerField(default=0)
    """First seats that it had, less second ones."""

    objects = StandingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="ladder_standing_once", fields=["program", "rules"]),
            models.UniqueConstraint(
                name="ladder_standing_once_a_level", fields=["bot", "rules"], condition=~Q(bot="")
            ),
            models.CheckConstraint(
                name="ladder_standing_of_one",
                condition=Q(program__isnull=False, bot="") | Q(program__isnull=True, bot__in=BotLevel.values),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.rules}"

    @property
    def name(self) -> str:
        return self.program.name if self.program else str(self.get_bot_display())

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def fixed(self) -> bool:
        return self.program_id is None

    @property
    def strength(self) -> scale.Strength:
        """That of a level is what the engine says of it (docs/strength.md)."""
        if self.fixed:
            return scale.of_points(LEVELS[self.rules][self.bot].rating)
        return scale.Strength(self.mu, self.sigma)

    @property
    def provisional(self) -> bool:
        return not self.fixed and self.games < scale.PROVISIONAL


class GameQuerySet(models.QuerySet["Game"]):
    def running(self) -> Self:
        return self.filter(ended=None)

    def with_levels(self) -> Self:
        return self.filter(Q(first__program=None) | Q(second__program=None))

    def of(self, program: Program) -> Self:
        return self.filter(Q(first__program=program) | Q(second__program=program))

    def with_people(self) -> Self:
        sides = ("first", "second")
        found = self.select_related("match", *(f"{side}__program__player__user" for side in sides))
        return found.defer(*(f"match__{column}" for column in ("cards", "own_faces", "decks", "snapshot")))


class Game(models.Model):
    """Two that have met: who had which seat, and what it was worth."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="ladder_game")
    rules = models.CharField(max_length=40)
    first = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="firsts_of")
    """In seat 0."""
    second = models.ForeignKey(Standing, on_delete=models.CASCADE, related_name="seconds_of")
    begun = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of the first, in half points: 2 won, 1 drawn, 0 lost."""
    counts = models.BooleanField(default=False)
    """Whether it changed ratings; not if somebody never came, or if the computer was hurried."""
    first_before = models.FloatField(null=True, blank=True)
    first_after = models.FloatField(null=True, blank=True)
    second_before = models.FloatField(null=True, blank=True)
    second_after = models.FloatField(null=True, blank=True)
    """The mu of each."""

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="ladder_nobody_meets_oneself", condition=~Q(first=F("second"))),
            models.CheckConstraint(
                name="ladder_ended_has_result",
                condition=Q(ended__isnull=True, points__isnull=True, counts=False)
                | Q(ended__isnull=False, points__lte=2),
            ),
        ]
        indexes = [
            models.Index(name="ladder_running", fields=["first"], condition=Q(ended__isnull=True)),
            models.Index(name="ladder_by_rules", fields=["rules", "-id"]),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} {self.second_id} {self.rules}"
