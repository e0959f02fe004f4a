from django.utils.translation import gettext_noop as _

from phylo.accounts.models import User
from phylo.administration import show
from phylo.jobs import outbox
from phylo.jobs.models import Job, StoredTask
from phylo.jobs.runner import JOBS

WORK = "status done total created_at updated_at"
"""The columns of all long work."""


def cancel(job: Job, admin: User) -> None:
    """Stop the work before its next piece."""
    next(each for each in JOBS if isinstance(job, each.model)).cancel(job.pk)


CANCEL = {_("Cancel the work"): cancel}

# Without its details: they are what mails are about.
show(
    StoredTask,
    "name attempts due_at",
    search="name",
    steps={_("Try it again now"): lambda task, admin: outbox.retry(task_id=task.pk)},
)
