"""Migrations in less time, for tests that run all of them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db.migrations.state import ModelState, ProjectState


@contextmanager
def quickly() -> Iterator[None]:
    """
    For each new model Django renders anew what it is related to, what that is related to, and so on: nearly
    everything. One step is enough for the tables; migrations that run code render everything anew first.
    """

    def add_model(state: ProjectState, model: ModelState) -> None:
        rendered = state.__dict__.pop("apps", None)
        plain(state, model)
        if rendered is not None:
            state.__dict__["apps"] = rendered
            state.reload_model(model.app_label, model.name_lower, delay=True)

    plain = ProjectState.add_model
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProjectState, "add_model", add_model)
        yield
