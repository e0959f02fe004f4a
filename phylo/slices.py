"""
How a slice, one app for one capability, lets the rest of the site know of it. What stands below it must not
import it; so each place that lets slices in names an attribute, and the slice's `AppConfig` lists under that
name what it brings, as dotted paths:

    JOBS = Extension[Runner[Job]]("jobs")              # phylo/jobs/runner.py

    class DecksConfig(AppConfig):                      # cards/decks/apps.py
        jobs = ("cards.decks.studies.kinds.STUDIES",)

URLs need no mention: those of an app, pages and API, are in its `urls.py`.
"""

from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Generic, TypeVar

from django.apps import AppConfig, apps
from django.urls import URLPattern, URLResolver
from django.utils.module_loading import import_string, module_has_submodule

T = TypeVar("T")


class Extension(Generic[T]):
    """A place that lets slices in: `name` is the attribute of their configurations."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __iter__(self) -> Iterator[T]:
        return iter(self.found)

    def __reversed__(self) -> Iterator[T]:
        """From the lowest app to the highest."""
        return reversed(self.found)

    def paths(self) -> list[str]:
        return [path for config in _from_above() for path in getattr(config, self.name, ())]

    @cached_property
    def found(self) -> tuple[T, ...]:
        """What installed apps bring, from the highest app to the lowest: who stands above comes first."""
        return tuple(import_string(path) for path in self.paths())


def patterns() -> list[URLPattern | URLResolver]:
    """The addresses of all apps; those of the highest first, so that the core's general ones come last."""
    found = (config for config in _from_above() if module_has_submodule(config.module, "urls"))
    modules = [import_module(f"{config.name}.urls") for config in found]
    return [pattern for module in modules for pattern in module.urlpatterns]


def _from_above() -> list[AppConfig]:
    """Our apps: in the setting, each comes after those on which it is built."""
    ours = ("phylo.", "cards", "games.")
    return [each for each in reversed(list(apps.get_app_configs())) if each.name.startswith(ours)]
