"""
Moderators and staff have a second factor (settings.STAFF_FACTORS): until they have added one, they may do no
more than other members.
"""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from phylo.accounts.models import User


def lacks_factor(user: User) -> bool:
    """For moderators and staff: of others none is demanded."""
    return settings.STAFF_FACTORS and not user.has_factor


def led_to_factors(request: HttpRequest) -> HttpResponse:
    messages.warning(request, _("Moderators and staff need a second factor here. Add one, then come back."))
    return redirect("mfa_index")
