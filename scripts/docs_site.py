"""
Builds the documents into one site of plain files: it needs no server of its own, and nothing from elsewhere.

    python -m scripts.docs_site [dist/docs]        # `make docs`

The pages are those of the repository. Sphinx reads a copy in which they lie as on the site and their links
lead there. Each language is a project of its own, so that its pages are marked and its words are found as
such. A warning is an error. The navigation shows what the start pages list, so one must list every page.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from scripts.lint_sources import FENCED

ROOT = Path(__file__).resolve().parents[1]
THEME = ROOT / "scripts" / "docs_theme"
LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""The first has every page, the others those that are translated, in docs/<language>/."""
FIRST, *OTHERS = LANGUAGES
READERS = ("players", "teachers", "curators", "hosts", "programmers")
"""Start pages in docs/."""
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting-a-weakness.md",
    "CHANGELOG.md": "changes.md",
    "engine/README.md": "phylo-engine.md",
    "engine/CHANGELOG.md": "phylo-engine-changes.md",
}
"""Pages outside docs/, and where they are on the site."""
NAMES = {"README.md": "index.md", "search.md": "card-search.md"}
"""In docs/; `search` is the page on which the site itself is searched."""
BUILT = "searchindex.js"
"""A file by which a folder is known to be such a site, which may be replaced."""

LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(?=\))|(?<=<img src=\")([^\"]+)(?=\")")
LISTED = re.compile(r"^- (?:\*\*)?\[[^\]]*\]\(([^)\s#]+)\)", re.MULTILINE)
"""An item of a list that begins with a link to a page."""
LINKED = re.compile(r"\]\((?!\w+:)([^)\s#]+)[^)\s]*\)")
FINISHING = (
    # Two landmarks of a kind need names, and an empty cell is no heading.
    (re.compile(r'<aside class="sidebar-drawer"'), r'\g<0> aria-label="Phylo Online"'),
    (re.compile(r'<th class="[^"]*"><p></p></th>'), "<td></td>"),
)
PICTURES = re.compile(r'(?<=")((?:\.\./)*)_images/')


def main() -> int:
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist" / "docs"
    if target.exists() and any(target.iterdir()) and not (target / BUILT).exists():
        print(f"{target} is no site of documents, and is left as it is", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work:
        made = Path(work, "site")
        for language in LANGUAGES:
            build(language, made if language == FIRST else made / language)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target)
    print(target / "index.html")
    return 0


def build(language: str, folder: Path) -> None:
    """Makes the pages of a language. Raises CalledProcessError, also for a warning."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as work:
        source = Path(work, "source")
        lay_out(language, source)
        options = ["--quiet", "--fail-on-warning", "--conf-dir", THEME, "--doctree-dir", Path(work, "read")]
        for setting in (f"language={language}", f"version={told['tool']['phylo']['version']}"):
            options += ["--define", setting]
        subprocess.run([sys.executable, "-m", "sphinx", *options, source, folder], check=True)
    finish(language, folder)


def finish(language: str, folder: Path) -> None:
    """Mends what the theme leaves out. Other languages show the pictures of the first, which has them all."""
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for found, instead in FINISHING:
            text = found.sub(instead, text)
        if language != FIRST:
            text = PICTURES.sub(r"\1../_images/", text)
        page.write_text(text, encoding="utf-8")
    if language != FIRST:
        shutil.rmtree(folder / "_images")
    # One tells Sphinx what to build anew, and differs from place to place; the other is empty.
    (folder / ".buildinfo").unlink()
    (folder / "_sources").rmdir()


@cache
def pages() -> dict[Path, PurePosixPath]:
    """Every page of the repository, with its place on the site."""
    found = {ROOT / name: PurePosixPath(place) for name, place in ELSEWHERE.items()}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        place = PurePosixPath(path.relative_to(ROOT / "docs").as_posix())
        found[path] = place.with_name(NAMES.get(place.name, place.name))
    return found


def language_of(place: PurePosixPath) -> str:
    return place.parts[0] if place.parts[0] in OTHERS else FIRST


def within(place: PurePosixPath) -> PurePosixPath:
    """The place among the pages of its language."""
    return place if language_of(place) == FIRST else place.relative_to(language_of(place))


def relative(place: PurePosixPath | str, here: PurePosixPath) -> str:
    return os.path.relpath(place, here.parent)


def lay_out(language: str, source: Path) -> None:
    """Writes the pages of a language, and the files that they show, with links as on the site."""
    for path, place in pages().items():
        if language_of(place) == language:
            copy = source / within(place)
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = "".join([*translations(place), led(path, source), *contents(path)])
            copy.write_text(text, encoding="utf-8")


def led(page: Path, source: Path) -> str:
    """The page with links as they are on the site; files that are no pages are copied."""
    here = pages()[page]

    def there(link: re.Match[str]) -> str:
        file, anchor = (page.parent / (link[1] or link[3])).resolve(), link[2] or ""
        if file not in pages():
            name = file.relative_to(ROOT)
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, source / name)
            return relative(name.as_posix(), within(here))
        place = pages()[file]
        if language_of(place) == language_of(here):
            return relative(place, here) + anchor
        # Another project's page; scripts/docs_theme/conf.py knows these schemes.
        return ("part-of-site:" if anchor else "site:") + relative(place.with_suffix(".html"), here) + anchor

    text, parts, end = page.read_text(encoding="utf-8"), [], 0
    for block in FENCED.finditer(text):
        parts += [LINK.sub(there, text[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*parts, LINK.sub(there, text[end:])])


def translations(place: PurePosixPath) -> Iterator[str]:
    """A line that leads to the page in other languages; translated pages and the first one have theirs."""
    there = [each for each in OTHERS if PurePosixPath(each) / place in pages().values()]
    if there and place.name != "index.md":
        links = (
            f"[{LANGUAGES[each]}](site:{relative(PurePosixPath(each) / place.with_suffix('.html'), place)})"
            for each in there
        )
        yield " · ".join(links) + "\n\n"


def contents(page: Path) -> Iterator[str]:
    """What the navigation shows below a start page; the page itself lists the same."""
    if below := [relative(each, pages()[page]) for each in listed(page)]:
        yield "\n".join(["\n", "```{toctree}", ":hidden:", "", *below, "```", ""])


def listed(page: Path) -> list[PurePosixPath]:
    """The pages below this one: those that begin an item; of a first page in other languages, all linked."""
    here = pages()[page]
    start = within(here) == PurePosixPath("index.md")
    if not start and page.stem not in READERS:
        return []
    pattern = LINKED if start and language_of(here) != FIRST else LISTED
    found = (pages().get((page.parent / link).resolve()) for link in pattern.findall(page.read_text("utf-8")))
    own = (place for place in found if place and language_of(place) == language_of(here) and place != here)
    # By the last time that each is named: a list of all of them ends the first pages.
    return list(dict.fromkeys(reversed(list(own))))[::-1]


if __name__ == "__main__":
    sys.exit(main())
