"""A pupil's way through a lesson: the page they find after coming in, and playing with a classmate."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import engine
from cards.decks.models import Deck
from cards.models.builder import builder_of
from cards.sets.access import standing_of
from cards.sets.cards import drafts, own_cards
from engine.drafting import GAMES
from games.classes.models import Pupil
from games.classes.pages.lesson import GAMES_PLAYED
from games.classes.services.contact_rules import name_of
from games.classes.services.lessons import pairing
from games.lessons.services import playing
from games.lobby.models import OpenTable, Participant
from games.lobby.running import running
from games.lobby.services.open_tables import open_table
from games.lobby.services.terms import Terms
from games.lobby.words import listings
from games.matches.access import current_player
from games.matches.models import Player
from games.matches.presence import Presence, on_site
from games.matches.services.errors import NotAllowed
from games.matches.services.matches import DEFAULT_RULES
from games.puzzles.models import PuzzleAttempt
from games.tournaments.models import Tournament
from phylo.accounts.guests import guest_in
from phylo.http import languages
from phylo.http.input import whole_number
from phylo.http.keys import new_key
from phylo.http.problems import Refused

JOINING = "class-join"


def _pupil(request: HttpRequest) -> Pupil | None:
    found = Pupil.objects.select_related("classroom__collection").filter(guest=guest_in(request.session))
    return None if request.user.is_authenticated else found.first()


@never_cache
@require_safe
def class_home(request: HttpRequest) -> HttpResponse:
    """Leads those who are no pupils to where one comes in; with `?part=live` only who is there and asks."""
    me = _pupil(request)
    if me is None:
        return redirect(JOINING)
    languages.enter(request, me.classroom.language)
    player, collection, builder = current_player(request), me.classroom.collection, builder_of(request)
    Presence(player.pk).visit()
    context: dict[str, object] = {"me": me, "set": collection, **_others(request, me, player)}
    if request.GET.get("part") == "live":
        return render(request, "classes/_home_live.html", context)
    standing = standing_of(builder, collection)
    own = own_cards(collection, builder, standing)
    solved = PuzzleAttempt.objects.filter(player=player, result=PuzzleAttempt.Result.SOLVED)
    context |= {
        "mine": [each for each in own if each.card.is_of(builder)],
        "others_cards": sum(not each.card.is_of(builder) for each in own),
        "drafts": drafts(collection, builder, standing),
        "learnt": playing.learnt(player.pk),
        "puzzles": solved.values("puzzle").distinct().count(),
        "tournaments": Tournament.objects.under_way().filter(collection=collection).order_by("created"),
        "decks": Deck.objects.of(builder).order_by("-changed_at")[:6],
        "games": GAMES_PLAYED,
        "key": new_key(),
    }
    return render(request, "classes/home.html", context)


def _others(request: HttpRequest, me: Pupil, player: Player) -> dict[str, object]:
    classmates = me.classroom.pupils.exclude(pk=me.pk).select_related("guest__player")
    players = {each.guest.player.pk: each for each in classmates if hasattr(each.guest, "player")}
    here = on_site(players)
    now = timezone.now()
    tables = OpenTable.objects.with_people().standing(at=now)
    states = Participant.State.INVITED, Participant.State.WAITING
    site = request.build_absolute_uri("/").removesuffix("/")
    found = listings(list(tables.with_participant(player.pk, *states)), viewer=player.pk, site=site)
    return {
        "here": [{"pk": each.pk, "name": name_of(each)} for key, each in players.items() if key in here],
        "asked": [each for each in found if each.state == Participant.State.INVITED],
        "own_tables": [each for each in found if each.state == Participant.State.WAITING],
        "matches": running(player.pk, now),
    }


@require_POST
def class_play(request: HttpRequest) -> HttpResponse:
    """
    Ask a classmate (`pupil`) to play by `rules`: the match begins when they agree. With `computer` it begins
    at once.
    """
    me = _pupil(request)
    if me is None:
        return redirect(JOINING)
    rules, key = request.POST.get("rules", DEFAULT_RULES), request.POST.get("key", "")[:40]
    key = key if key and key.isprintable() else new_key()
    try:
        if request.POST.get("computer"):
            [match] = pairing.pair(
                classroom_id=me.classroom_id,
                builder=builder_of(request),
                chosen=[me.pk],
                wanted=pairing.Wanted(rules),
                key=key,
            )
            return redirect("match", match.pk)
        _ask(request, me, rules, key)
    except (Refused, engine.InvalidSetup) as error:
        messages.warning(request, str(error))
    return redirect("class-home")


def _ask(request: HttpRequest, me: Pupil, rules: str, key: str) -> None:
    other = me.classroom.pupils.filter(pk=whole_number(request.POST.get("pupil", ""), digits=18) or 0).first()
    if other is None:
        raise NotAllowed(_("Choose somebody of your class."))
    own = Deck.objects.of(builder_of(request)).filter(complete=True).order_by("-changed_at")
    open_table(
        maker=current_player(request),
        terms=Terms(rules=rules, people=1, public=False, listed=False, invited_only=True),
        key=key,
        deck=None if rules in GAMES else own.for_rules(rules).first(),
        invited=[pairing.player_of(other)],
        any_ready=True,
    )
    messages.success(request, _("You have asked %(name)s.") % {"name": name_of(other)})
