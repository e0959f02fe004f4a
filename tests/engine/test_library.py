"""The engine as a library of its own: a wheel, installed where nothing else is, runs README and cookbook."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
README = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs" / "engine-tutorial.md").read_text(encoding="utf-8")
SAVED = re.compile(r"^`(\w+\.py)`\n\n```python\n(.*?)```\n(?:\n```\n(.*?)```\n)?", re.DOTALL | re.MULTILINE)
MATCH = re.compile(r"(\w+) against (\w+): ([\d.]+) of 20 games")
COOKBOOK = (ROOT / "docs" / "engine-cookbook.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^## \d+\. (.+?)\n.*?```python\n(.*?)```\n\n```\n(.*?)```\n", re.DOTALL | re.MULTILINE)
RECORD = ROOT / "games" / "replays" / "data" / "rulebook-example.json"
# Neither a network nor the settings of whoever runs the tests.
PYENV = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/*/bin"))
WHERE = os.pathsep.join([*map(str, PYENV), os.environ["PATH"]])
FURTHER = ("3.12", "3.13", "3.14")
ALONE = {"PATH": os.environ["PATH"], "UV_OFFLINE": "1", "UV_PYTHON_DOWNLOADS": "never", "UV_NO_CONFIG": "1"}

pytestmark = pytest.mark.once


def run(*command: object, cwd: Path, status: int = 0) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=ALONE | {"UV_CACHE_DIR": str(cwd / "cache")},
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    # As `make package` does: the source distribution, and the wheel from that.
    run(UV, "build", "--out-dir", place, ROOT, cwd=place)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """The interpreter of an environment that has the wheel and nothing else."""
    return environment(wheel, sys.executable, "env")


@pytest.fixture(scope="module", params=FURTHER)
def further(request: pytest.FixtureRequest, wheel: Path) -> Path:
    """Likewise, of another version of Python, if this machine has it."""
    asked = [UV, "python", "find", "--no-project", request.param]
    found = subprocess.run(asked, env=ALONE | {"PATH": WHERE}, capture_output=True, text=True)
    if found.returncode:
        pytest.skip(f"there is no Python {request.param} on this machine")
    return environment(wheel, found.stdout.strip(), f"env-{request.param}")


def environment(wheel: Path, interpreter: str, name: str) -> Path:
    place = wheel.parent
    run(UV, "venv", "--python", interpreter, place / name, cwd=place)
    found = place / name / "bin" / "python"
    run(UV, "pip", "install", "--no-index", "--python", found, wheel, cwd=place)
    return found


def test_the_wheel_holds_the_engine_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = [name for name in names if name.endswith("/METADATA")]
        about = HeaderParser().parsestr(archive.read(metadata).decode())
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"engine"}
    assert "engine/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "engine").rglob("*.py")}
    assert modules == {name for name in names if name.endswith(".py")}
    data = {str(path.relative_to(ROOT)) for path in (ROOT / "engine" / "data").rglob("*") if path.is_file()}
    assert data <= set(names)
    assert "engine/data/LICENSE" in data
    assert about["Name"] == "phylo-engine"
    assert about["License-Expression"] == "BSD-3-Clause"
    assert set(about.get_all("Provides-Extra")) == {"compiled", "pettingzoo", "gymnasium", "openspiel"}
    assert all("extra == '" in each for each in about.get_all("Requires-Dist"))


def test_the_source_holds_what_the_wheel_does(wheel):
    (source,) = wheel.parent.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive, tarfile.open(source) as sources:
        held = {name.partition("/")[2] for name in sources.getnames()}
        names = {name for name in archive.namelist() if name.startswith("engine/")}
    assert {name for name in names if not name.endswith("/")} <= held
    assert {"LICENSE", "pyproject.toml"} <= held


def test_the_readme_plays_whole_games(python, tmp_path):
    readme(python, tmp_path)


def readme(python: Path, tmp_path: Path) -> None:
    session = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    said = run(python, "-I", "-c", session, cwd=tmp_path).splitlines()
    outputs = re.findall(r"```python\n[^`]*```\n\n```\n(.*?)```", README, re.DOTALL)
    assert said == [line for output in outputs for line in output.splitlines()]
    loaded = run(
        python, "-I", "-c", "import sys, engine, engine.bots.phylo; print(*sys.modules)", cwd=tmp_path
    )
    assert not {"django", "phylo", "cards", "games"} & set(loaded.split())


def test_the_tutorial_ends_with_bots_that_beat_mouse_and_fox(python, tmp_path):
    """Its files, in their order, as a reader would save and run them."""
    programs = SAVED.findall(TUTORIAL)
    assert len(programs) == TUTORIAL.count("```python") == 7
    shares = {}
    for name, program, expected in programs:
        (tmp_path / name).write_text(program, encoding="utf-8")
        if expected:
            assert run(python, "-E", "-s", name, cwd=tmp_path) == expected, name
        shares |= {found[:2]: float(found[2]) for found in MATCH.findall(expected)}
    assert shares["most_points", "mouse"] > 10 > shares["by_chance", "mouse"]
    assert shares["careful", "fox"] > 10


def test_the_cookbook_has_ten_programs():
    assert len(PROGRAM.findall(COOKBOOK)) == COOKBOOK.count("```python") == 10


@pytest.mark.parametrize(
    ("program", "expected"),
    [pytest.param(program, said, id=title) for title, program, said in PROGRAM.findall(COOKBOOK)],
)
def test_a_program_of_the_cookbook(program, expected, python, tmp_path):
    assert run(python, "-I", "-c", program, cwd=tmp_path) == expected


def test_further_versions_of_python_do_the_same(further, python, tmp_path):
    """README and cookbook, a game of each kind, and what the referee says of every record by hand."""
    assert run(further, "-c", "import sys; print(sys.version)", cwd=tmp_path)[:4] != sys.version[:4]
    readme(further, tmp_path)
    for title, program, expected in PROGRAM.findall(COOKBOOK):
        assert run(further, "-I", "-c", program, cwd=tmp_path) == expected, title
    for rules in ("phylo-1.4a", "phylo-1.3", "ecosystem", "coral-reef"):
        game = ["-m", "engine", "play", "greedy", "mouse", "--rules", rules, "--seed", "5", "--json"]
        assert run(further, *game, cwd=tmp_path) == run(python, *game, cwd=tmp_path)
    records = sorted((ROOT / "tests" / "engine" / "records").glob("*.record.json"))
    judged = [
        subprocess.run([each, "-I", "-m", "engine", "referee", *records], capture_output=True, text=True)
        for each in (further, python)
    ]
    assert judged[0].stdout == judged[1].stdout
    assert len(judged[0].stdout.splitlines()) == len(records) > 200


def test_the_referee_and_the_scorer_are_commands(python, tmp_path):
    for command in ([python, "-m", "engine.referee"], [python.with_name("phylo-engine"), "referee"]):
        assert json.loads(run(*command, RECORD, cwd=tmp_path))["ok"]
    no_record = tmp_path / "no.json"
    no_record.write_text("{}")
    assert "error" in json.loads(run(python, "-m", "engine.referee", no_record, cwd=tmp_path, status=2))
    assert "error" in json.loads(run(python, "-m", "engine.score", no_record, cwd=tmp_path, status=2))


def test_it_plays_and_judges_on_the_command_line(python, tmp_path):
    command = python.with_name("phylo-engine")
    run(command, "play", "mouse", "fox", "--rules", "phylo-1.3", "--record", "game.json", cwd=tmp_path)
    assert json.loads(run(command, "referee", "game.json", cwd=tmp_path))["over"]
    judged = run(command, "analyse", "game.json", "--playouts", "1", "--json", cwd=tmp_path)
    assert json.loads(judged)["rules"] == "phylo-1.3"
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert run(command, "--version", cwd=tmp_path) == f"phylo-engine {version}\n"
    assert f"\n## {version}\n" in (ROOT / "engine" / "CHANGELOG.md").read_text(encoding="utf-8")
