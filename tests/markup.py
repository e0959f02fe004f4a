"""Pages as text, however their templates break the lines."""

import re


def tight(page: str) -> str:
    """The page without white space beside tags, and with other white space collapsed."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", " ".join(page.split()))
