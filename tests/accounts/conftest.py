"""Ada and Ben have accounts; Dora has none. Each comes with a browser of their own."""

import pytest
from django.core import mail
from django.core.cache import cache

from games.matches.services import positions
from phylo.accounts.models import User
from phylo.celery import app
from tests.members import person


@pytest.fixture(autouse=True)
def _nothing_remembered():
    positions.forget_all()
    cache.clear()


@pytest.fixture
def ada(db) -> User:
    return person("Ada", email="ada@example.org", confirmed=True)


@pytest.fixture
def post_office(django_capture_on_commit_callbacks):
    """`with post_office() as mails:` gives the mails that were sent meanwhile."""
    before = app.conf.task_always_eager, app.conf.task_eager_propagates
    app.conf.task_always_eager = app.conf.task_eager_propagates = True

    class Post:
        def __enter__(self):
            self.before = len(mail.outbox)
            self.sent = []
            self.capture = django_capture_on_commit_callbacks(execute=True)
            self.capture.__enter__()
            return self.sent

        def __exit__(self, *error):
            self.capture.__exit__(*error)
            self.sent += mail.outbox[self.before :]

    yield Post
    app.conf.task_always_eager, app.conf.task_eager_propagates = before
