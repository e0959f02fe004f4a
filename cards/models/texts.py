"""User texts in the form in which they are stored."""

import unicodedata


def tidy(text: str) -> str:
    """Lines of printable characters, with at most one empty line in a row."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs"))
    lines: list[str] = []
    for line in (line.rstrip() for line in text.strip().split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines)


def says_something(text: str) -> bool:
    """Whether there is any visible letter, digit or sign."""
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in text)
