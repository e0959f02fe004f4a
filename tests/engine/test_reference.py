"""docs/engine-reference.md says what the engine's docstrings say."""

import inspect

import engine
from scripts import engine_reference


def test_the_page_is_that_of_the_sources():
    written = engine_reference.PAGE.read_text(encoding="utf-8")
    assert written == engine_reference.page(), "run .venv/bin/python -m scripts.engine_reference"


def test_every_exported_name_is_in_it_and_has_a_docstring():
    written = engine_reference.page().partition("\n## engine.sets\n")[0]
    missing = [name for name in engine.__all__ if f"\n### {name}\n" not in written]
    assert missing == []
    silent = [
        name
        for name in engine.__all__
        if (inspect.isclass(value := getattr(engine, name)) or inspect.isfunction(value))
        and not value.__doc__
    ]
    assert silent == []
