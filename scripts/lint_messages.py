"""
Checks the translations for `make lint`: nothing is missing, doubtful or has lost a placeholder, and words of
the game are those of locale/words.csv.

python scripts/lint_messages.py [language …]
"""

import csv
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "locale"
KEPT = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}|</?\w+[^>]*>|&#?\w+;")
"""What every translation has as often as the original: placeholders, elements, entities."""
ONE = re.compile(r"\b1[ \N{NO-BREAK SPACE}]\w")
"""A number that has to be filled in, as French says the singular of 0 as well."""
MOST = 60
"""Letters of a message that are shown."""
MISSING = "is not translated"
MOST_MISSING = 20
"""Shown of a language: a new one has all of them."""


def main(languages: Sequence[str]) -> int:
    found = []
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
        if not languages or path.parents[1].name in languages:
            found += shortened(list(faults(path)))
    print("\n".join(found) or "All translations checked.")
    return 1 if found else 0


def shortened(told: Sequence[str]) -> list[str]:
    """Of a language's missing translations only the first ones, after all else."""
    missing = [fault for fault in told if fault.endswith(MISSING)]
    found = [fault for fault in told if not fault.endswith(MISSING)] + missing[:MOST_MISSING]
    if len(missing) > MOST_MISSING:
        language = missing[0].partition(":")[0]
        found.append(f"{language}: {len(missing)} in all are not translated")
    return found


def faults(path: Path) -> Iterator[str]:
    language = path.parents[1].name
    words = words_of(language, path.parents[2] / "words.csv")
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if message.id:
            said = f"{language}: “{' '.join(_texts(message.id)[0].split())[:MOST]}”"
            yield from (f"{said} {fault}" for fault in faults_of(message, catalogue, words))


def words_of(language: str, path: Path) -> Mapping[str, str]:
    """The translations of the game's words, by the English one."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["en"]: row[language] for row in csv.DictReader(file) if row.get(language)}


def faults_of(message: Message, catalogue: Catalog, words: Mapping[str, str]) -> Iterator[str]:
    originals, forms = _texts(message.id), _texts(message.string)
    if not all(forms):
        yield MISSING
        return
    if message.fuzzy:
        yield "is doubtful (fuzzy)"
    wanted = [sorted(KEPT.findall(text)) for text in originals]
    for form in forms:
        if sorted(KEPT.findall(form)) not in wanted:
            yield f"has not the same placeholders in “{form[:MOST]}”"
        if _ends(form) not in map(_ends, originals):
            yield f"begins or ends with other white space in “{form[:MOST]}”"
    if len(forms) != (catalogue.num_plurals if len(originals) > 1 else 1):
        yield f"has {len(forms)} forms"
    if len(forms) > 1 and c2py(catalogue.plural_expr)(0) == 0 and ONE.search(forms[0]):
        yield f"says 1 where the number may be 0 in “{forms[0][:MOST]}”"
    word = words.get(originals[0])
    if word is not None and len(originals) == 1 and not _says(forms[0], word, within=bool(message.context)):
        yield f"is “{forms[0]}”, and “{word}” in locale/words.csv"


def _says(form: str, word: str, *, within: bool) -> bool:
    """Whether it is the word, which may have others around it `within` a sentence that a context tells."""
    return word.casefold() in form.casefold() if within else word.casefold() == form.casefold()


def _texts(given: object) -> tuple[str, ...]:
    return tuple(map(str, given)) if isinstance(given, list | tuple) else (str(given),)


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
