"""Numbers that come from outside as text."""


def whole(text: str, *, digits: int = 9) -> int | None:
    """The number that at most so many plain digits write; None for every other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
