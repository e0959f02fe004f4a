"""
A class that never was: what a teacher sees in a lesson, drawn by the templates of a lesson. Nothing of it is
stored.
"""

from typing import NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from cards.models import Card, Kind
from cards.pages.faces import faces
from cards.pages.qr import qr_svg
from cards.sets.cards import Own
from cards.sets.models import Collection, SetCard
from games.classes.models import Pupil
from games.classes.pages.files import badge_of, pdf_of
from games.classes.pages.lesson import COLUMNS, GAMES_PLAYED, in_order
from games.classes.pages.poster import typed_at
from games.classes.services import codes
from games.classes.services.contact_rules import name_of
from games.classes.services.lessons.overview import Game, Row
from games.classes.services.phrases import PHRASES
from games.matches.models import ChatMessage


class Child(NamedTuple):
    """`table`: the number of the game that is being played; 0 for none."""

    name: str
    animal: str
    cards: int
    waiting: int
    lessons: int
    puzzles: int
    played: int
    table: int
    here: bool = True


NAME = gettext_lazy("Class 4b at the pond")
CODE, CARD = "AAABBBCCC", "AAABBBCCCDDD"
"""With a letter that is in no code, so that they let nobody in."""
CHILDREN = (
    Child("Amira", "fox", 1, 0, 9, 3, 2, table=1),
    Child("Ben", "owl", 1, 0, 6, 1, 2, table=1),
    Child("Chidi", "otter", 0, 1, 7, 0, 1, table=2),
    Child("Emma", "butterfly", 2, 0, 12, 5, 3, table=2),
    Child("Finn", "frog", 0, 0, 4, 0, 1, table=3),
    Child("Hana", "swan", 1, 1, 9, 2, 2, table=3),
    Child("Lea", "hare", 1, 0, 6, 2, 1, table=0, here=False),
    Child("Mia", "fox", 0, 1, 5, 0, 1, table=4),
    Child("Mia", "whale", 1, 0, 8, 1, 2, table=4),
    Child("Noah", "crab", 1, 0, 6, 0, 2, table=5),
    Child("Sofia", "dragonfly", 0, 0, 3, 0, 0, table=0),
    Child("Tom", "badger", 1, 0, 10, 4, 3, table=5),
)
SCORES = {1: (14, 11), 2: (7, 9), 3: (3, 5), 4: (12, 12), 5: (8, 6)}
SAID = ((7, 7), (5, 5), (1, 1), (0, 0))
"""Which of CHILDREN has said which of PHRASES."""
WAITING = {"three-spined-stickleback": 2, "water-flea": 5, "drone-fly": 7}
LET_IN = {
    "white-water-lily": 0, "common-reed": 1, "emperor-dragonfly": 3, "common-kingfisher": 3,
    "european-water-vole": 5, "mute-swan": 6, "great-pond-snail": 8, "cattail": 9, "northern-pike": 11,
}  # fmt: skip
"""Published cards that stand for those of the children, and which of CHILDREN has made them."""


@require_safe
def example(request: HttpRequest) -> HttpResponse:
    """`?sort=` as in a lesson."""
    rows, sort = in_order(request, _rows())
    here = request.build_absolute_uri(reverse("teach-example"))
    context = {
        "example": True,
        "set": Collection(name=str(NAME), slug="example", class_set=True),
        "rows": rows,
        "here": sum(row.here for row in rows),
        "columns": COLUMNS.items(),
        "sort": sort,
        "open": True,
        "games": GAMES_PLAYED,
        "waiting_cards": _made(WAITING),
        "let_in": _made(LET_IN),
        "said": [
            (ChatMessage(pk=who, text=str(PHRASES[words])), name_of(_pupil(who))) for who, words in SAID
        ],
        "code": codes.spaced(CODE),
        "typed_at": typed_at(request),
        "qr": qr_svg(here, _("A QR picture, as an example")),
    }
    return render(request, "classes/example.html", context)


@require_safe
def example_cards(request: HttpRequest) -> HttpResponse:
    """A sheet of pupils' cards, as a PDF; `?paper=` is a4 or letter."""
    here = request.build_absolute_uri(reverse("teach-example"))
    badges = [badge_of(_pupil(who), CARD, address=here, typed_at=typed_at(request)) for who in range(8)]
    title = _("An example: cards of “%(name)s”") % {"name": NAME}
    return pdf_of(badges, title=title, paper=request.GET.get("paper", ""), stem="example")


def _pupil(number: int) -> Pupil:
    child = CHILDREN[number]
    return Pupil(pk=number, first_name=child.name, animal=child.animal)


def _rows() -> list[Row]:
    return [
        Row(
            pupil=_pupil(number),
            name=name_of(_pupil(number)),
            here=child.here,
            cards=child.cards,
            waiting=child.waiting,
            lessons=child.lessons,
            puzzles=child.puzzles,
            played=child.played,
            playing=_game(child.table) if child.table else None,
        )
        for number, child in enumerate(CHILDREN)
    ]


def _game(table: int) -> Game:
    names = [name_of(_pupil(number)) for number, child in enumerate(CHILDREN) if child.table == table]
    return Game(UUID(int=table), tuple(names), alone=False, scores=SCORES[table])


def _made(cards: dict[str, int]) -> list[Own]:
    """As far as the site has these cards."""
    found = list(Card.objects.filter(key__in=cards, retired=False, kind=Kind.SPECIES))
    return [
        Own(
            card=SetCard(pk=card.pk, name=card.local_name, shown=cards is LET_IN),
            face=face,
            by=name_of(_pupil(cards[card.key])),
            changeable=False,
        )
        for card, face in zip(found, faces(found), strict=True)
    ]
