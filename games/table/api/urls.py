from django.urls import path

from games.classes.api import classes
from games.classes.api import lessons as teaching
from games.coaching import api as hints
from games.kiosk import api as kiosk
from games.lessons import api as lessons
from games.lobby.api import open_tables, quick
from games.people import api as friends
from games.puzzles.api import daily, puzzles
from games.replays import api
from games.table.api import matches, streams, talk
from games.tournaments.api import tournaments

one = "v1/matches/<uuid:match_id>/"
lesson = "v1/lessons/<slug:key>/"
puzzle = "v1/puzzles/<slug:key>/"
challenge = "v1/challenges/<slug:code>/"
tournament = "v1/tournaments/<slug:code>/"

of_set = "v1/collections/<slug:slug>/class/"

urlpatterns = [
    path(of_set, classes.Class.as_view(), name="api-class"),
    path(f"{of_set}pupils/<int:pupil>/", classes.ClassPupil.as_view(), name="api-class-pupil"),
    path(f"{of_set}pupils/<int:pupil>/card/", classes.PupilCard.as_view(), name="api-class-pupil-card"),
    path(f"{of_set}pupils/", teaching.ClassRows.as_view(), name="api-class-pupils"),
    path(f"{of_set}games/", teaching.ClassGames.as_view(), name="api-class-games"),
    path(f"{of_set}games/<uuid:match_id>/", teaching.ClassGame.as_view(), name="api-class-game"),
    path(f"{of_set}archive/", classes.ClassArchive.as_view(), name="api-class-archive"),
    path("v1/stream/", streams.PlayerStream.as_view(), name="api-stream"),
    path("v1/matches/", matches.MatchList.as_view(), name="api-matches"),
    path(one, matches.MatchDetail.as_view(), name="api-match"),
    path(f"{one}view/", matches.MatchView.as_view(), name="api-match-view"),
    path(f"{one}actions/", matches.MatchActions.as_view(), name="api-match-actions"),
    path(f"{one}why/", matches.MatchWhy.as_view(), name="api-match-why"),
    path(f"{one}spaces/", matches.MatchSpaces.as_view(), name="api-match-spaces"),
    path(f"{one}stream/", streams.MatchStream.as_view(), name="api-match-stream"),
    path(f"{one}flag/", matches.MatchFlag.as_view(), name="api-match-flag"),
    path(f"{one}resign/", matches.MatchResign.as_view(), name="api-match-resign"),
    path(f"{one}offers/", talk.MatchOffers.as_view(), name="api-match-offers"),
    path(f"{one}chat/", talk.MatchChat.as_view(), name="api-match-chat"),
    path(f"{one}watchers/", talk.MatchWatchers.as_view(), name="api-match-watchers"),
    path(f"{one}mute/", talk.MatchMute.as_view(), name="api-match-mute"),
    path(f"{one}report/", talk.MatchReport.as_view(), name="api-match-report"),
    path(f"{one}analysis/", api.MatchAnalysisResource.as_view(), name="api-match-analysis"),
    path(f"{one}play-on/", api.MatchPlayOn.as_view(), name="api-match-play-on"),
    path(f"{one}hint/", hints.MatchHint.as_view(), name="api-match-hint"),
    path(f"{one}record/", matches.MatchRecord.as_view(), name="api-match-record"),
    path("v1/lessons/", lessons.Lessons.as_view(), name="api-lessons"),
    path(lesson, lessons.LessonOfMine.as_view(), name="api-lesson"),
    path(f"{lesson}actions/", lessons.LessonActions.as_view(), name="api-lesson-actions"),
    path(f"{lesson}why/", lessons.LessonWhy.as_view(), name="api-lesson-why"),
    path(f"{lesson}spaces/", lessons.LessonSpaces.as_view(), name="api-lesson-spaces"),
    path("v1/puzzles/daily/", daily.DailyDetail.as_view(), name="api-daily-puzzle"),
    path("v1/puzzles/", puzzles.PuzzleList.as_view(), name="api-puzzles"),
    path("v1/puzzles/next/", puzzles.PuzzleNext.as_view(), name="api-puzzle-next"),
    path("v1/puzzles/history/", puzzles.PuzzleHistory.as_view(), name="api-puzzle-history"),
    path("v1/puzzles/runs/", puzzles.RunList.as_view(), name="api-puzzle-runs"),
    path("v1/puzzles/runs/<uuid:run_id>/", puzzles.RunDetail.as_view(), name="api-puzzle-run"),
    path(puzzle, puzzles.PuzzleOfMine.as_view(), name="api-puzzle"),
    path(f"{puzzle}actions/", puzzles.PuzzleActions.as_view(), name="api-puzzle-actions"),
    path(f"{puzzle}why/", puzzles.PuzzleWhy.as_view(), name="api-puzzle-why"),
    path(f"{puzzle}spaces/", puzzles.PuzzleSpaces.as_view(), name="api-puzzle-spaces"),
    path("v1/friends/", friends.FriendList.as_view(), name="api-friends"),
    path("v1/friends/<str:name>/", friends.FriendDetail.as_view(), name="api-friend"),
    path("v1/blocks/", friends.BlockList.as_view(), name="api-blocks"),
    path("v1/blocks/<int:block_id>/", friends.BlockDetail.as_view(), name="api-block"),
    path("v1/quick/", quick.SearchList.as_view(), name="api-searches"),
    path("v1/quick/<slug:code>/", quick.SearchDetail.as_view(), name="api-search"),
    path("v1/tables/", open_tables.TableList.as_view(), name="api-tables"),
    path("v1/tables/start/", open_tables.TableStart.as_view(), name="api-table-start"),
    path("v1/tables/<slug:code>/", open_tables.TableDetail.as_view(), name="api-table"),
    path("v1/tables/<slug:code>/join/", open_tables.TableJoin.as_view(), name="api-table-join"),
    path("v1/tables/<slug:code>/begin/", open_tables.TableBegin.as_view(), name="api-table-begin"),
    path("v1/collections/<slug:slug>/kiosk/", kiosk.KioskDays.as_view(), name="api-kiosk-days"),
    path("v1/challenges/", open_tables.ChallengeList.as_view(), name="api-challenges"),
    path(challenge, open_tables.ChallengeDetail.as_view(), name="api-challenge"),
    path(f"{challenge}accept/", open_tables.ChallengeAccept.as_view(), name="api-challenge-accept"),
    path("v1/tournaments/", tournaments.TournamentList.as_view(), name="api-tournaments"),
    path(tournament, tournaments.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{tournament}begin/", tournaments.TournamentBegin.as_view(), name="api-tournament-begin"),
    path(f"{tournament}next-round/", tournaments.TournamentNextRound.as_view(), name="api-tournament-next"),
    path(f"{tournament}entries/", tournaments.TournamentEntries.as_view(), name="api-tournament-entries"),
    path(
        f"{tournament}entries/<int:number>/",
        tournaments.TournamentEntry.as_view(),
        name="api-tournament-entry",
    ),
    path(f"{tournament}ready/", tournaments.TournamentReady.as_view(), name="api-tournament-ready"),
    path(
        f"{tournament}standings/", tournaments.TournamentStandings.as_view(), name="api-tournament-standings"
    ),
    path(f"{tournament}games/", tournaments.TournamentGames.as_view(), name="api-tournament-games"),
    path(
        f"{tournament}games/<int:game_id>/", tournaments.TournamentGame.as_view(), name="api-tournament-game"
    ),
    path(f"{tournament}files/<str:name>/", tournaments.TournamentFile.as_view(), name="api-tournament-file"),
    path(f"{tournament}stream/", streams.TournamentStream.as_view(), name="api-tournament-stream"),
]
