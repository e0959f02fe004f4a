from django.urls import path

from games.tournaments.api import stream, tournaments
from games.tournaments.pages import crosstable as tournament_crosstable
from games.tournaments.pages import files as tournament_files
from games.tournaments.pages import lists as tournament_lists
from games.tournaments.pages import screen as tournament_screen
from games.tournaments.pages import simul as tournament_simul
from games.tournaments.pages import steps as tournament_steps
from games.tournaments.pages import tournament as tournament_page
from phylo.http.work import Work, asks

tournament = "tournaments/<slug:code>/"

tournament_api = "api/v1/tournaments/<slug:code>/"

FILES = {
    "tournament-standings": "standings.csv",
    "tournament-results": "results.csv",
    "tournament-trf": "report.trf",
    "tournament-calendar": "calendar.ics",
}

urlpatterns = [
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
    *(
        path(f"{tournament}{name}", tournament_files.tournament_file, {"name": name}, name=route)
        for route, name in FILES.items()
    ),
    path(f"{tournament}do/<slug:name>/", tournament_steps.step, name="tournament-step"),
    path(
        f"{tournament}entries/<int:number>/withdraw/",
        tournament_steps.take_out,
        name="tournament-take-out",
    ),
    path(f"{tournament}games/<int:game_id>/result/", tournament_steps.result, name="tournament-result"),
    path("api/v1/tournaments/", tournaments.TournamentList.as_view(), name="api-tournaments"),
    path(tournament_api, tournaments.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{tournament_api}begin/", tournaments.TournamentBegin.as_view(), name="api-tournament-begin"),
    path(
        f"{tournament_api}next-round/", tournaments.TournamentNextRound.as_view(), name="api-tournament-next"
    ),
    path(f"{tournament_api}entries/", tournaments.TournamentEntries.as_view(), name="api-tournament-entries"),
    path(
        f"{tournament_api}entries/<int:number>/",
        tournaments.TournamentEntry.as_view(),
        name="api-tournament-entry",
    ),
    path(f"{tournament_api}ready/", tournaments.TournamentReady.as_view(), name="api-tournament-ready"),
    path(
        f"{tournament_api}standings/",
        tournaments.TournamentStandings.as_view(),
        name="api-tournament-standings",
    ),
    path(f"{tournament_api}games/", tournaments.TournamentGames.as_view(), name="api-tournament-games"),
    path(
        f"{tournament_api}games/<int:game_id>/",
        tournaments.TournamentGame.as_view(),
        name="api-tournament-game",
    ),
    path(
        f"{tournament_api}files/<str:name>/", tournaments.TournamentFile.as_view(), name="api-tournament-file"
    ),
    path(
        f"{tournament_api}stream/",
        asks(Work.STREAM, stream.TournamentStream.as_view()),
        name="api-tournament-stream",
    ),
]
