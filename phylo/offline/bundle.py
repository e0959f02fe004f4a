"""
What of the site and of its libraries a device needs, as one archive: plain Python and data, in a few
thousand files below one folder.
"""

import re
import zipfile
from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from phylo.compiled import OWN, PACKAGES

ROOT = Path(__file__).resolve().parents[2]
OURS = ("engine", "phylo", "cards", "games", "templates", "locale", "static/img", "pyproject.toml")
NOT_OURS = (
    "engine/environments/*", "engine/py.typed", "*/README.md", "cards/data/names/*", "cards/data/audits/*",
    "*/offline/build.py", "*/offline/bundle.py", "*/offline/pyodide.py", "*/offline/preparing.py", "*.mjs",
    "*.po",
    # Programs for a terminal, and what only servers do.
    "phylo/asgi.py", "phylo/backup/*", "phylo/replicas/*", "phylo/management/commands/*",
    "phylo/serving/graceful_shutdown.py", "phylo/serving/metrics.py", "phylo/serving/prepare.py",
    "phylo/serving/server.py", "phylo/serving/worker.py",
    "engine/__main__.py", "engine/commands/*", "*/management/commands/duel.py",
    # Cards' pictures with all their sources; what is drawn is beside them.
    "*/licences/*",
    "static/img/app/*",
)  # fmt: skip
ON_SERVERS = {
    "annotated-types", "async-timeout", "attrs", "babel", "cffi", "click-didyoumean", "click-plugins",
    "click-repl", "colorama", "fido2", "jsonschema",
    "jsonschema-specifications", "prompt-toolkit", "psycopg-pool", "pycparser", "pydantic", "pypdf", "qrcode",
    "redis", "referencing", "typing-inspection", "wcwidth", "zxcvbn",
}  # fmt: skip
"""Libraries that a device has no use for: of servers, accounts, PDFs, calendars, translators and tests."""
NOT_USED = (
    "*/tests/*", "*/testing/*", "*/static/*", "*.pyi", "*.pyx", "*.pxd", "*.c", "*.h", "*.md", "*.map",
    "*.dist-info/*", "../*", "*.po", "*/py.typed", "*.pyc", "*.tar.gz", "*/common-passwords.txt.gz",
    "django/contrib/gis/*", "django/contrib/flatpages/*", "django/contrib/postgres/*",
    "django/contrib/sitemaps/*", "django/contrib/redirects/*", "django/contrib/humanize/*",
    "django/contrib/admin/templates/*", "django/contrib/admindocs/templates/*", "django/contrib/*/locale/*",
    "django/db/backends/oracle/*", "django/db/backends/mysql/*", "django/db/backends/postgresql/*",
    "django/conf/app_template/*", "django/conf/project_template/*",
    "django/test/runner.py", "django/test/selenium.py", "django/contrib/admin/tests.py",
    "click/testing.py", "click/_winconsole.py", "lark/tools/*", "lark/__pyinstaller/*",
    "allauth/locale/*", "allauth/socialaccount/providers/*", "allauth/headless/*", "allauth/idp/*",
    "allauth/templates/*", "rest_framework/locale/*", "rest_framework/templates/*", "openpyxl/chart/*",
)  # fmt: skip
TOP = "."
"""Among PARTS: the modules that are not in a folder of the library."""
PARTS = {
    "billiard": ("__init__", "compat", "context", "einfo", "exceptions", "process", "util"),
    "celery": (
        TOP, "app/*", "backends/__init__", "backends/base", "concurrency/__init__", "contrib/__init__",
        "contrib/django/*", "events/*", "fixups/*", "loaders/*", "utils/*", "worker/__init__", "worker/state",
        "worker/worker",
    ),
    "dateutil": (TOP, "parser/*", "tz/*"),
    # What draws the letters of our own fonts (cards/art/lettering.py); the rest makes and edits fonts.
    "fontTools": (
        "__init__", "agl", "unicode", "config/*", "encodings/*", "feaLib/__init__", "feaLib/lookupDebugInfo",
        "misc/__init__", "misc/*Tools", "misc/cython", "misc/filenames", "misc/roundTools", "misc/sstruct",
        "misc/transform", "misc/vector", "misc/xmlWriter",
        "pens/__init__", "pens/basePen", "pens/boundsPen", "pens/filterPen", "pens/pointPen",
        "pens/recordingPen", "pens/transformPen",
        "ttLib/__init__", "ttLib/sfnt", "ttLib/standardGlyphOrder", "ttLib/ttCollection", "ttLib/ttFont",
        "ttLib/ttGlyphSet", "ttLib/tables/__init__", "ttLib/tables/DefaultTable", "ttLib/tables/D_S_I_G_",
        "ttLib/tables/G_P_O_S_", "ttLib/tables/TupleVariation", "ttLib/tables/_c_m_a_p",
        "ttLib/tables/_g_l_y_f", "ttLib/tables/_h_*", "ttLib/tables/_l_o_c_a", "ttLib/tables/_m_a_x_p",
        "ttLib/tables/_p_o_s_t", "ttLib/tables/ot*", "ttLib/tables/ttProgram",
    ),
    "kombu": (
        TOP, "transport/__init__", "transport/base", "transport/memory",
        "transport/native_delayed_delivery", "transport/virtual/*", "utils/*",
    ),
    "packaging": ("__init__", "version", "_structures", "_*"),
    "uvicorn": (
        TOP, "lifespan/*", "loops/*", "middleware/*", "protocols/__init__", "protocols/utils",
        "protocols/http/__init__", "protocols/http/auto", "protocols/http/flow_control",
        "protocols/http/h11_impl", "supervisors/*",
    ),
    "tzdata": ("__init__", "zoneinfo/__init__", "zoneinfo/Etc/*", "zoneinfo/UTC"),
}  # fmt: skip
"""Of these libraries only some modules are used."""
NOT_OF_PYTHON = (
    "_pyrepl/*", "bdb.py", "pdb.py", "cmd.py", "code.py", "pydoc.py", "pydoc_data/*", "doctest.py",
    "trace.py", "profile.py", "pstats.py", "modulefinder.py", "pickletools.py", "compileall.py",
    "tabnanny.py", "imaplib.py", "mailbox.py", "smtplib.py", "ftplib.py", "poplib.py", "xmlrpc/*", "wave.py",
    "zipapp.py", "multiprocessing/managers.py", "multiprocessing/pool.py", "asyncio/windows_*",
    "asyncio/proactor_events.py",
    # Python's form of what Pyodide has compiled.
    "_pyio.py", "_pydatetime.py",
    "encodings/mac_*", "encodings/cp[78]*", "encodings/koi8_*", "encodings/ptcp154.py",
)  # fmt: skip
"""Of Python's own library: debuggers, terminals, mail, other systems."""
COMPILED = (".so", ".pyd", ".dylib", ".dll")
LOCALE = re.compile(r"^django/conf/locale/([a-zA-Z_]+)/")
STAMP = (1980, 1, 1, 0, 0, 0)
"""The same files give the same archive."""


def own_files() -> Iterator[tuple[str, Path]]:
    """By their names in the archive."""
    for name in OURS:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            found = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in found and not _one_of(found, NOT_OURS):
                yield found, path


def library_files(languages: Collection[str]) -> Iterator[tuple[str, Path]]:
    for name in libraries():
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:
            # One that this system does not need.
            continue
        for file in files:
            found, path = file.as_posix(), Path(str(file.locate()))
            if _is_used(found, languages) and path.is_file():
                yield found, path


def libraries() -> list[str]:
    """Of those that the site is locked to, the ones that a device needs."""
    locked = (ROOT / "requirements" / "base.txt").read_text()
    left_out = ON_SERVERS | {
        _plain(name) for module in _without() for name in (module, *DISTRIBUTIONS.get(module, ()))
    }
    names = re.findall(r"^([\w.-]+)==", locked, re.MULTILINE)
    return [name for name in names if _plain(name) not in left_out]


DISTRIBUTIONS = {
    "re2": ("google-re2",),
    "rpds": ("rpds-py",),
    "resvg_py": ("resvg-py",),
    "PIL": ("pillow",),
    "_cffi_backend": ("cffi",),
}
"""By the module; the others are called alike."""


def write(target: Path, languages: Collection[str], more: dict[str, bytes]) -> None:
    """The archive, uncompressed; `more` are files that were made for it."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        # By kind: what is alike lies together, which packs better.
        found = sorted([*own_files(), *library_files(languages)], key=lambda each: (each[1].suffix, each[0]))
        for name, path in found:
            archive.writestr(zipfile.ZipInfo(name, STAMP), path.read_bytes())
        for name, content in more.items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), content)


def write_python(target: Path, library: Path) -> None:
    """Python's own library, uncompressed, without what a device does not use."""
    with zipfile.ZipFile(library) as whole, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(whole.namelist()):
            if not name.endswith("/") and not _one_of(name, NOT_OF_PYTHON):
                archive.writestr(zipfile.ZipInfo(name, STAMP), whole.read(name))


def _is_used(name: str, languages: Collection[str]) -> bool:
    if _one_of(name, NOT_USED) or name.endswith(COMPILED) or "__pycache__" in name:
        return False
    if (locale := LOCALE.match(name)) and locale[1] not in languages:
        return False
    library, _, module = name.partition("/")
    if (parts := PARTS.get(library)) is None:
        return True
    folder, module = module.rpartition("/")[0], module.removesuffix(".py")
    return any(not folder if part == TOP else fnmatch(module, part) for part in parts)


def _without() -> list[str]:
    return [module for module, package in PACKAGES.items() if package.instead != OWN]


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _one_of(name: str, patterns: Collection[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
