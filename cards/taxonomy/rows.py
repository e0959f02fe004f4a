"""Many rows at once into a table of the site's database, faster than through models."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model


def insert(model: type[Model], columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """`columns` as the database calls them. JSON is given as text."""
    quoted = [connection.ops.quote_name(name) for name in columns]
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({', '.join(quoted)})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        cursor.executemany(f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(columns))})", list(rows))


def delete_between(model: type[Model], first: int, last: int) -> None:
    """Rows with keys in this range, without looking for rows that refer to them."""
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE id BETWEEN %s AND %s", [first, last])
