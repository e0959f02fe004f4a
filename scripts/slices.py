"""
How the code is cut into slices, as Markdown: .venv/bin/python scripts/slices.py

Lines and `Any` of each slice, its imports of others, and what must not be: imports of slices by the cores,
and circles. With `--write` the tables are put into docs/architecture.md.
"""

import argparse
import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- slices -->\n", "<!-- /slices -->"
CORES = {"cards": ("cards",), "games": ("games.matches", "games.table")}
"""What no part of may import a slice of the same package."""
WRITTEN_BY_US = {".html", ".jinja", ".txt", ".css", ".js", ".svg", ".py"}

Pairs = Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class Size:
    """Lines, and how often `Any` stands in the Python."""

    python: int
    templates: int
    static: int
    tests: int
    anything: int

    @property
    def row(self) -> Sequence[int]:
        return self.python, self.templates, self.static, self.tests, self.anything


def slices() -> list[str]:
    """From bottom to top, as the setting lists them."""
    module = ast.parse((ROOT / "phylo" / "settings.py").read_text())
    for each in module.body:
        match each:
            case ast.Assign(targets=[ast.Name(id="SLICES")], value=ast.List(elts=names)):
                return [ast.literal_eval(name) for name in names]
    raise LookupError("no SLICES in phylo/settings.py")


def size_of(name: str, others: Collection[str]) -> Size:
    """Of a slice or package, without what is in others."""
    folder = ROOT / name.replace(".", "/")
    inside = [ROOT / other.replace(".", "/") for other in others if other.startswith(f"{name}.")]
    python = [
        path
        for path in folder.rglob("*.py")
        if "migrations" not in path.parts and not any(path.is_relative_to(other) for other in inside)
    ]
    return Size(
        python=lines(python),
        templates=beside(ROOT / "templates", name, others),
        static=sum(beside(ROOT / "static" / kind, name, others) for kind in ("css", "js")),
        tests=beside(ROOT / "tests", name, others),
        anything=sum(
            isinstance(node, ast.Name) and node.id == "Any"
            for path in python
            for node in ast.walk(ast.parse(path.read_text()))
        ),
    )


def beside(folder: Path, name: str, others: Collection[str]) -> int:
    """The lines of the slice's own folder in this one; the framework's are those that are of no slice."""
    named = {each.rpartition(".")[2] for each in (*others, "engine")}
    if name != "phylo":
        return lines(files(folder / name.rpartition(".")[2]))
    return sum(lines(files(each)) for each in folder.iterdir() if each.name not in named)


def files(folder: Path) -> Iterator[Path]:
    paths = [folder] if folder.is_file() else folder.rglob("*")
    return (path for path in paths if path.suffix in WRITTEN_BY_US)


def lines(paths: Iterable[Path]) -> int:
    return sum(len(path.read_text().splitlines()) for path in paths)


def imports(names: Collection[str]) -> Pairs:
    """How many imports of one slice's modules are in those of another."""
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph("cards", "games", cache_dir=None)
    found = Counter[tuple[str, str]]()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            pair = slice_of(module, names), slice_of(imported, names)
            if pair[0] != pair[1]:
                found[pair] += 1
    return found


def slice_of(module: str, names: Collection[str]) -> str:
    """The longest name in which the module lies; that of the package for one beside the slices."""
    found = [name for name in names if module == name or module.startswith(f"{name}.")]
    return max(found, key=len, default=module.split(".", maxsplit=1)[0])


def of_cores(pairs: Pairs) -> int:
    """The imports of slices by the cores of their package."""
    return sum(
        count
        for (importer, imported), count in pairs.items()
        for package, core in CORES.items()
        if importer in core and imported not in core and imported.startswith(f"{package}.")
    )


def circles(pairs: Pairs) -> int:
    """The slices that import themselves through others."""
    below = defaultdict(set)
    for importer, imported in pairs:
        below[importer].add(imported)
    return sum(name in reached(name, below) for name in list(below))


def reached(name: str, below: Mapping[str, Collection[str]]) -> set[str]:
    found, waiting = set[str](), [*below.get(name, ())]
    while waiting:
        if (each := waiting.pop()) not in found:
            found.add(each)
            waiting += below.get(each, ())
    return found


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    marks = ["---", *("---:" for _column in head[1:])]
    body = (" | ".join(f"{each:,}" if isinstance(each, int) else str(each) for each in row) for row in rows)
    return "\n".join(f"| {row} |" for row in (" | ".join(head), " | ".join(marks), *body))


def report() -> str:
    names = slices()
    sizes = {name: size_of(name, names) for name in ("engine", "phylo", *names)}
    pairs = imports(names)
    total = [sum(column) for column in zip(*(size.row for size in sizes.values()), strict=True)]
    used: dict[str, list[str]] = {name: [] for name in names}
    for importer, imported in sorted(pairs, key=lambda pair: -pairs[pair]):
        used.setdefault(importer, []).append(f"`{imported}` {pairs[importer, imported]}")
    return "\n\n".join(
        (
            "Lines by slice, without migrations, and how often the Python says `Any`:",
            table(
                ("slice", "Python", "templates", "static", "tests", "`Any`"),
                [*((f"`{name}`", *size.row) for name, size in sizes.items()), ("all", *total)],
            ),
            "Imports between slices of cards and games, module by module:",
            "| slice | imports |\n| --- | --- |\n"
            + "\n".join(f"| `{name}` | {', '.join(used[name]) or '–'} |" for name in used),
            table(
                ("what must not be", "number"),
                [
                    ("imports of a slice by the core below it", of_cores(pairs)),
                    ("slices in circles", circles(pairs)),
                ],
            ),
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/architecture.md")
    if not parser.parse_args().write:
        print(report())
        return
    before, _begin, rest = DOCUMENT.read_text().partition(BEGIN)
    _old, _end, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{BEGIN}{report()}\n{END}{after}")


if __name__ == "__main__":
    main()
