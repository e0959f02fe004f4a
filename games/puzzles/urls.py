from datetime import date

from django.urls import path, register_converter

from games.puzzles.api import daily as daily_api
from games.puzzles.api import puzzles as puzzles_api
from games.puzzles.pages import daily, feeds, made, puzzles, runs
from games.puzzles.pages import pictures as puzzle_pictures
from phylo.http.work import Work, asks


class Day:
    """A day as in 2026-11-23."""

    regex = r"\d{4}-\d{2}-\d{2}"
    to_python = staticmethod(date.fromisoformat)
    to_url = staticmethod(date.isoformat)


register_converter(Day, "day")

puzzle = "api/v1/puzzles/<slug:key>/"

urlpatterns = [
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
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/next/", puzzles.puzzle_next, name="puzzle-next"),
    path("puzzles/history/", puzzles.puzzle_history, name="puzzle-history"),
    path("puzzles/run/", runs.puzzle_runs, name="puzzle-runs"),
    path("puzzles/run/<uuid:run_id>/", runs.puzzle_run, name="puzzle-run"),
    path("puzzles/run/<uuid:run_id>/<slug:key>/table/", runs.puzzle_run_table, name="puzzle-run-table"),
    path("puzzles/<slug:key>/", puzzles.puzzle_page, name="puzzle"),
    path("puzzles/<slug:key>/table/", puzzles.puzzle_table, name="puzzle-table"),
    path("puzzles/<slug:key>/solution/", puzzles.puzzle_solution, name="puzzle-solution"),
    path("api/v1/puzzles/daily/", daily_api.DailyDetail.as_view(), name="api-daily-puzzle"),
    path("api/v1/puzzles/", puzzles_api.PuzzleList.as_view(), name="api-puzzles"),
    path("api/v1/puzzles/next/", puzzles_api.PuzzleNext.as_view(), name="api-puzzle-next"),
    path("api/v1/puzzles/history/", puzzles_api.PuzzleHistory.as_view(), name="api-puzzle-history"),
    path("api/v1/puzzles/runs/", puzzles_api.RunList.as_view(), name="api-puzzle-runs"),
    path("api/v1/puzzles/runs/<uuid:run_id>/", puzzles_api.RunDetail.as_view(), name="api-puzzle-run"),
    path(puzzle, puzzles_api.PuzzleOfMine.as_view(), name="api-puzzle"),
    path(
        f"{puzzle}actions/", asks(Work.MOVE, puzzles_api.PuzzleActions.as_view()), name="api-puzzle-actions"
    ),
    path(f"{puzzle}why/", puzzles_api.PuzzleWhy.as_view(), name="api-puzzle-why"),
    path(f"{puzzle}spaces/", puzzles_api.PuzzleSpaces.as_view(), name="api-puzzle-spaces"),
]
