from django.urls import path

from games.ladder.api import ladder as ladder_api
from games.ladder.pages import ladder, programs

program = "ladder/programs/<str:name>/"

urlpatterns = [
    path("ladder/", ladder.ladder, name="ladder"),
    path("ladder/results/", ladder.results, name="ladder-results"),
    path("ladder/new/", programs.program_new, name="ladder-program-new"),
    path(program, programs.program, name="ladder-program"),
    path(f"{program}edit/", programs.program_edit, name="ladder-program-edit"),
    path(f"{program}pause/", programs.program_pause, name="ladder-program-pause"),
    path(f"{program}token/", programs.program_token, name="ladder-program-token"),
    path(f"{program}delete/", programs.program_delete, name="ladder-program-delete"),
    path("api/v1/ladder/", ladder_api.LadderTable.as_view(), name="api-ladder"),
    path("api/v1/ladder/results/", ladder_api.LadderResults.as_view(), name="api-ladder-results"),
    path("api/v1/ladder/games/", ladder_api.LadderGames.as_view(), name="api-ladder-games"),
    path("api/v1/ladder/programs/<str:name>/", ladder_api.LadderProgram.as_view(), name="api-ladder-program"),
]
