"""Every command that a document names is there, with its options."""

import argparse
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from engine import commands
from scripts.lint_sources import ROOT, rows
from tests.documents.named import OPTION, named

pytestmark = pytest.mark.once

REST = r"((?: [^|&;)']*)?)"
"""Arguments, up to the next command."""
OF_DJANGO = re.compile(rf"manage\.py ([a-z_]+){REST}")
OF_ENGINE = re.compile(rf"(?:phylo-engine|python -m engine) ([a-z]+){REST}")
OF_MAKE = re.compile(rf"(?:^|&& |`)(?:[A-Z_]+=\S+ )*make ([a-z]+){REST}")
MODULE = re.compile(rf"python\S* -m ([\w.]+){REST}")
SCRIPT = re.compile(rf"(?:python3?|node) ((?!manage\.py)[\w/]+\.\w+){REST}")
TARGET = re.compile(r"^([a-z]+):.*\n((?:\t.*\n)+)", re.MULTILINE)


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings}


@cache
def options_of_django(name: str) -> set[str]:
    return options_of(load_command_class(get_commands()[name], name).create_parser("manage.py", name))


@cache
def options_of_engine(name: str) -> set[str]:
    parser = argparse.ArgumentParser()
    commands._command(name).add_arguments(parser)
    return options_of(parser)


@cache
def options_in(file: Path) -> set[str]:
    """Options that a program of ours reads, in whatever way."""
    return {"--help", *re.findall(r"[\"'](--[a-z][a-z-]*)", file.read_text(encoding="utf-8"))}


@cache
def file_of(module: str) -> Path | None:
    """None for a module of others. Raises LookupError if there is no such module."""
    path = ROOT.joinpath(*module.split("."))
    if path.is_dir():
        return path / "__main__.py"
    if path.with_suffix(".py").exists():
        return path.with_suffix(".py")
    if find_spec(module) is None:
        raise LookupError(module)
    return None


def test_commands_of_the_site():
    found = named(OF_DJANGO)
    assert len(found) > 30
    for (name, rest), page in found.items():
        assert name in get_commands(), page
        assert set(OPTION.findall(rest)) <= options_of_django(name), (page, name)


def test_commands_of_the_engine():
    found = named(OF_ENGINE)
    assert len(found) > 15
    for (name, rest), page in found.items():
        assert name in commands.HELP, page
        assert set(OPTION.findall(rest)) <= options_of_engine(name), (page, name)


def test_modules_and_scripts():
    modules, scripts = named(MODULE), named(SCRIPT)
    assert len(modules) > 15
    assert len(scripts) > 5
    for (module, rest), page in modules.items():
        if module != "engine" and (file := file_of(module)):
            assert set(OPTION.findall(rest)) <= options_in(file), (page, module)
    for (script, rest), page in scripts.items():
        if "/" in script:
            assert set(OPTION.findall(rest)) <= options_in(ROOT / script), (page, script)


def test_targets():
    """What ARGS hands over is read by the program behind the target."""
    recipes = dict(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    found = set(named(OF_MAKE))
    assert {name for name, _rest in found} - {"setup"} <= set(recipes)
    table = rows("../CONTRIBUTING.md", "target")
    found |= {(first.removeprefix("`make ").strip("`"), rest) for first, rest in table}
    for name, rest in found:
        options = set(OPTION.findall(rest))
        if options and (modules := re.findall(r"\$\(PY\) -m (\S+)", recipes[name])):
            assert options <= options_in(file_of(modules[-1])), name
        elif options and (own := re.search(r"manage\.py (\w+)", recipes[name])):
            assert options <= options_of_django(own[1]), name
