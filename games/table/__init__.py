"""The context for the templates that draw a table: what a seat may see, in words and numbers."""

from games.table.presenter import Occasion, table_context

__all__ = ["Occasion", "table_context"]
