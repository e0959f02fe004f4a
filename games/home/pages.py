"""The home page: running matches, and the form for a new match against the computer."""

from collections.abc import Mapping, Sequence
from functools import cache
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

import engine
from cards.decks.models import Deck
from cards.decks.pages.tiles import Tile, row_of, tiles
from cards.models import Builder, Card
from cards.models.builder import builder_of
from cards.services.version import Version
from engine.drafting import GAMES
from games.lobby.forms.quick import QuickForm
from games.lobby.pages.open_tables import pictured as pictured_game
from games.matches.access import current_player, player_id
from games.matches.clauses import RULE_SETS, RuleSetPage, rules_in_short
from games.matches.forms.decks import DeckChoice
from games.matches.forms.new_match import NewMatchForm, rules_sent
from games.matches.forms.parts import complaints
from games.matches.models import Seat
from games.matches.services.errors import NotAllowed
from games.matches.services.match_decks import names_hand
from games.matches.services.matches import DEFAULT_RULES, start_against_bot
from games.matches.words.levels import LevelChoice, level_choices
from games.matches.words.seats import names_in_a_row, others_at, place_of
from games.people.services.suggested import suggested
from games.table.faces import pictured
from phylo.http.keys import new_key
from phylo.http.problems import only, problem, wants_page

FAN = ("american-robin", "valley-oak", "eurasian-lynx", "wildfire", "horse")
IN_SHORT = {
    engine.V1_4A.key: gettext_lazy("The newer rules. Food is one number lower, and an event ends the turn."),
    engine.V1_3.key: gettext_lazy(
        "Habitats to play, species that rest on your own cards, and events as often as you have actions."
    ),
}


@never_cache
@ensure_csrf_cookie
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """`?rules=` shows the decks of that rule set first; `?deck=` chooses a deck that the visitor may see."""
    return home_page(request, chosen=request.GET.get("rules", ""), deck=request.GET.get("deck", ""))


def home_page(
    request: HttpRequest, *, form: NewMatchForm | None = None, chosen: str = "", deck: str = ""
) -> HttpResponse:
    """
    The page; `form` is one that was refused. `chosen` is the key of a rule set and `deck` a slug; unknown
    ones are ignored.
    """
    player, builder = player_id(request), builder_of(request)
    seats = (
        Seat.objects.of(player).one_a_match().filter(match__status="playing")
        if player
        else Seat.objects.none()
    )
    key, cards_as_of = _rules_first(form, chosen, deck, builder), Version.now()
    levels = {rules: level_choices(each) for rules, each in suggested(player).items()}
    ready = list(Deck.objects.ready())
    return render(
        request,
        "home/home.html",
        {
            "tables": [
                _table(page, page.key == key, form, deck, builder, ready, cards_as_of)
                | _levels(levels[page.key], form if page.key == key else None)
                for page in RULE_SETS.values()
            ],
            "running": [
                _running(seat)
                for seat in seats.order_by("-match__updated").prefetch_related("match__seats__player__user")[
                    :6
                ]
            ],
            "cards_as_of": cards_as_of,
            "fan": cache(_fan),
            "drafting": [pictured_game(each) | _levels(levels[each]) for each in GAMES],
            "key": new_key(),
            "quick": QuickForm(builder=builder),
            "new": player is None or not Seat.objects.filter(player=player).exists(),
        },
        status=HTTPStatus.BAD_REQUEST if form else HTTPStatus.OK,
    )


@only("POST")
def match_create(request: HttpRequest) -> HttpResponse:
    """Start a match against the computer: a redirect to its table, or the home page again with errors."""
    form = NewMatchForm(request.POST, builder=builder_of(request))
    if not form.is_valid():
        return _refused(request, form)
    try:
        match = start_against_bot(player=current_player(request), coach=True, **form.terms)
    except (NotAllowed, engine.InvalidSetup) as error:
        form.add_error(None, str(error))
        return _refused(request, form)
    return redirect("match", match.pk)


def _refused(request: HttpRequest, form: NewMatchForm) -> HttpResponse:
    if wants_page(request):
        return home_page(request, form=form)
    detail = " ".join(complaints(form))
    return problem("malformed", detail, errors=form.errors.get_json_data())


def _rules_first(form: NewMatchForm | None, chosen: str, deck: str, builder: Builder) -> str:
    """The rule set shown first: that of the deck in the URL, else the one in the URL, else the default."""
    if form is not None:
        return form.rule_set.key
    return rules_sent({"deck": deck}, builder) or rules_sent({"rules": chosen}, builder) or DEFAULT_RULES


def _table(
    page: RuleSetPage,
    chosen: bool,
    sent: NewMatchForm | None,
    asked: str,
    builder: Builder,
    ready: Sequence[Deck],
    cards_as_of: Version,
) -> dict[str, object]:
    """
    What the page offers for one rule set: its decks, and the form that begins a match with one. `kept` is
    everything that decks and options depend on; empty for a form that was sent.
    """
    bound = sent if chosen else None
    choice = bound.choice if bound else DeckChoice.of(builder, page.key, asked=asked, ready=ready)
    decks = choice.decks
    first = choice.chosen.slug if choice.chosen else next((deck.slug for deck in decks), "")
    own = {deck.pk for deck in choice.own}
    rows = [row_of(deck) for deck in decks]
    # A set's own cards may change without any other card changing.
    in_sets = any(deck.collection_id for deck in decks)

    @cache
    def form() -> NewMatchForm:
        return bound or NewMatchForm(rules=page.key, builder=builder, asked=asked)

    return {
        "page": page,
        "in_short": IN_SHORT[page.key],
        "form": form,
        "kept": "" if bound or in_sets else repr((cards_as_of, builder.user is not None, first, own, rows)),
        "complaints": complaints(bound) if bound else [],
        "groups": cache(lambda: _groups(choice)),
        "ready": choice.ready,
        "own": own,
        "named_hands": {deck.pk for deck in decks if names_hand(deck)},
        "unfinished": None if bound or not choice.faults else choice,
        "deck": (bound["deck"].value() if bound else "") or first,
        "chosen": chosen,
    }


def _levels(levels: list[LevelChoice], sent: NewMatchForm | None = None) -> dict[str, object]:
    """The levels to choose from, and the `level` that is chosen: the one that was sent or that suits."""
    suits = next(level for level in levels if level.suggested)
    named = str(sent["level"].value()) if sent else ""
    return {"levels": levels, "level": next((each for each in levels if each.key == named), suits)}


def _groups(choice: DeckChoice) -> list[tuple[str, list[Tile]]]:
    drawn = {tile.deck.pk: tile for tile in tiles(choice.decks)}
    return [(group.title, [drawn[deck.pk] for deck in group.decks]) for group in choice.groups]


def _fan() -> list[Mapping[str, object]]:
    """The faces of a few cards, for decoration."""
    faces = pictured(Card.objects.faces(FAN))
    return [faces[key] for key in FAN if key in faces]


def _running(seat: Seat) -> dict[str, object]:
    match = seat.match
    scores = match.scores or [0] * match.players
    own = [each.number for each in match.seats.all() if each.player_id == seat.player_id]
    others = names_in_a_row(match, others_at(match, seat.player_id))
    return {
        "url": reverse("match", args=[match.pk]),
        "deck": seat.deck_name or _("Against %(names)s") % {"names": others},
        "rules": rules_in_short(match.rules) if match.rules != DEFAULT_RULES else "",
        "mine": scores[seat.number],
        "theirs": scores[1 - seat.number] if len(scores) == 2 else None,
        "place": place_of(match, seat.number) if len(scores) > 2 else None,
        "players": match.players,
        "updated": match.updated,
        "your_turn": any(str(number) in match.to_act for number in own),
        "against_bot": match.bot_to_act,
    }
