"""A set with everybody who has to do with it."""

from tests.sets.conftest import pond  # noqa: F401
