"""Texts as they are compared: without what people write differently."""

import unicodedata

# Letters with a plain spelling that Unicode does not decompose.
LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
APOSTROPHES = "'’‘ʼ`´"


def plain(text: str) -> str:
    """Text in search form: lower-case letters and digits without accents, words separated by one blank."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()).translate(LETTERS)
    kept = []
    for letter in text:
        category = unicodedata.category(letter)
        if letter.isalnum() or category == "Mc":  # vowel signs of some scripts are marks
            kept.append(letter)
        elif letter not in APOSTROPHES and category not in ("Mn", "Cf"):
            kept.append(" ")
    return " ".join("".join(kept).split())


def clean(text: str) -> str:
    """NFKC-normalised, without invisible characters."""
    text = unicodedata.normalize("NFKC", text)
    return "".join(
        sign for sign in text if sign == "\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs")
    ).strip()
