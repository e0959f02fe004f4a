from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "phylo.jobs"
    label = "jobs"
