from django.apps import AppConfig

from phylo.jobs.regular import Regular, schedule

SWEEP = Regular("jobs.sweep", 5.0, expires=5.0)


class JobsConfig(AppConfig):
    name = "phylo.jobs"
    label = "jobs"
    regular_tasks = ("phylo.jobs.apps.SWEEP",)

    def ready(self) -> None:
        schedule()
