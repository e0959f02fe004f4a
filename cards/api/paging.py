"""Lists by pages, the newest first: what the cursor of one page says to the next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from cards.api.resource import Address
from cards.services.search import CursorError
from phylo.numbers import whole

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Page(Generic[Row]):
    """`rows` of this page; `read` has one more where the list goes on; `count` is of all pages."""

    count: int
    rows: Sequence[Row]
    read: Sequence[Row]
    following: str | None

    def answer(self, results: list[dict[str, Any]]) -> dict[str, Any]:
        return {"count": self.count, "next": self.following, "results": results}


def by_number(rows: QuerySet[Row], given: dict[str, Any], at: Address, *, column: str = "pk") -> Page[Row]:
    """Ordered by a column of whole numbers, each once. Raises CursorError."""
    behind = Q()
    if "cursor" in given:
        cursor = whole(given["cursor"])
        if cursor is None:
            raise _no_cursor()
        behind = Q(**{f"{column}__lt": cursor})
    ordered = rows.order_by(f"-{column}")
    return _page(ordered, behind, given["size"], at, lambda row: str(getattr(row, column)))


def by_time(rows: QuerySet[Row], given: dict[str, Any], at: Address) -> Page[Row]:
    """Of rows with `created` and a `code`, which is the cursor. Raises CursorError."""
    behind = Q()
    if "cursor" in given:
        last: Any = rows.model._default_manager.filter(code=given["cursor"]).first()
        if last is None:
            raise _no_cursor()
        behind = Q(created__lt=last.created) | Q(created=last.created, pk__lt=last.pk)
    ordered = rows.order_by("-created", "-pk")
    return _page(ordered, behind, given["size"], at, lambda row: str(getattr(row, "code", "")))


def _page(rows: QuerySet[Row], behind: Q, size: int, at: Address, cursor: Callable[[Row], str]) -> Page[Row]:
    count = rows.count()
    read = list(rows.filter(behind)[: size + 1])
    following = at.after(cursor(read[size - 1])) if len(read) > size else None
    return Page(count, read[:size], read, following)


def _no_cursor() -> CursorError:
    return CursorError(_("This cursor is none of this list."))
