"""Signing up, in and out, and resetting a forgotten password."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from phylo.accounts import services
from phylo.accounts.forms import TAKEN, ResetForm, ResetPasswordForm, SignInForm, SignUpForm
from phylo.accounts.guests import suggested_username
from phylo.accounts.models import User


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Leads to `next`, if that is a URL of this site, else home."""
    if request.user.is_authenticated:
        return redirect(way_on(request))
    initial: dict[str, object] = {"username": suggested_username(request.session)}
    form = SignUpForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        given = form.cleaned_data
        try:
            user = services.sign_up(
                request=request,
                username=given["username"],
                password=given["password1"],
                email=given["email"],
                site=site_of(request),
            )
        except services.NameTaken:
            form.add_error("username", TAKEN["username"])
        else:
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.public_name})
            return redirect(way_on(request))
    return form_page(request, "accounts/sign_up.html", form)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Leads to `next`, if that is a URL of this site, else home."""
    if request.user.is_authenticated:
        return redirect(way_on(request))
    form = SignInForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid() and form.user:
        adopted = services.sign_in(request=request, user=form.user)
        words = _("Welcome back, %(name)s. What you played as a guest is yours now.") if adopted else ""
        words = words or _("Welcome back, %(name)s.")
        messages.success(request, words % {"name": form.user.public_name})
        return redirect(way_on(request))
    return form_page(request, "accounts/sign_in.html", form)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out and flush the session."""
    auth.logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("home")


def form_page(request: HttpRequest, template: str, form: SignUpForm | SignInForm) -> HttpResponse:
    context = {"form": form, "next": safe_next(request)}
    return render(request, template, context, status=status_of(form))


def status_of(*forms: object) -> HTTPStatus:
    wrong = any(getattr(form, "is_bound", False) for form in forms)
    return HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK


def way_on(request: HttpRequest) -> str:
    return safe_next(request) or resolve_url("home")


def safe_next(request: HttpRequest) -> str:
    """`next` if it is a URL of this site, else ""."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if own else ""


def site_of(request: HttpRequest) -> str:
    """Scheme and host, for links in mails: never those of the request if the site's own are known."""
    return settings.SITE_URL if settings.SITE_URL_KNOWN else f"{request.scheme}://{request.get_host()}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """The response is the same whether or not an account has the address."""
    form = ResetForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.ask_for_reset(address=form.cleaned_data["email"], site=site_of(request))
        return redirect("password-reset-sent")
    return render(request, "accounts/reset.html", {"form": form}, status=status_of(form))


@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_sent.html")


class ResetConfirm(PasswordResetConfirmView):
    """Django's view: it moves the token out of the URL, and the link works once."""

    template_name = "accounts/reset_confirm.html"
    success_url = reverse_lazy("sign-in")

    def get_form(self, form_class: Any = None) -> Any:
        # An invalid link has no account, and its page shows no form.
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
