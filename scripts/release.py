"""What a release consists of: the same commit gives the same bytes.

    .venv/bin/python -m scripts.release [--into dist] [--twice]        # `make release`

Everything is made of the commit that is checked out, never of files that are not in it. `--twice` makes it
twice and compares; status 1 names what differs.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from io import BytesIO
from pathlib import Path

from scripts import parts
from scripts.checkout import ROOT, git

SUMS = "SHA256SUMS"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--twice", action="store_true", help="make it twice and compare")
    arguments = parser.parse_args()
    if git("status", "--porcelain", "--untracked-files=no"):
        print("what has changed since the commit is not in it", file=sys.stderr)
    commit = git("rev-parse", "HEAD").decode().strip()
    with tempfile.TemporaryDirectory() as work:
        made = [made_in(Path(work, str(number)), commit) for number in range(1 + arguments.twice)]
        differing = sorted(set(made[0].items()) ^ set(made[-1].items()))
        if differing:
            print(*sorted({name for name, _digest in differing}), "differ", file=sys.stderr)
            return 1
        arguments.into.mkdir(parents=True, exist_ok=True)
        for name in (*made[0], SUMS):
            shutil.copyfile(Path(work, "0", name), arguments.into / name)
            print(arguments.into / name)
    return 0


def made_in(folder: Path, commit: str) -> dict[str, str]:
    """Makes everything in a new folder; gives the SHA-256 of each file by its name."""
    folder.mkdir()
    with tempfile.TemporaryDirectory() as work:
        tree = Path(work, "site")
        version, when = source(folder, tree, commit)
        engine(tree, folder, when)
        name = f"phylo-online-{version}"
        (folder / f"{name}.cdx.json").write_bytes(parts.listed(tree, version=version, when=when))
        for make, what in ((static_copy, "static-copy"), (documents, "docs")):
            made = Path(work, f"{name}-{what}")
            make(tree, made, when)
            packed(made, folder / f"{made.name}.tar.gz", when)
    return summed(folder)


def source(folder: Path, tree: Path, commit: str) -> tuple[str, int]:
    """Writes the archive of the commit, and unpacks it as `tree`; its version and time."""
    version = versions(commit)["site"]
    name = f"phylo-online-{version}"
    archive = git("-c", "tar.umask=0022", "archive", "--format=tar", f"--prefix={name}/", commit)
    (folder / f"{name}.tar.gz").write_bytes(gzip.compress(archive, 9, mtime=0))
    with tarfile.open(fileobj=BytesIO(archive)) as unpacked:
        unpacked.extractall(tree.parent, filter="data")
    (tree.parent / name).rename(tree)
    return version, int(git("log", "-1", "--format=%ct", commit))


def engine(tree: Path, folder: Path, when: int) -> None:
    """Its wheel and its sdist."""
    uv = Path(sys.executable).with_name("uv")
    command = [uv, "build", "--quiet", "--no-create-gitignore", "--out-dir", folder]
    subprocess.run(command, cwd=tree, env=settled(when), check=True)


def static_copy(tree: Path, folder: Path, when: int) -> None:
    env = settled(when) | {"PHYLO_DATA": str(ROOT / "var")}
    command = [sys.executable, "-m", "phylo.offline.build", folder]
    subprocess.run(command, cwd=tree, env=env, check=True, stdout=sys.stderr)


def documents(tree: Path, folder: Path, when: int) -> None:
    command = [sys.executable, "-m", "scripts.docs_site", folder]
    subprocess.run(command, cwd=tree, env=settled(when), check=True, stdout=sys.stderr)


def settled(when: int) -> dict[str, str]:
    """An environment in which nothing depends on the moment, the place or chance."""
    return os.environ | {
        "SOURCE_DATE_EPOCH": str(when),
        "PYTHONHASHSEED": "0",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }


def packed(folder: Path, target: Path, when: int) -> None:
    """The folder as an archive: in order, of nobody, at one time."""
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=0) as gz,
        tarfile.open(fileobj=gz, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in [folder, *sorted(folder.rglob("*"))]:
            entry = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
            entry.mtime, entry.mode = when, 0o755 if path.is_dir() else 0o644
            if path.is_dir():
                entry.type = tarfile.DIRTYPE
                archive.addfile(entry)
                continue
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(entry, content)


def summed(folder: Path) -> dict[str, str]:
    """Writes the sums as `sha256sum` checks them."""
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
    (folder / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in found.items()))
    return found


def versions(commit: str) -> dict[str, str]:
    """Of `site` and `engine`."""
    told = tomllib.loads(git("show", f"{commit}:pyproject.toml").decode())
    return {"site": told["tool"]["phylo"]["version"], "engine": told["project"]["version"]}


if __name__ == "__main__":
    sys.exit(main())
