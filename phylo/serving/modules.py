"""
Our scripts as one file a page: a script with all modules that it imports, each in a function of its own.

They are written so that this takes no parser: an import names what it takes or nothing, an export is a
function, a class or a constant, and none import each other in circles. Whatever is written otherwise is
refused when files are collected.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles import finders

IMPORT = re.compile(r'^import (?:\{(?P<names>[\w\s,]*)\} from )?"(?P<url>\.[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) (?P<name>\w+))", re.MULTILINE)
NOT_UNDERSTOOD = re.compile(r"^\s*(?:import|export)\b.*|\bimport[.(].*", re.MULTILINE)
REMARK = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
"""A quarter of what a browser would be sent. No text of several lines has such a line."""
LOADED = "modules"
FIRST = f'const {LOADED} = (globalThis[Symbol.for("phylo modules")] ??= {{}});\n'
"""What is in two files of a page runs in the first alone, as a module does that two scripts import."""


@cache
def with_imports(script: str) -> tuple[str, ...]:
    """The file and those of all modules that it needs, each after what it imports, as browsers run them."""
    found: dict[str, None] = {}

    def add(file: str, importing: tuple[str, ...]) -> None:
        if file in importing:
            raise ValueError(f"{' imports '.join([*importing, file])}")
        if file not in found:
            for match in IMPORT.finditer(_source(file)):
                add(_imported(file, match), (*importing, file))
            found[file] = None

    add(script, ())
    return tuple(found)


def together(scripts: Iterable[str]) -> str:
    """What one file says instead of all of them and their imports. Raises ValueError."""
    files = dict.fromkeys(file for script in scripts for file in with_imports(script))
    return FIRST + "\n".join(map(_wrapped, files))


def _wrapped(file: str) -> str:
    source = REMARK.sub("", _source(file))
    names = [match["name"] for match in EXPORT.finditer(source)]
    body = EXPORT.sub("", IMPORT.sub(lambda match: _taken(file, match), source))
    if other := NOT_UNDERSTOOD.search(body):
        raise ValueError(f"{file}: {other[0].strip()}")
    return f'{LOADED}["{file}"] ??= (() => {{\n{body}return {{ {", ".join(names)} }};\n}})();\n'


def _taken(file: str, imported: re.Match[str]) -> str:
    if imported["names"] is None:
        return ""
    names = ", ".join(_names(imported["names"]))
    return f'const {{ {names} }} = {LOADED}["{_imported(file, imported)}"];'


def _names(listed: str) -> Iterator[str]:
    """ "say, words as text" as it is taken from an object."""
    for name in filter(None, map(str.strip, listed.split(","))):
        yield ": ".join(name.split(" as "))


def _imported(file: str, match: re.Match[str]) -> str:
    return normpath(join(dirname(file), match["url"]))


def _source(file: str) -> str:
    # As written, not as collected: the names there have no hashes.
    if (path := finders.find(file)) is None:
        raise FileNotFoundError(file)
    return Path(path).read_text(encoding="utf-8")
