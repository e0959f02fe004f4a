"""
Regular expressions, matched in linear time by RE2. Where it is missing (phylo/compiled.py), Python matches
those that the search itself has made of wildcards; what people write needs the site's server.
"""

import re
from typing import TYPE_CHECKING, Any

from phylo.compiled import has

MEMORY = 2**20
"""Bytes that RE2 may use for one expression."""
READS_WRITTEN = has("re2")
"""Whether expressions that people have written can be matched."""

if TYPE_CHECKING or READS_WRITTEN:
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
    Malformed, forget = re.error, re.purge

    class compiled:
        """Of a text, and as RE2's of texts in UTF-8 with places in bytes."""

        def __init__(self, expression: str) -> None:
            self.search = re.compile(expression, re.IGNORECASE).search
            self.finditer = re.compile(expression.encode(), re.IGNORECASE).finditer


__all__ = ["READS_WRITTEN", "Malformed", "compiled", "forget"]
