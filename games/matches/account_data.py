"""Matches as account data: taken over from a guest, released and downloaded."""

import uuid
from collections.abc import Callable
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.classes.models import Pupil
from games.classes.services import ending
from games.lessons.models import LessonProgress, ProposedLesson
from games.lessons.services import proposing
from games.lobby.models import Participant
from games.matches.models import ChatMessage, Match, Mute, Player, Seat
from games.matches.services import players
from games.people.models import Rating
from games.puzzles.models import MadePuzzle, PuzzleAttempt, PuzzleRun
from games.tournaments.models import POINT, Entry, Tournament
from games.tournaments.services import entering
from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import ACCOUNTS, PLAYERS, UNTIL_DELETED, WITH_ACCOUNT, Kept
from phylo.accounts.models import Guest, User

KEPT = (
    Kept(
        what=_(
            "Matches: seats, first names typed for two on one device, moves with their times, decks, "
            "results, hints, analyses, and mails about turns"
        ),
        whose=PLAYERS,
        why=_("To play them, to watch them again, and so that nobody can take a move back unseen."),
        how_long=_("For good: a match belongs to everybody who played it."),
        stays=_(
            "Matches stay with those you played, under the name “Former player”. Running ones are resigned."
        ),
        held={
            "games.Player.user": "matches",
            "games.Player.guest": "matches",
            "games.Seat.player": "matches",
        },
        tables=("games.Match", "coaching.Hint", "replays.MatchAnalysis", "games.Move", "games.TurnMail"),
    ),
    Kept(
        what=_("Ratings, and how each rated match changed them"),
        whose=PLAYERS,
        why=_("To show how strong somebody plays, and to find somebody as strong."),
        how_long=WITH_ACCOUNT,
        stays=_("Ratings stay without your name, as those of others follow from them; no list shows them."),
        held={"people.Rating.player": "ratings"},
        tables=("people.RatingChange",),
    ),
    Kept(
        what=_("Lessons: what you have done in them"),
        whose=PLAYERS,
        why=_("So that you can go on where you were, and see what comes next."),
        how_long=_("As long as the account; for guests, 90 days after the last lesson."),
        held={"lessons.LessonProgress.player": "lessons"},
    ),
    Kept(
        what=_("Lessons that you have written, and what reviewers said of them"),
        whose=ACCOUNTS,
        why=_("So that others can learn from them, with your name beside them."),
        how_long=WITH_ACCOUNT,
        stays=_("Published lessons stay, without your name."),
        held={"lessons.ProposedLesson.author": "proposed_lessons"},
    ),
    Kept(
        what=_("Puzzles: what you answered and when, and your runs against the clock"),
        whose=PLAYERS,
        why=_("To show what you have solved and what to try again, and for the table of the day."),
        how_long=_("As long as the account; for guests, 90 days after the last puzzle."),
        held={"puzzles.PuzzleAttempt.player": "puzzles", "puzzles.PuzzleRun.player": "puzzle_runs"},
    ),
    Kept(
        what=_("Puzzles that you made of moments of matches, and what you decided on those of others"),
        whose=PLAYERS,
        why=_("To show you yours, and to whom you propose them."),
        how_long=_(
            "As long as the account; for guests, 90 days after the last puzzle, and until all that they have "
            "proposed is decided."
        ),
        stays=_("A puzzle that was accepted stays for everybody, without your name."),
        held={"puzzles.MadePuzzle.player": "made_puzzles"},
        besides={
            "puzzles.MadePuzzle.decided_by": (
                "The decision is part of what somebody else made, without a name."
            )
        },
    ),
    Kept(
        what=_("What you write at a table, or while you watch one"),
        whose=PLAYERS,
        why=_("For those at the table, or those who watch, and for moderators if somebody reports it."),
        how_long=_("As long as the match."),
        stays=_("Messages stay with the match, under the name “Former player”."),
        held={"games.ChatMessage.player": "chat"},
    ),
    Kept(
        what=_("Whom you have muted or blocked"),
        whose=PLAYERS,
        why=_("So that you do not read what they write, and are not challenged or matched by those blocked."),
        how_long=WITH_ACCOUNT,
        held={"games.Mute.player": "mutes"},
        besides={"games.Mute.muted": "Who has muted or blocked whom is known to the one who did alone."},
    ),
    Kept(
        what=_("Whom you follow, and who may see that you are on the site"),
        whose=ACCOUNTS,
        why=_("So that you find your friends. That you are there is noted for a minute, in memory."),
        how_long=UNTIL_DELETED,
        held={"people.Follow.player": "follows"},
        besides={"people.Follow.followed": "Those who follow you have it among their own data."},
    ),
    Kept(
        what=_("Open tables and challenges: their terms, and who sat there or was invited"),
        whose=PLAYERS,
        why=_("To bring people to a match."),
        how_long=_("For good, with the matches that began there."),
        stays=_("Tables stay with their matches, under the name “Former player”; waiting ones are closed."),
        held={"lobby.OpenTable.maker": "open_tables", "lobby.Participant.player": "open_tables"},
    ),
    Kept(
        what=_("Tournaments: those that you made, in which you played, with which deck, and what you earned"),
        whose=PLAYERS,
        why=_("To pair those who play, and to show who won."),
        how_long=_("For good, with the matches that were played there; those of a set as long as the set."),
        stays=_("Results stay, under the name “Former player”; you are withdrawn from what is not over."),
        held={"tournaments.Tournament.maker": "tournaments", "tournaments.Entry.player": "tournaments"},
        besides={
            "tournaments.Entry.withdrawn_by": "That somebody was taken out is part of the tournament.",
            "tournaments.Correction.by": "A corrected result is part of the tournament.",
        },
        tables=("tournaments.Round", "tournaments.Game", "tournaments.Place"),
    ),
    Kept(
        what=_("Records of games that you have brought to watch"),
        whose=PLAYERS,
        why=_("So that their links work."),
        how_long=_("Until 90 days after somebody last watched them, or you delete them."),
        stays=_("Records stay until nobody watches them, without your name: others may have the link."),
        held={"replays.ImportedRecord.player": "imported_records"},
    ),
    Kept(
        what=_(
            "Classes, and of their pupils a first name, an animal as picture, when they joined, and what "
            "they make and play; the code of a pupil’s card only in a form from which nobody can read it"
        ),
        whose=_("Pupils of a class"),
        why=_("So that a child can come back without an account. Only the class sees the names."),
        how_long=_("Until the class ends, a year at most, or the teacher takes out the pupil."),
        besides={
            "classes.Pupil.guest": "A pupil has no account, and so no download: the teacher has the class’s.",
            "classes.ClassWork.user": "That a class was ended or packed is told with the class.",
        },
        tables=("classes.Classroom",),
    ),
    Kept(
        what=_("At a screen in a hall: which guest plays there now, with their games and lessons"),
        whose=_("Visitors of a screen"),
        why=_("To play. What remains is how many visits, games and lessons there were in a day."),
        how_long=_("Until the screen returns to its start, an hour after the last touch at most."),
        besides={"kiosk.KioskVisit.guest": "It is deleted with the guest when the visit ends."},
    ),
)


class Matches(AccountData):
    kept = KEPT

    def name_of(self, *, guest: uuid.UUID) -> str:
        return Player.objects.filter(guest=guest).values_list("name", flat=True).first() or ""

    def adopt(self, *, guest: Guest, user: User) -> bool:
        return players.adopt_guest(guest_id=guest.pk, user=user)

    def binds(self, *, guest: uuid.UUID) -> bool:
        return Pupil.objects.filter(guest=guest).exists()

    def erase(self, *, guest: Guest) -> None:
        Pupil.objects.filter(guest=guest).delete()
        entering.stand_aside(user=None, guest=guest.pk)
        players.erase(guest=guest)

    def release(self, *, user: User) -> None:
        ending.release(user=user)
        proposing.forget(author=user)
        entering.stand_aside(user=user)
        players.leave(user=user)

    def suspend(self, *, user: User | None, guest: uuid.UUID | None) -> None:
        players.stand_aside(user=user, guest=guest)
        entering.stand_aside(user=user, guest=guest)

    def forget_idle(self, *, before: datetime, at_most: int) -> None:
        players.forget_idle_players(before=before, at_most=at_most)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """
        `matches`, newest first, each with the URL of its record once it is finished; `ratings` with their
        changes; `proposed_lessons`; `lessons`, `puzzles`, `puzzle_runs` and `made_puzzles`, latest first;
        `chat`, what the person has written, oldest first; `mutes`, `follows`, with who is told that one is
        there, `open_tables`, `tournaments` and `imported_records`.
        """
        player = Player.objects.filter(user=user).first()
        written: dict[str, object] = {
            "proposed_lessons": [
                {"content": each.content, "state": each.state, "reason": each.reason,
                 "at": each.created.isoformat()}
                for each in ProposedLesson.objects.filter(author=user)
            ]
        }  # fmt: skip
        if player is None:
            nothing: dict[str, object] = {section: [] for kept in KEPT for section in kept.held.values()}
            return nothing | written
        seats = Seat.objects.of(player.pk).prefetch_related("match__seats__player__user")
        return written | {
            "matches": [_match(seat, absolute) for seat in seats.order_by("-match__created")],
            "chat": [_message(message) for message in player.chat.all()],
            "ratings": [_rating(rating) for rating in player.ratings.prefetch_related("changes")],
            "lessons": [_lesson(each) for each in player.lessons.all()],
            "puzzles": [
                _attempt(each)
                for each in player.puzzle_attempts.select_related("puzzle").defer("puzzle__content")
            ],
            "puzzle_runs": [_run(each) for each in player.puzzle_runs.all()],
            "made_puzzles": [
                _made(each) for each in player.made_puzzles.select_related("puzzle").defer("puzzle__content")
            ],
            "mutes": [_mute(each) for each in player.mutes.select_related("muted__user")],
            "follows": {
                "you_are_shown_to": player.presence,
                "people": [
                    {"name": each.followed.public_name, "since": each.created.isoformat()}
                    for each in player.follows.select_related("followed__user")
                ],
            },
            "open_tables": [
                _open_table(place, absolute)
                for place in player.participations.select_related("open_table__maker__user")
            ],
            "tournaments": [
                _tournament(tournament, player, absolute)
                for tournament in Tournament.objects.with_player(player.pk).prefetch_related("entries")
            ],
            "imported_records": [
                {
                    "page": absolute(reverse("replay-imported", args=[each.pk])),
                    "record": absolute(reverse("replay-imported-record", args=[each.pk])),
                    "at": each.created.isoformat(),
                    "watched": each.watched.date().isoformat(),
                }
                for each in player.imported_records.order_by("created").defer("text")
            ],
        }


def _match(seat: Seat, absolute: Callable[[str], str]) -> dict[str, object]:
    match: Match = seat.match
    others = [each for each in match.seats.all() if each.number != seat.number]
    return {
        "match": str(match.pk),
        "rules": match.rules,
        "options": match.options,
        "begun": match.created.isoformat(),
        "last_move": match.updated.isoformat(),
        "status": match.status,
        "moves": match.version,
        "seat": seat.number,
        "deck": seat.deck_name,
        "opponent": ", ".join(
            each.player.public_name if each.player else f"bot {each.bot}" for each in others
        ),
        "opponent_deck": ", ".join(
            each.deck_told(seat.player_id, sat_there=True) for each in others if each.deck_name
        ),
        "scores": match.scores,
        "winner": match.winner,
        "page": absolute(reverse("match", args=[match.pk])),
        "record": absolute(reverse("api-match-record", args=[match.pk])) if match.finished else None,
    }


def _rating(rating: Rating) -> dict[str, object]:
    return {
        "rules": rating.rules,
        "rating": rating.shown,
        "games": rating.games,
        "changes": [
            {"match": str(each.match_id), "at": each.created.isoformat(), "gain": each.gain}
            for each in rating.changes.all()
        ],
    }


def _lesson(row: LessonProgress) -> dict[str, object]:
    return {
        "lesson": row.lesson,
        "begun": row.begun.isoformat(),
        "last": row.updated.isoformat(),
        "done": row.done.isoformat() if row.done else None,
        "missed": row.missed,
        "actions": [move["action"] for move in row.moves],
    }


def _attempt(attempt: PuzzleAttempt) -> dict[str, object]:
    return {
        "puzzle": attempt.puzzle.key,
        "begun": attempt.begun.isoformat(),
        "ended": attempt.ended.isoformat() if attempt.ended else None,
        "answers": [{"action": each["action"], "verdict": each["verdict"]} for each in attempt.answers],
        "result": attempt.result,
        "run": str(attempt.run_id) if attempt.run_id else None,
        "gain": attempt.gain,
    }


def _made(made: MadePuzzle) -> dict[str, object]:
    return {
        "match": str(made.match_id),
        "version": made.version,
        "at": made.created.isoformat(),
        "state": made.state,
        "puzzle": made.puzzle.key if made.puzzle else None,
        "word": made.word,
    }


def _run(run: PuzzleRun) -> dict[str, object]:
    return {
        "run": str(run.pk),
        "day": run.day.isoformat(),
        "begun": run.begun.isoformat(),
        "solved": run.solved,
        "mistakes": run.mistakes,
    }


def _open_table(place: Participant, absolute: Callable[[str], str]) -> dict[str, object]:
    """A table at which the person was, or to which they were invited; the maker is there from the start."""
    table = place.open_table
    return {
        "page": absolute(table.get_absolute_url()),
        "maker": table.maker.public_name,
        "own": table.maker_id == place.player_id,
        "you": place.state,
        "deck": place.deck_name,
        "rules": table.rules,
        "options": table.options,
        "rated": table.rated,
        "opened": table.created.isoformat(),
        "status": table.status,
        "match": str(table.match_id) if table.match_id else None,
    }


def _tournament(tournament: Tournament, player: Player, absolute: Callable[[str], str]) -> dict[str, object]:
    own = next((each for each in tournament.entries.all() if each.player_id == player.pk), None)
    return {
        "page": absolute(tournament.get_absolute_url()),
        "name": tournament.name,
        "made_by_you": tournament.maker_id == player.pk,
        "kind": tournament.kind,
        "rules": tournament.rules,
        "status": tournament.status,
        "made": tournament.created.isoformat(),
        "you": own and _entry(own),
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "number": entry.number,
        "joined": entry.joined.isoformat(),
        "withdrawn": entry.withdrawn_at.isoformat() if entry.withdrawn_at else None,
        "rating": entry.rating,
        "deck": entry.deck_name,
        "games": [
            {"number": number, "points": points and points / POINT}
            for number, points in entry.places.order_by("number").values_list("number", "points")
        ],
    }


def _mute(mute: Mute) -> str:
    name = mute.muted.public_name
    return gettext("%(name)s (blocked)") % {"name": name} if mute.blocks else name


def _message(message: ChatMessage) -> dict[str, object]:
    return {
        "match": str(message.match_id),
        "at": message.created.isoformat(),
        "text": message.text,
        "hidden_by_staff": message.hidden,
    }
