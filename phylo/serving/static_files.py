"""
Static files as pages name them: the style sheets that a page asks for together are collected as one file, and
the modules that a script imports are known.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTED = r'(?P<matched>(?P<before>\b(?:import|from)\s*\(?)"(?P<url>\.[^"]+)")'
TOGETHER = re.compile(r'{% styles ((?:"[a-z0-9-]+/[a-z0-9,-]+" )+)%}')
"""What a template says to have style sheets; their names are always written out."""
JOINED = "css/joined"
"""Where sheets lie that were joined: as deep as those of the slices, whose relative addresses they keep."""


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """
    Also rewrites the names in `import` and `export` lines of our ES modules, and adds the style sheets that
    templates ask for together.

    Django could do so in every script, but would take half a minute for Swagger UI.
    """

    # A module's hash depends on those of its imports, which are settled one level in each pass.
    max_post_process_passes = 12
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORTED, '%(before)s"%(url)s"'),)),
    )

    def create_compressor(self, **options: object) -> Compressor:
        """gzip only: Brotli would run at its slowest level, and only where it happens to be installed."""
        return Compressor(**options, use_brotli=False)

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], **options: object
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        if not options.get("dry_run"):
            paths = paths | {name: (self, name) for name in self.join_sheets(paths)}
        yield from super().post_process(paths, **options)

    def join_sheets(self, paths: Mapping[str, tuple[Storage, str]]) -> Iterator[str]:
        """Write the sheets of each page, in their order, into one file; what it is called."""
        for names in sheets_together(templates()):
            parts = []
            for name in each_of(names):
                storage, path = paths[sheet(name)]
                with storage.open(path) as file:
                    parts.append(file.read())
            joined = sheet(*names)
            self.delete(joined)
            yield self.save(joined, ContentFile(b"\n".join(parts)))


def templates() -> list[Path]:
    return sorted((settings.BASE_DIR / "templates").rglob("*.html"))


def sheets_together(pages: Sequence[Path]) -> set[tuple[str, ...]]:
    """The names that any of these templates asks for at once, more than one."""
    found = (names for page in pages for names in TOGETHER.findall(page.read_text(encoding="utf-8")))
    several = {tuple(name.strip('"') for name in names.split()) for names in found}
    return {names for names in several if len(each_of(names)) > 1}


def each_of(names: Iterable[str]) -> list[str]:
    """What tags name, one by one: "decks/page,tile" is "decks/page" and "decks/tile"."""
    pairs = [name.rsplit("/", 1) for name in names]
    return [f"{folder}/{each}" for folder, several in pairs for each in several.split(",")]


def sheet(*names: str) -> str:
    """The file of these style sheets in this order."""
    if len(each_of(names)) == 1:
        return f"css/{names[0]}.css"
    return f"{JOINED}/{'_'.join(names).replace('/', '-').replace(',', '.')}.css"


@cache
def imported_by(script: str) -> tuple[str, ...]:
    """The files of the modules that a script needs, itself left out, those that it names first ahead."""
    found, waiting = [script], [script]
    while waiting:
        path = waiting.pop(0)
        # As written, not as collected: the names there have no hashes.
        if (found_at := finders.find(path)) is None:
            raise FileNotFoundError(f"{path}, which {script} imports")
        source = Path(found_at).read_text(encoding="utf-8")
        for match in re.finditer(IMPORTED, source):
            name = normpath(join(dirname(path), match["url"]))
            if name not in found:
                found.append(name)
                waiting.append(name)
    return tuple(found[1:])
