from django.utils.translation import gettext_noop as _

from phylo.administration import show
from phylo.jobs import outbox
from phylo.jobs.models import StoredTask

# Without its details: they are what mails are about.
show(
    StoredTask,
    "name attempts due_at",
    search="name",
    steps={_("Try it again now"): lambda task, admin: outbox.retry(task_id=task.pk)},
)
