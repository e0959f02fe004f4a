"""Pages as text, however their templates break the lines."""

import re


def tight(page: str) -> str:
    """The page without white space beside its tags, and with one space for each other run of it."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", " ".join(page.split()))
