"""
Lint, and the tests that a change can reach, nearest first, for as long as a change may be kept waiting:

python -m scripts.check [--base COMMIT] [--slice NAME]

A test reaches what it imports, directly or through others, and what its folder's conftest imports. What it
reaches by an address, a template or a name is found by the slice that both belong to. `make test` proves the
rest.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import grimp
import pytest

from scripts.checkout import ROOT, git

PACKAGES = ("engine", "phylo", "cards", "games")
SLICED = ("phylo", "cards", "games")
CORES = ("engine", "cards")
"""Packages with a folder of tests of their own name: the engine as a whole, cards for what is in no slice."""
NO_SLICES = {"browser", "services"}
"""Folders of tests that are about something else than packages of their name."""
LONGEST = 180.0
"""Seconds for all of it."""
NOTHING_FOUND = 5
"""The status of pytest when it has no test to run."""
UNTIL = "PHYLO_CHECK_UNTIL"
"""The environment variable with the time after which no test begins."""
LEFT = "left for make test"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--base", default="HEAD", help="the commit that the change is compared with")
    parser.add_argument("--slice", default="", help="test this slice, whatever has changed")
    asked = parser.parse_args()
    until = time.time() + LONGEST
    chosen = tests_of_slice(asked.slice) if asked.slice else tests_of_change(changed_files(asked.base))
    # The lint of a whole project is quick after the first time, when its parts are kept.
    failed = subprocess.run(["make", "--no-print-directory", "lint"], cwd=ROOT).returncode
    return failed or run(chosen, until)


def changed_files(base: str) -> list[str]:
    """What differs from the commit where this work left `base`, and what git does not know yet."""
    began = git("merge-base", base, "HEAD").decode().strip()
    known = git("diff", "--name-only", began)
    return sorted({*(known + git("ls-files", "--others", "--exclude-standard")).decode().splitlines()})


def tests_of_change(files: Collection[str]) -> list[str]:
    """Files of tests, nearest first."""
    slices = {name for file in files if (name := slice_of(file))}
    return nearest_first(
        project(),
        changed={module for file in files if (module := module_of(file))},
        near={path for name in slices for path in folder_of(name)},
    )


def tests_of_slice(name: str) -> list[str]:
    """Files of tests: the slice's own, then those that reach its packages."""
    graph, near = project(), set(folder_of(name))
    own = {module for module in graph.modules if name == _slice_of_parts(module.split("."))}
    if not own | near:
        raise SystemExit(f"There is no slice {name}.")
    return nearest_first(graph, changed=own, near=near)


@cache
def project() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, "tests", cache_dir=None)


def slice_of(file: str) -> str:
    """The name of the outermost folder that tests have a folder of, too; an empty text for others."""
    return _slice_of_parts(Path(file).parts[:-1])


def _slice_of_parts(parts: Sequence[str]) -> str:
    top, *folders = parts or ("",)
    if top in CORES:
        folders = [*folders, top] if top in SLICED else [top]
    elif top not in (*SLICED, "templates", "static", "tests"):
        return ""
    return next((name for name in folders if name not in NO_SLICES and folder_of(name)), "")


@cache
def folder_of(name: str) -> list[str]:
    """The files of tests in the slice's folder, and in its folder in the browser."""
    above = ROOT / "tests", ROOT / "tests" / "browser"
    found = {path for folder in above for path in folder.glob(f"{name}/**/test_*.py")}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def module_of(file: str) -> str:
    """The module that a file is; an empty text for what is none."""
    path = Path(file)
    if path.suffix != ".py" or path.parts[0] not in (*PACKAGES, "tests"):
        return ""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def nearest_first(graph: grimp.ImportGraph, *, changed: Iterable[str], near: Collection[str]) -> list[str]:
    """
    Files of tests: `near` and those that have changed, then by the number of imports in between. Tests in the
    browser belong to a slice, or have changed themselves: each would bring the whole site.
    """
    away = {file_of(module): count for module, count in distances(graph, changed).items()}
    away = {file: count for file, count in away.items() if is_test(file)}
    away = {file: count for file, count in away.items() if not count or not in_browser(file)}
    away |= dict.fromkeys(near, 0)
    return sorted(away, key=lambda file: (away[file], file))


def distances(graph: grimp.ImportGraph, changed: Iterable[str]) -> dict[str, int]:
    """Every module that reaches one of these, with the number of imports to the nearest."""
    found = {module: 0 for module in changed if module in graph.modules}
    reached = list(found)
    for module in reached:
        for other in [*graph.find_modules_that_directly_import(module), *_served_by(graph, module)]:
            if other not in found:
                found[other] = found[module] + 1
                reached.append(other)
    return found


def _served_by(graph: grimp.ImportGraph, module: str) -> Iterator[str]:
    """
    The tests beside and below a conftest. Not those below the first one, which would bring all tests as near
    to accounts and to the cache as those that are about them.
    """
    folder, _, name = module.rpartition(".")
    if name == "conftest" and folder != "tests":
        yield from (each for each in graph.find_descendants(folder) if each != module)


def file_of(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def is_test(file: str) -> bool:
    return Path(file).name.startswith("test_")


def in_browser(file: str) -> bool:
    return Path(file).parts[1] == "browser"


def run(files: list[str], until: float) -> int:
    """The status of the first process that failed. The browser has one of its own, as in `make test`."""
    print(f"{len(files)} files of tests are within reach.", flush=True)
    plain = [file for file in files if not in_browser(file)]
    browser = [file for file in files if in_browser(file)]
    # Time for the browser, where the slice has tests there.
    first = time.time() + (until - time.time()) / 2 if browser else until
    return _pytest(plain, first) or _pytest(browser, until)


def _pytest(files: list[str], until: float) -> int:
    if not files:
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile"]
    command += ["--no-loadscope-reorder", "-p", "scripts.check", *files]
    env = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    status = subprocess.run(command, cwd=ROOT, env=env | {UNTIL: str(until)}).returncode
    return 0 if status == NOTHING_FOUND else status


# What follows are pytest's hooks: it loads this module as a plugin, in each of its processes.


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the order of the files, which tests/conftest.py changes for whole runs."""
    order = {str(ROOT / file): number for number, file in enumerate(config.args)}
    items.sort(key=lambda item: order[str(item.path)])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if time.time() > float(os.environ[UNTIL]):
        pytest.skip(LEFT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    left = [report for report in skipped if LEFT in str(report.longrepr)]
    if left:
        files = {report.nodeid.partition("::")[0] for report in left}
        terminalreporter.write_line(f"{len(left)} tests in {len(files)} files are {LEFT}.", yellow=True)


if __name__ == "__main__":
    sys.exit(main())
