"""Compiling the flat form with Numba where it is installed; without it the same source runs as plain Python.

Numba notices a change in a compiled function's own file, not in the functions that it calls. So compiled code
is kept in a directory named by everything that it was made from: sources, Python, Numba and processor.
"""

import logging
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from time import time
from types import ModuleType
from typing import TypeVar

log = logging.getLogger(__name__)

Numbers = list[int]
"""To the type checker; compiled code has arrays of 64-bit words instead."""
Function = TypeVar("Function", bound=Callable[..., object])

PLAIN = "PHYLO_PLAIN"
"""The environment variable that, if set to 1, leaves everything uncompiled."""
CACHE = "PHYLO_COMPILED"
"""The one that names the directory of compiled code; without it, that is in the user's cache."""
DIGITS = 20
"""Of the name of a directory with compiled code."""
SOURCES = (
    "flat/*.py", "bots/phylo/*.py", "bots/drafting/*.py",
    "environments/batch.py", "environments/flat_form.py", "environments/phylo.py", "environments/sections.py",
    "drafting/sets.py", "phylo/cards.py", "phylo/criteria.py", "phylo/matchup.py", "phylo/rules.py",
)  # fmt: skip
"""Inside `engine`, what is compiled and what its constants come from."""
UNUSED = 7 * 24 * 3600.0
"""Seconds after which the code of other sources is deleted."""


def _numba() -> ModuleType | None:
    """Numba, which keeps its code in `kept_in`; None where there is none, or nowhere to keep code.

    Numba would keep it beside the sources then, and load it even after a function that it calls has changed.
    """
    if os.environ.get(PLAIN) == "1":
        return None
    try:
        found = import_module("numba")
    except Exception as fault:  # it may also be there and broken
        log.warning("Without Numba the computer thinks with the plain form, which is slower: %s", fault)
        return None
    try:
        folder = kept_in(found)
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            os.utime(folder)  # it is in use
    except (OSError, RuntimeError) as fault:  # RuntimeError: the user has no home
        log.warning("Compiled code cannot be kept, so the computer thinks with the plain form: %s", fault)
        return None
    found.config.CACHE_DIR = str(folder)
    return found


def kept_in(numba: ModuleType) -> Path:
    """The directory of the code that SOURCES compile to here.

    Raises RuntimeError if it would be in the home of a user who has none.
    """
    base = os.environ.get(CACHE)
    root = Path(base) if base else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "phylo"
    digest = sha256(repr((sys.version, numba.__version__, _processor())).encode())
    engine = Path(__file__).parents[1]
    for pattern in SOURCES:
        for source in sorted(engine.glob(pattern)):
            digest.update(source.read_bytes())
    return root / digest.hexdigest()[:DIGITS]


def delete_unused(folder: Path) -> None:
    """Delete the code beside this directory that other sources compiled to and nobody has used for a week."""
    for other in folder.parent.glob("[0-9a-f]" * DIGITS):
        with suppress(OSError):
            if other != folder and other.stat().st_mtime < time() - UNUSED:
                rmtree(other, ignore_errors=True)


def _processor() -> tuple[str, ...]:
    binding = import_module("llvmlite.binding")
    return platform.machine(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


numba = _numba()
COMPILED = numba is not None
"""Whether functions are compiled in this process."""


def compiled(function: Function) -> Function:
    """Compile a function the first time it is called, or load what was compiled before.

    It makes no arrays: to count who still needs one would take a quarter of the time.
    """
    return _made(function, counts=False)


def allocating(function: Function) -> Function:
    """The same for a function that makes arrays or lists."""
    return _made(function, counts=True)


def _made(function: Function, *, counts: bool) -> Function:
    library = numba
    if library is None:
        return function

    def widened(kind: object) -> object:
        """The type of an argument as functions take it: every whole number has 64 bits."""
        kind = library.types.unliteral(kind)
        return library.int64 if kind == library.int32 else kind

    made = library.njit(cache=True, nogil=True, error_model="numpy", _nrt=counts)(function)
    # Numba would compile a function once for every constant that it is called with, and for words of 32 bits.
    resolve = made.get_call_template
    made.get_call_template = lambda args, kws: resolve(tuple(map(widened, args)), kws)
    result: Function = made
    return result


if COMPILED:
    numpy = import_module("numpy")

    @allocating
    def array(size: int) -> Numbers:
        """So many whole numbers, all 0."""
        zeros: Numbers = numpy.zeros(size, numpy.int64)
        return zeros

    @compiled
    def copy_into(target: Numbers, source: Numbers) -> None:
        """Make `target` the same as `source`, which is as long."""
        for place in range(len(source)):
            target[place] = source[place]

    def frozen(numbers: Numbers) -> Numbers:
        """Numbers that never change, in the form that is read fastest."""
        array: Numbers = numpy.array(numbers, numpy.int32)
        return array

    def listed(numbers: Numbers) -> Numbers:
        """The numbers as a list."""
        plain: Numbers = numbers.tolist()  # type: ignore[attr-defined]
        return plain
else:

    def array(size: int) -> Numbers:
        """So many whole numbers, all 0."""
        return [0] * size

    def copy_into(target: Numbers, source: Numbers) -> None:
        """Make `target` the same as `source`, which is as long."""
        target[:] = source

    def frozen(numbers: Numbers) -> Numbers:
        """Numbers that never change, in the form that is read fastest."""
        return numbers

    def listed(numbers: Numbers) -> Numbers:
        """The numbers as a list."""
        return numbers
