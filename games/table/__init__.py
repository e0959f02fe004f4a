"""The table of a match as the templates draw it: everything that a seat may see, in words and numbers."""

from games.table.presenter import Occasion, table_context

__all__ = ["Occasion", "table_context"]
