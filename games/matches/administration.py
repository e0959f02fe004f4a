from django.utils.translation import gettext_noop as _

from games.lobby.services import open_tables
from games.matches.models import (
    ChatMessage,
    Classroom,
    ClassWork,
    Correction,
    DailyPuzzle,
    Entry,
    Follow,
    Game,
    Hint,
    ImportedRecord,
    KioskDay,
    KioskVisit,
    LessonProgress,
    MadePuzzle,
    Match,
    MatchAnalysis,
    Move,
    Mute,
    OpenTable,
    Participant,
    Place,
    Player,
    ProposedLesson,
    Pupil,
    Puzzle,
    PuzzleAttempt,
    PuzzleRun,
    PuzzleTheme,
    Rating,
    RatingChange,
    Round,
    Seat,
    SiteClock,
    Tournament,
    TurnMail,
)
from games.matches.services.play import play
from games.tournaments.services import making
from phylo.accounts.models import User
from phylo.administration import show


def resign(match: Match, admin: User) -> None:
    """For the seat that is to act; in the drafting games the computer plays on for it."""
    for seat in match.acting[:1]:
        play(
            match_id=match.pk, seat=seat, action={"do": "resign"}, version=match.version,
            key=f"administrator-{match.version}",
        )  # fmt: skip


def cancel(tournament: Tournament, admin: User) -> None:
    making.cancel(code=tournament.code, player=tournament.maker)


def withdraw(table: OpenTable, admin: User) -> None:
    open_tables.leave(code=table.code, player=table.maker)


# Seed, decks, positions and actions of a running match are its players' secrets.
show(
    Match,
    "rules status ending winner version to_act pace flag_at public rated rematch_of created updated",
    newest="created",
    steps={_("Resign for the player whose turn it is"): resign},
)
show(Seat, "match number player bot stand_in deck_name looked", search="deck_name")
show(Move, "match number seat created")
show(Hint, "match seat version created")
show(MatchAnalysis, "match status done total created_at updated_at")
show(TurnMail, "seat turn kind checked")
show(Player, "name user guest former created", search="name user__username", newest="created")
# Reported messages are settled at /moderation/.
show(ChatMessage, "match player text watching hidden created", search="text")
show(Mute, "player muted blocks")
show(Follow, "player followed created")
show(ImportedRecord, "created watched", newest="created")
show(
    OpenTable,
    "rules maker status seats listed invited_only public rated pace match created expires",
    steps={_("Withdraw the table"): withdraw},
)
show(Participant, "open_table player state deck_name", search="deck_name")
# Its name is its key, and that is what the secrets of other tables are called.
show(Puzzle, "id rules length listed created")
show(PuzzleTheme, "puzzle theme")
show(DailyPuzzle, "day puzzle")
show(MadePuzzle, "player match version seat state puzzle decided_by created", newest="created")
show(PuzzleAttempt, "player puzzle run result rated mu_before mu_after begun ended", newest="begun")
show(PuzzleRun, "player day rules solved mistakes begun ends ended", newest="begun")
show(LessonProgress, "player lesson missed done updated", newest="updated")
show(ProposedLesson, "author state version created changed", newest="changed")
show(Rating, "player bot puzzle rules mu sigma games updated")
show(RatingChange, "match rating seat mu_before mu_after created")
# Without the names of children, and without their codes.
show(Classroom, "collection ends_on ending_at frozen_at created_at", newest="created_at")
show(ClassWork, "collection kind status done total created_at updated_at", newest="created_at")
show(Pupil, "classroom animal card_number joined_at", newest="joined_at")
show(KioskVisit, "guest collection begun")
show(KioskDay, "collection day visits games lessons")
show(SiteClock, "running_at")
show(
    Tournament,
    "name kind rules maker collection audience status round rounds starts_at begun ended created",
    search="name",
    newest="created",
    steps={_("Cancel the tournament"): cancel},
)
show(Entry, "tournament number player bot rating program joined withdrawn_at withdrawn_by")
show(Round, "tournament number begun ended")
show(Game, "tournament round board match how paired ended")
show(Place, "game entry seat number points")
show(Correction, "game by before after created")
