"""
The packages with compiled code, and what stands in for each where only plain Python runs, as in a browser
(docs/architecture.md#without-compiled-packages). Whoever imports one of them asks `has` first.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Package:
    """
    `use` is what the site does with it, `instead` what does the same without it. Where nothing does,
    `refusal` is what people are told (phylo/http/missing.py).
    """

    use: str
    instead: str = ""
    refusal: str | Promise = ""


HAS_PROCESSES = sys.platform != "emscripten"
"""Whether another program can be started: not by a browser's Python."""
OWN = "its own modules in Python"

PACKAGES: Mapping[str, Package] = {
    "rapidfuzz": Package("the nearest words and names", OWN),
    "markupsafe": Package("escaping in pages", OWN),
    "yaml": Package("metadata of lists of names", OWN),
    "fontTools": Package("letters in pictures of cards", OWN),
    "openskill": Package("ratings", OWN),
    "wcwidth": Package("Celery's command line", OWN),
    "psycopg": Package("PostgreSQL", "SQLite"),
    "psycopg_binary": Package("PostgreSQL", "SQLite"),
    "pyroaring": Package("sets of cards in the search", "cards/search/plain_sets.py"),
    "re2": Package("patterns in the search", "wildcards; regular expressions are refused"),
    "numba": Package("the computer's search", "the same search uncompiled"),
    "llvmlite": Package("Numba", "as Numba"),
    "numpy": Package("Numba", "as Numba"),
    "py4swiss": Package("pairings of Swiss tournaments", "simpler pairings"),
    "pydantic_core": Package("py4swiss", "as py4swiss"),
    "rpds": Package("the check of the OpenAPI document, in tests", "no check"),
    "resvg_py": Package(
        "pictures of cards and tables as PNG",
        refusal=_("Pictures in PNG are drawn by the site's server. Here there are the same as SVG."),
    ),
    "typst": Package("PDF to print", refusal=_("PDF files are made by the site's server.")),
    # Plain Python, but large, and of no use without tournaments.
    "icalendar": Package(
        "when tournaments begin, as calendar files",
        refusal=_("Calendar files are made by the site's server."),
    ),
    "PIL": Package("uploaded pictures", refusal=_("Uploaded pictures are checked by the site's server.")),
    "cryptography": Package(
        "second factors of accounts", refusal=_("Accounts are kept by the site's server, not here.")
    ),
    "_cffi_backend": Package("cryptography", "as cryptography"),
}  # fmt: skip
"""By the name of the module."""


@cache
def has(name: str) -> bool:
    """Whether one of PACKAGES is there; it is not imported."""
    if name not in PACKAGES:
        raise LookupError(name)
    try:
        return find_spec(name) is not None
    except ImportError:
        return False


def refused() -> list[str]:
    """Those that are not there and that nothing stands in for."""
    return [name for name, package in PACKAGES.items() if not package.instead and not has(name)]
