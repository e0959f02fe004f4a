"""Regular expressions: RE2's, or where it is missing (phylo/compiled.py) ours, which do the same."""

from typing import TYPE_CHECKING, Any

from phylo.compiled import has

MEMORY = 2**20
"""Bytes that RE2 may use for one expression."""

if TYPE_CHECKING or has("re2"):
    import re2

    Malformed = re2.error
    forget = re2.purge

    def compiled(expression: str) -> Any:
        """It heeds no capitals. Raises Malformed with RE2's words, as bytes."""
        options = re2.Options()
        options.max_mem = MEMORY
        options.case_sensitive = options.log_errors = False
        options.never_nl = options.never_capture = True
        return re2.compile(expression, options)
else:
    from cards.search.plain_expressions import Malformed, compiled, forget

__all__ = ["Malformed", "compiled", "forget"]
