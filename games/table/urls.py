from datetime import date

from django.urls import path, register_converter

from games.classes.pages import files as class_files
from games.classes.pages import joining as class_door
from games.classes.pages import lesson as class_hour
from games.classes.pages import pupil as class_pupil
from games.classes.pages import settings as class_settings
from games.classes.pages import stream as class_stream
from games.classes.services.codes import CARD_CODE, CLASS_CODE, LETTERS
from games.home import pages
from games.kiosk import pages as kiosk
from games.lessons.pages import lessons, proposed
from games.lobby.pages import lobby, one_device, open_tables, quick, watch
from games.people.pages import friends, guests, leaders, profile
from games.puzzles.pages import daily, feeds, made, puzzles, runs
from games.puzzles.pages import pictures as puzzle_pictures
from games.replays.pages import analysis, play_on, replays
from games.rules import pages as rules
from games.table.draft import pictures
from games.table.pages import match, watchers
from games.tournaments.pages import crosstable as tournament_crosstable
from games.tournaments.pages import files as tournament_files
from games.tournaments.pages import lists as tournament_lists
from games.tournaments.pages import screen as tournament_screen
from games.tournaments.pages import simul as tournament_simul
from games.tournaments.pages import steps as tournament_steps
from games.tournaments.pages import tournament as tournament_page


class Day:
    """A day as in 2026-11-23."""

    regex = r"\d{4}-\d{2}-\d{2}"
    to_python = staticmethod(date.fromisoformat)
    to_url = staticmethod(date.isoformat)


class ClassCode:
    """In capitals, or as somebody types it into the address."""

    regex = rf"[{LETTERS}{LETTERS.lower()}]{{{CLASS_CODE}}}"
    to_python = to_url = staticmethod(str)


class CardCode(ClassCode):
    regex = rf"[{LETTERS}{LETTERS.lower()}]{{{CARD_CODE}}}"


register_converter(Day, "day")
register_converter(ClassCode, "class_code")
register_converter(CardCode, "card_code")

tournament = "tournaments/<slug:code>/"

urlpatterns = [
    path("", pages.home, name="home"),
    path("class/", class_door.class_door, name="class-join"),
    path("class/card/", class_door.class_card, name="class-card"),
    path("class/kept/", class_door.class_kept, name="class-kept"),
    path("class/leave/", class_door.class_leave, name="class-leave"),
    path("class/<class_code:code>/", class_door.class_code, name="class-code"),
    path("class/<card_code:code>/", class_door.class_back, name="class-back"),
    path("class/home/", class_pupil.class_home, name="class-home"),
    path("class/play/", class_pupil.class_play, name="class-play"),
    path("class/stream/", class_stream.class_stream, name="class-stream"),
    path("sets/<slug:slug>/class/", class_hour.class_hour, name="class-hour"),
    path("sets/<slug:slug>/class/settings/", class_settings.class_settings, name="class-settings"),
    path("sets/<slug:slug>/class/pupils/<int:pupil>/", class_settings.class_pupil, name="class-pupil"),
    path("sets/<slug:slug>/class/end/", class_settings.class_end, name="class-end"),
    path("sets/<slug:slug>/class/cards.pdf", class_files.class_cards, name="class-cards"),
    path("sets/<slug:slug>/class/archive.zip", class_files.class_archive, name="class-archive"),
    path("matches/", pages.match_create, name="match-create"),
    path("kiosk/", kiosk.start, name="kiosk-site"),
    path("kiosk/leave/", kiosk.leave, name="kiosk-leave"),
    path("kiosk/<slug:slug>/", kiosk.start, name="kiosk"),
    path("kiosk/<slug:slug>/cards/", kiosk.cards, name="kiosk-cards"),
    path("kiosk/<slug:slug>/lessons/", kiosk.lessons, name="kiosk-lessons"),
    path("kiosk/<slug:slug>/play/", kiosk.play, name="kiosk-play"),
    path("kiosk/<slug:slug>/end/", kiosk.end, name="kiosk-end"),
    path("kiosk/<slug:slug>/counts/", kiosk.counts, name="kiosk-counts"),
    path("kiosk/<slug:slug>/counts.csv", kiosk.counts_csv, name="kiosk-counts-csv"),
    path("matches/here/", one_device.match_here, name="match-here"),
    path("matches/<uuid:match_id>/", match.table_page, name="match"),
    path("matches/<uuid:match_id>/table/", match.table_fragment, name="match-table"),
    path("matches/<uuid:match_id>/replay/", replays.replay, name="match-replay"),
    path("matches/<uuid:match_id>/rematch/", match.match_rematch, name="match-rematch"),
    path("matches/<uuid:match_id>/leave/", match.match_leave, name="match-leave"),
    path("matches/<uuid:match_id>/watchers/", watchers.watchers, name="match-watchers"),
    path("matches/<uuid:match_id>/coach/", match.match_coach, name="match-coach"),
    path("matches/<uuid:match_id>/share/", match.match_share, name="match-share"),
    path("matches/<uuid:match_id>/analysis/", analysis.match_analysis, name="match-analysis"),
    path("matches/<uuid:match_id>/play-on/", play_on.match_play_on, name="match-play-on"),
    path("puzzles/daily/", daily.puzzle_of_today, name="puzzle-of-today"),
    path("puzzles/daily/feed.atom", feeds.daily_atom, name="daily-atom"),
    path("puzzles/daily/feed.json", feeds.daily_json, name="daily-json"),
    path("puzzles/daily/<day:day>/", daily.puzzle_of_day, name="puzzle-of-day"),
    path(
        "puzzles/daily/<day:day>/<slug:version>-<int:width>.png",
        daily.puzzle_of_day_picture,
        name="puzzle-of-day-picture",
    ),
    path("puzzles/made/", made.made, name="puzzles-made"),
    path("puzzles/made/<int:made_id>/propose/", made.made_propose, name="puzzle-propose"),
    path("puzzles/proposed/", made.proposed, name="puzzles-proposed"),
    path("puzzles/proposed/<int:made_id>/decide/", made.decide, name="puzzle-decide"),
    path("puzzles/<slug:key>/take-down/", made.take_down, name="puzzle-take-down"),
    path(
        "puzzles/<slug:key>/<slug:version>-<int:width>.png",
        puzzle_pictures.puzzle_picture,
        name="puzzle-picture",
    ),
    path("matches/<uuid:match_id>/puzzle/", made.match_puzzle, name="match-puzzle"),
    path("draft-cards/<slug:kind>/<slug:version>.svg", pictures.picture, name="draft-picture"),
    path("learn/", lessons.lesson_list, name="lessons"),
    path("learn/proposed/", proposed.proposed, name="proposed-lessons"),
    path("learn/proposed/<int:lesson_id>/", proposed.proposed_lesson, name="proposed-lesson"),
    path("matches/<uuid:match_id>/lesson/", proposed.match_lesson, name="match-lesson"),
    path("learn/<slug:key>/", lessons.lesson_page, name="lesson"),
    path("learn/<slug:key>/table/", lessons.lesson_table, name="lesson-table"),
    path("learn/<slug:key>/solution/", lessons.lesson_solution, name="lesson-solution"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/next/", puzzles.puzzle_next, name="puzzle-next"),
    path("puzzles/history/", puzzles.puzzle_history, name="puzzle-history"),
    path("puzzles/run/", runs.puzzle_runs, name="puzzle-runs"),
    path("puzzles/run/<uuid:run_id>/", runs.puzzle_run, name="puzzle-run"),
    path("puzzles/run/<uuid:run_id>/<slug:key>/table/", runs.puzzle_run_table, name="puzzle-run-table"),
    path("puzzles/<slug:key>/", puzzles.puzzle_page, name="puzzle"),
    path("puzzles/<slug:key>/table/", puzzles.puzzle_table, name="puzzle-table"),
    path("puzzles/<slug:key>/solution/", puzzles.puzzle_solution, name="puzzle-solution"),
    path("watch/", watch.watch, name="watch"),
    path("sets/<slug:slug>/games/", watch.set_games, name="set-games"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("quick/", quick.seek, name="quick-seek"),
    path("quick/<slug:code>/", quick.search, name="quick"),
    path("quick/<slug:code>/meanwhile/", quick.meanwhile, name="quick-meanwhile"),
    path("quick/<slug:code>/away/", quick.away, name="quick-away"),
    path("guest/", guests.guest_name, name="guest-name"),
    path("challenges/", lobby.challenge_new, name="challenge-new"),
    path("tables/new/", open_tables.table_new, name="table-new"),
    path("c/<slug:code>/", open_tables.table, name="challenge"),
    path("c/<slug:code>/withdraw/", open_tables.table_leave, name="challenge-withdraw"),
    path("c/<slug:code>/qr/", open_tables.table_qr, name="challenge-qr"),
    path("t/<slug:code>/", open_tables.table, name="open-table"),
    path("t/<slug:code>/begin/", open_tables.table_begin, name="open-table-begin"),
    path("t/<slug:code>/leave/", open_tables.table_leave, name="open-table-leave"),
    path("t/<slug:code>/qr/", open_tables.table_qr, name="open-table-qr"),
    path("tournaments/", tournament_lists.tournaments, name="tournaments"),
    path("tournaments/new/", tournament_lists.tournament_new, name="tournament-new"),
    path("tournaments/calendar.ics", tournament_files.calendar_of_all, name="tournaments-calendar"),
    path(tournament, tournament_page.tournament, name="tournament"),
    path(f"{tournament}screen/", tournament_screen.screen, name="tournament-screen"),
    path(f"{tournament}crosstable/", tournament_crosstable.crosstable, name="tournament-crosstable"),
    path(f"{tournament}boards/", tournament_simul.simul_boards, name="tournament-boards"),
    path(f"{tournament}boards/next/", tournament_simul.simul_next, name="tournament-next-board"),
    path(f"{tournament}enter/", tournament_page.enter, name="tournament-enter"),
    path(f"{tournament}leave/", tournament_page.leave, name="tournament-leave"),
    path(f"{tournament}ready/", tournament_page.ready, name="tournament-ready"),
    path(
        f"{tournament}standings.csv",
        tournament_files.tournament_file,
        {"name": "standings.csv"},
        name="tournament-standings",
    ),
    path(
        f"{tournament}results.csv",
        tournament_files.tournament_file,
        {"name": "results.csv"},
        name="tournament-results",
    ),
    path(
        f"{tournament}report.trf",
        tournament_files.tournament_file,
        {"name": "report.trf"},
        name="tournament-trf",
    ),
    path(
        f"{tournament}calendar.ics",
        tournament_files.tournament_file,
        {"name": "calendar.ics"},
        name="tournament-calendar",
    ),
    path(f"{tournament}do/<slug:name>/", tournament_steps.step, name="tournament-step"),
    path(
        f"{tournament}entries/<int:number>/withdraw/",
        tournament_steps.take_out,
        name="tournament-take-out",
    ),
    path(f"{tournament}games/<int:game_id>/result/", tournament_steps.result, name="tournament-result"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("friends/", friends.friends, name="friends"),
    path("friends/change/", friends.change, name="friends-change"),
    path("friends/challenge/", friends.challenge, name="friends-challenge"),
    path("people/<str:name>/", profile.person, name="person"),
    path("replays/import/", replays.import_record, name="replay-import"),
    path("replays/imported/<slug:key>/delete/", replays.delete_imported, name="replay-imported-delete"),
    path("replays/imported/<slug:key>/", replays.imported, name="replay-imported"),
    path("replays/imported/<slug:key>/record/", replays.imported_record, name="replay-imported-record"),
    path("replays/<slug:slug>/", replays.example, name="replay"),
    path("rules/", rules.how_to_play, name="rules"),
    path("rules/<str:key>/", rules.rule_set, name="rule-set"),
]
