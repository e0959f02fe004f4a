"""A program and its owner: making it, changing it, pausing it, its token, its end."""

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.decks.models import Deck
from games.ladder.models import Program
from games.matches.clauses import EVERY
from games.matches.models import Player, Seat
from games.matches.services.errors import NotAllowed
from phylo.accounts import services as accounts
from phylo.accounts import tokens
from phylo.accounts.languages import written_to
from phylo.accounts.models import User, suspended_now
from phylo.accounts.services import NameTaken
from phylo.jobs.outbox import queue_durably

MOST_PROGRAMS = 5
"""Of one owner."""
MOST_MADE = 10
"""By one owner in a day, those that are gone too."""
MOST_DECKS = 20
MOST_REFUSED = 20
"""Illegal actions in one game, before the program is paused."""
TOKEN = "ladder"
DAY = timedelta(days=1)


def make(
    *,
    owner: User,
    name: str,
    about: str,
    source: str,
    plays: Sequence[str],
    decks: Iterable[Deck] = (),
) -> tuple[Program, str]:
    """A new program, and its token, which cannot be read again. Raises NameTaken or NotAllowed."""
    with transaction.atomic():
        # Locked, so that concurrent requests cannot exceed the limit.
        User.objects.select_for_update().get(pk=owner.pk)
        if owner.program:
            raise NotAllowed(_("A program owns no programs."))
        if owner.programs.standing().count() >= MOST_PROGRAMS:
            raise NotAllowed(
                _("You have %(most)s programs, as many as one may have.") % {"most": MOST_PROGRAMS}
            )
        if owner.programs.filter(created__gt=timezone.now() - DAY).count() >= MOST_MADE:
            raise NotAllowed(_("You have done this many times today. Please go on tomorrow."))
        user = User(username=name, program=True)
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:
            raise NameTaken(name) from error
        player = Player.objects.create(user=user)
        program = Program.objects.create(
            player=player, owner=owner, about=about, source=source, plays=_known(plays)
        )
        program.decks.set(_playable(decks, owner))
        return program, new_token(program=program)


def change(
    *, program: Program, name: str, about: str, source: str, plays: Sequence[str], decks: Iterable[Deck]
) -> None:
    """Raises NameTaken."""
    with transaction.atomic():
        held = Program.objects.select_for_update().get(pk=program.pk)
        user = program.player.user
        if user is not None and user.username != name:
            accounts.rename(user=user, username=name, display_name="")
        held.about, held.source, held.plays = about, source, _known(plays)
        held.save(update_fields=["about", "source", "plays"])
        if held.owner is not None:
            held.decks.set(_playable(decks, held.owner))


def pause(*, program: Program, because: str = Program.Because.OWNER) -> None:
    """It begins no game until its owner lets it go on; one under way goes on."""
    with transaction.atomic():
        held = Program.objects.select_for_update().get(pk=program.pk)
        if not held.paused:
            _pause(held, because)


def go_on(*, program: Program) -> None:
    """Let it begin games again."""
    Program.objects.filter(pk=program.pk, paused=True).update(
        paused=False, paused_because="", failed=0, refused=0, waits_since=None
    )


def note_failure(program: Program, *, most: int) -> None:
    """In the transaction that ends a game, with the program's row locked; the caller saves `failed`."""
    program.failed += 1
    if program.failed >= most and not program.paused:
        _pause(program, Program.Because.TIME)


def note_refusal(seat: Seat) -> None:
    """A program has sent an illegal action; too many in a game of the ladder, and it is paused."""
    with transaction.atomic():
        mine = Program.objects.select_for_update(of=("self",))
        program = mine.filter(player=seat.player_id, playing__match=seat.match_id).first()
        if program is None:
            return
        program.refused += 1
        program.save(update_fields=["refused"])
        if program.refused >= MOST_REFUSED and not program.paused:
            _pause(program, Program.Because.ILLEGAL)


def check_owner(seat: Seat) -> None:
    """Raises NotAllowed for a program whose owner is suspended."""
    lets = Program.objects.filter(player=seat.player_id).filter(suspended_now("owner__"))
    if lets.exists():
        raise NotAllowed(_("The owner of this program is suspended."))


def new_token(*, program: Program) -> str:
    """A token that may play, in place of any earlier one."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(player=program.player_id)
        user.api_tokens.all().delete()
        return tokens.create_token(user=user, name=TOKEN, scopes=[tokens.Scope.PLAY])


def delete(*, program: Program) -> None:
    """With its account: running games are given up, and those that were played stay without its name."""
    user = program.player.user
    if user is not None:
        accounts.delete_account(user=user)


def detach(player: Player) -> None:
    """The account of the player's program goes, in the transaction that deletes it."""
    for program in Program.objects.select_for_update().filter(player=player):
        program.owner, program.about, program.source = None, "", ""
        program.waits_since = None
        program.save(update_fields=["owner", "about", "source", "waits_since"])
        program.decks.clear()


def _pause(program: Program, because: str) -> None:
    program.paused, program.paused_because = True, because
    program.save(update_fields=["paused", "paused_because"])
    if because != Program.Because.OWNER:
        _tell_owner(program)


def _tell_owner(program: Program) -> None:
    if program.owner is None or not (address := program.owner.confirmed_email):
        return
    link = settings.SITE_URL + program.get_absolute_url()
    with written_to(program.owner):
        body = render_to_string("ladder/mails/paused.txt", {"program": program, "link": link})
        queue_durably("accounts.mail", _("%(name)s is paused") % {"name": program.name}, body, address)


def _known(plays: Collection[str]) -> list[str]:
    """In the order of the site. Raises NotAllowed if there is none."""
    found = [rules for rules in EVERY if rules in plays]
    if not found:
        raise NotAllowed(_("Choose a game at least."), "plays")
    return found


def _playable(decks: Iterable[Deck], owner: User) -> list[Deck]:
    """Those of its owner that everybody may see."""
    return [deck for deck in decks if deck.owner_id == owner.pk and deck.listed][:MOST_DECKS]
