"""A new password for whoever has forgotten the old one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from phylo.accounts import services
from phylo.accounts.forms import ResetForm, ResetPasswordForm
from phylo.accounts.models import User
from phylo.accounts.views.joining import site_of, status_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """The answer is the same whether or not anybody has the address."""
    form = ResetForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.ask_for_reset(address=form.cleaned_data["email"], site=site_of(request))
        return redirect("password-reset-sent")
    return render(request, "accounts/reset.html", {"form": form}, status=status_of(form))


@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_sent.html")


class ResetConfirm(PasswordResetConfirmView):
    """Django's: it moves the token out of the address, and the link serves once."""

    template_name = "accounts/reset_confirm.html"
    success_url = reverse_lazy("sign-in")

    def get_form(self, form_class: Any = None) -> Any:
        # A dead link has no account and shows no form.
        owner = self.user if isinstance(self.user, User) else User()
        return ResetPasswordForm(owner, self.request.POST if self.request.method == "POST" else None)

    def form_valid(self, form: Any) -> HttpResponse:
        services.change_password(user=form.user, password=form.cleaned_data["password1"])
        services.finish_reset(user=form.user)
        del self.request.session["_password_reset_token"]
        messages.success(self.request, _("Your password is changed. Sign in with the new one."))
        return redirect(self.get_success_url())

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=status_of(form))
