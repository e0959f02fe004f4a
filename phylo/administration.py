"""
Django's admin for superusers: what is stored, read-only, and steps that services take. What an app shows is
in its `administration.py`; columns that are not named there are neither shown nor searched, nor even read.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeVar, cast

from allauth.account.decorators import reauthentication_required
from django.contrib import admin, messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import NoReverseMatch, URLPattern, URLResolver, reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext

from phylo.accounts.demanded_factors import lacks_factor, led_to_factors
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of
from phylo.http.problems import Refused

LISTED = 10_000
"""Rows that a list counts and leads to: a search finds the others."""
NOT_HERE = {"password_change", "password_change_done"}

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Do = Callable[[Any, User], object]
"""A service's step with one row, for the administrator. Raises Refused."""
Column = Callable[[admin.ModelAdmin, Any], str | None]
Step = Callable[["ReadOnly", HttpRequest, QuerySet[Any]], None]
NOTHING: Mapping[str, Do] = MappingProxyType({})


class Administration(admin.AdminSite):
    """One comes in by the site's own sign-in page. For other accounts there is nothing here."""

    site_header = site_title = gettext_lazy("Phylo administration")
    index_title = gettext_lazy("What is stored")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return user.is_active and user.is_superuser and not lacks_factor(user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if request.user.is_authenticated and not self.has_permission(request):
            if request.user.is_superuser:
                return led_to_factors(request)
            raise Http404("not for members")
        onwards = request.GET.get("next") or reverse("admin:index")
        return redirect_to_login(onwards)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """The password, or what the account has in its place, is asked for again after a while."""
        inner = super().admin_view(view, cacheable)
        again = reauthentication_required(inner)

        @wraps(inner)
        def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            return (again if self.has_permission(request) else inner)(request, *args, **kwargs)

        return cast(View, checked)

    def get_urls(self) -> list[URLResolver | URLPattern]:
        # The account's own page changes passwords.
        return [each for each in super().get_urls() if getattr(each, "name", None) not in NOT_HERE]


class FirstRows(Paginator):
    @cached_property
    def count(self) -> int:
        rows: QuerySet[Model] = self.object_list  # type: ignore[assignment]
        return rows.order_by()[:LISTED].count()


class ReadOnly(admin.ModelAdmin):
    """Shows the same columns in the list and on the page of a row. `columns`: those of the table."""

    columns: Sequence[str]
    only = Q()
    list_display_links = ("pk",)
    list_per_page = 50
    list_max_show_all = 0
    show_full_result_count = False
    paginator = FirstRows
    sortable_by = ()
    ordering = ("-pk",)
    search_help_text = gettext_lazy("The number of a row, or of one that it refers to; or a part of a text.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        people = [each.name for each in _fields(self) if each.related_model is User]
        names = (f"{name}__username" for name in people)
        return (
            self.model._base_manager.filter(self.only)
            .only(*self.columns, *names)
            .select_related(*people)
            .order_by(*self.ordering)
        )

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return list(self.list_display)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Numbers are looked up by the indexes of keys."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if not term.isprintable():
            return queryset.none(), False
        found = Q(pk__in=())
        for name in self.search_fields:
            found |= Q(**{f"{name}__icontains": term})
        for field in (self.opts.pk, *(each for each in _fields(self) if isinstance(each, ForeignKey))):
            try:
                found |= Q(**{field.attname: field.to_python(term)})
            except ValidationError:
                continue
        return queryset.filter(found), False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Nobody finds out a column that is not shown by asking for rows where it is large."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


site = Administration()


def show(
    model: type[Model],
    columns: str,
    *,
    search: str = "",
    newest: str = "pk",
    only: Q | None = None,
    steps: Mapping[str, Do] = NOTHING,
) -> None:
    """
    List a model's rows with these columns, newest first by the column `newest`. `search`: columns of text to
    search too. `only`: the rows that administrators may see. `steps`: what can be done with chosen rows, by
    words for the menu.
    """
    names = columns.split()
    links = {f"{name}_link": _link(model, name) for name in names if _refers(model, name)}
    more = {
        "columns": names,
        "only": only or Q(),
        "list_display": ["pk", *(f"{name}_link" if _refers(model, name) else name for name in names)],
        "search_fields": search.split(),
        "ordering": [f"-{newest}"],
        "actions": [_action(number, words, do) for number, (words, do) in enumerate(steps.items())],
    }
    site.register(model, type(f"{model.__name__}Administration", (ReadOnly,), {**links, **more}))


def _fields(shown: ReadOnly) -> "Iterator[Field[Any, Any]]":
    return (field for field in shown.opts.concrete_fields if field.name in shown.columns)


def _refers(model: type[Model], name: str) -> bool:
    return isinstance(model._meta.get_field(name), ForeignKey)


def _link(model: type[Model], name: str) -> Column:
    """The row that a column refers to, by its number or an account's name: nothing else of it is read."""
    field = model._meta.get_field(name)
    assert isinstance(field, ForeignKey)
    to: type[Model] = field.related_model

    @admin.display(description=capfirst(field.verbose_name))
    def link(shown: admin.ModelAdmin, row: Any) -> str | None:
        key = getattr(row, field.attname)
        if key is None:
            return None
        words = getattr(row, field.name).username if to is User else key
        try:
            page = reverse(f"admin:{to._meta.app_label}_{to._meta.model_name}_change", args=[key])
        except NoReverseMatch:
            return str(words)
        return format_html('<a href="{}">{}</a>', page, words)

    return link


def _action(number: int, words: str, do: Do) -> Step:
    @admin.action(description=gettext_lazy(words), permissions=["view"])
    def act(shown: ReadOnly, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        done = 0
        for row in chosen:
            try:
                do(row, member_of(request))
            except Refused as refused:
                shown.message_user(request, f"{row}: {refused}", messages.ERROR)
            else:
                shown.log_change(request, row, words)
                done += 1
        pattern = ngettext("%(words)s: %(count)s row.", "%(words)s: %(count)s rows.", done)
        shown.message_user(request, pattern % {"words": gettext(words), "count": done})

    act.__name__ = f"step_{number}"
    return act
