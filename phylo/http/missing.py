"""What only the site's server can do, where a copy runs without its compiled packages (phylo/compiled.py)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from phylo import compiled
from phylo.http.problems import Refused, wants_page

View = Callable[..., HttpResponseBase]


class NeedsServer(Refused):
    """A package is missing that nothing stands in for."""

    code = "needs-server"

    def __init__(self, package: str) -> None:
        super().__init__(str(compiled.PACKAGES[package].refusal))


def need(package: str) -> None:
    """Raises NeedsServer if it is missing."""
    if not compiled.has(package):
        raise NeedsServer(package)


def needing(package: str, view: View) -> View:
    """The view; where the package is missing, one that refuses."""
    return view if compiled.has(package) else refusing(package)


def refusing(package: str) -> View:
    def refuse(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        raise NeedsServer(package)

    return refuse


class MissingMiddleware:
    """Answers pages that raise NeedsServer; installed only where something is missing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, NeedsServer):
            return None
        if not wants_page(request):
            return exception.as_problem()
        page = {"title": _("This needs the site's server"), "words": str(exception)}
        return render(request, "site/needs_server.html", page, status=exception.status)
