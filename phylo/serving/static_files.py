"""
Static files as pages name them: the style sheets that a page asks for together are collected as one file,
and so are its scripts with the modules that they import.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from phylo.serving import modules

TOGETHER = r'{%% %s ((?:"[a-z0-9-]+/[a-z0-9,/-]+" )+)%%}'
"""What a template says to have `styles` or `scripts`; their names are always written out."""
JOINED = "joined"
"""Where files lie that were joined: as deep as those of the slices, whose relative addresses they keep."""


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Also adds the style sheets and scripts that templates ask for together."""

    def create_compressor(self, **options: object) -> Compressor:
        """gzip only: Brotli would run at its slowest level, and only where it happens to be installed."""
        return Compressor(**options, use_brotli=False)

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], **options: object
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        if not options.get("dry_run"):
            paths = paths | {name: (self, name) for name in [*self.join_sheets(paths), *self.join_scripts()]}
        yield from super().post_process(paths, **options)

    def join_sheets(self, paths: Mapping[str, tuple[Storage, str]]) -> Iterator[str]:
        """Write the sheets of each page, in their order, into one file; what it is called."""
        for names in asked_together("styles", templates()):
            if len(each_of(names)) == 1:
                continue
            parts = []
            for name in each_of(names):
                storage, path = paths[sheet(name)]
                with storage.open(path) as file:
                    parts.append(file.read())
            yield self.write(sheet(*names), b"\n".join(parts))

    def join_scripts(self) -> Iterator[str]:
        """Write the scripts of each page, in their order, with all that they import; what it is called."""
        for names in asked_together("(?:first_)?scripts", templates()):
            files = [f"js/{name}.js" for name in each_of(names)]
            yield self.write(script(*names), modules.together(files).encode())

    def write(self, name: str, content: bytes) -> str:
        self.delete(name)
        return self.save(name, ContentFile(content))


def templates() -> list[Path]:
    return sorted((settings.BASE_DIR / "templates").rglob("*.html"))


def asked_together(tag: str, pages: Sequence[Path]) -> list[tuple[str, ...]]:
    """The names that any of these templates asks for at once by the tag, a pattern; each once, in order."""
    asks = re.compile(TOGETHER % tag)
    found = (names for page in pages for names in asks.findall(page.read_text(encoding="utf-8")))
    return sorted({tuple(name.strip('"') for name in names.split()) for names in found})


def each_of(names: Iterable[str]) -> list[str]:
    """What tags name, one by one: "decks/page,tile" is "decks/page" and "decks/tile"."""
    pairs = [name.rsplit("/", 1) for name in names]
    return [f"{folder}/{each}" for folder, several in pairs for each in several.split(",")]


def sheet(*names: str) -> str:
    """The file of these style sheets in this order."""
    return f"css/{names[0]}.css" if len(each_of(names)) == 1 else f"css/{_joined(names)}.css"


def script(*names: str) -> str:
    """The file of these scripts in this order, with all that they import."""
    return f"js/{_joined(names)}.js"


def _joined(names: Sequence[str]) -> str:
    return f"{JOINED}/{'_'.join(names).replace('/', '-').replace(',', '.')}"
