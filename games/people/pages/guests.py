"""The name of a guest."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.matches.access import current_player, own_player
from games.matches.services.errors import NotAllowed
from games.matches.services.players import name_guest
from phylo.accounts.forms import GuestNameForm
from phylo.accounts.visitors import next_page, safe_next, status_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest_name(request: HttpRequest) -> HttpResponse:
    """Leads to `next`, if that is a URL of this site, else home; accounts are led to their own page."""
    if request.user.is_authenticated:
        return redirect("account")
    player = own_player(request).first()
    initial: dict[str, object] = {"display_name": player.name if player else ""}
    form = GuestNameForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        name = form.cleaned_data["display_name"]
        try:
            # Who has begun nothing and names nobody stays unknown.
            if player or name:
                name_guest(player=current_player(request), name=name)
        except NotAllowed as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Your name is changed."))
            return redirect(next_page(request))
    context = {"form": form, "next": safe_next(request)}
    return render(request, "people/guest_name.html", context, status=status_of(form))
