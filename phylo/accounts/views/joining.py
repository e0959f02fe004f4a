"""Signing up, in and out."""

from http import HTTPStatus

from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from phylo.accounts import services
from phylo.accounts.forms import TAKEN, SignInForm, SignUpForm


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """With `next`, a path of this site, that is where it leads."""
    if request.user.is_authenticated:
        return redirect(way_on(request))
    form = SignUpForm(request.POST if request.method == "POST" else None)
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
    """With `next`, a path of this site, that is where it leads."""
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
    """The session goes with all that it holds."""
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
    """`next` where it is an address of this site, else nothing."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if own else ""


def site_of(request: HttpRequest) -> str:
    """Scheme and host, as links in mails need them."""
    return f"{request.scheme}://{request.get_host()}"
