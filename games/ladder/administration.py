from django.utils.translation import gettext_noop as _

from games.ladder.models import Game, Program, Standing
from games.ladder.services import programs
from phylo.accounts.models import User
from phylo.administration import show


def pause(program: Program, admin: User) -> None:
    programs.pause(program=program)


show(
    Program,
    "player owner about source plays paused paused_because playing waits_since seen day_games created",
    newest="created",
    steps={_("Pause the program"): pause},
)
show(Standing, "program bot rules mu sigma games won drawn firsts")
show(Game, "match rules first second begun ended points counts")
