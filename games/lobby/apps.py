from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "games.lobby"
    verbose_name = _("Lobby")
    account_data = ("games.lobby.account_data.OpenTables",)
    beside_friends = ("games.lobby.pages.friends.beside_friends",)
    waits = ("games.lobby.waits.invitations",)
    player_events = ("games.lobby.waits.events",)
    sweeps = ("games.lobby.tasks.sweep",)
    blocked = ("games.lobby.services.invitations.hide_from",)
    meet_again = ("games.lobby.services.open_tables.gathering",)
    of_others = (
        "games.lobby.pages.lobby.lobby",
        "games.lobby.pages.watch.watch",
        "games.lobby.pages.quick.search",
    )
