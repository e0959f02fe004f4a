from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    name = "games.people"
    verbose_name = _("People")
    account_data = ("games.people.account_data.People",)
    match_end = ("games.people.services.ratings.RatedEnd",)
    blocked = ("games.people.services.friends.unfollow_blocked",)
    of_others = ("games.people.pages.leaders.leaders",)
