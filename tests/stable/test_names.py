"""
What is stable (docs/stable.md), as lists that a change has to touch: `STABLE=write` writes them anew. A line
may come at any time. One that goes has been deprecated for a year, and CHANGELOG.md says so.
"""

import argparse
import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.urls import get_resolver

import engine
from engine import commands
from engine.record_format import FORMAT
from phylo.api.resource import Operation
from scripts.lint_sources import CODE, rows
from tests.documents.test_tables import PART, PLACE, within

pytestmark = pytest.mark.once

FOLDER = Path(__file__).parent
OF_EVERY_COMMAND = {action.dest for action in BaseCommand().create_parser("", "")._actions}


def names_of_settings() -> Iterator[str]:
    for first, *_rest in rows("settings.md", "variable"):
        yield from CODE.findall(first)


def names_of_commands() -> Iterator[str]:
    for name, app in get_commands().items():
        if app == "phylo" or app in settings.SLICES or app.startswith("phylo."):
            parser = load_command_class(app, name).create_parser("manage.py", name)
            yield from words(f"manage.py {name}", parser, besides=OF_EVERY_COMMAND)
    for name in commands.HELP:
        parser = argparse.ArgumentParser()
        commands._command(name).add_arguments(parser)
        yield from words(f"phylo-engine {name}", parser, besides={"help"})


def words(command: str, parser: argparse.ArgumentParser, *, besides: set[str]) -> Iterator[str]:
    yield command
    for action in parser._actions:
        if action.help != argparse.SUPPRESS and action.dest not in besides:
            yield f"{command} {' '.join(action.option_strings) or action.dest.upper()}"


def names_of_the_api() -> Iterator[str]:
    for pattern in within(get_resolver()):
        route = str(pattern.pattern).removeprefix("^").removesuffix("$").replace("\\", "")
        for method in ("get", "post", "patch", "delete"):
            view = getattr(pattern.callback, "cls", None)
            if isinstance(found := getattr(getattr(view, method, None), "operation", None), Operation):
                line = f"{method.upper()} /{PLACE.sub('<>', PART.sub('<>', route))} {found.name}"
                yield line
                yield from (f"{line} ?{name}" for name in found.query().fields)
                yield from (f"{line} {{{name}}}" for name in (found.body().fields if found.body else ()))
                yield from (f"{line} -> {name}" for name in (found.answer().fields if found.answer else ()))


def names_of_the_engine() -> Iterator[str]:
    yield f"format {FORMAT}"
    for name in engine.__all__:
        found = getattr(engine, name)
        if inspect.isfunction(found):
            yield f"engine.{name}{inspect.signature(found)}"
            continue
        yield f"engine.{name}"
        for each in {*dir(found), *getattr(found, "__annotations__", ())} - {*dir(Exception), *dir(tuple)}:
            if not each.startswith("_"):
                yield f"engine.{name}.{each}"


LISTS = {
    "settings": names_of_settings,
    "commands": names_of_commands,
    "api": names_of_the_api,
    "engine": names_of_the_engine,
}


@pytest.mark.parametrize("name", LISTS)
def test_what_is_stable_is_what_is_listed(name):
    file, found = FOLDER / f"{name}.txt", sorted(set(LISTS[name]()))
    if os.environ.get("STABLE") == "write":
        file.write_text("\n".join(found) + "\n", encoding="utf-8")
    listed = file.read_text(encoding="utf-8").splitlines()
    assert sorted(set(listed) - set(found)) == [], "it was stable, and is gone"
    assert sorted(set(found) - set(listed)) == [], "STABLE=write lists it"
