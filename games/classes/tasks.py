from celery import shared_task

from games.classes.services import ending


@shared_task(name="games.tasks.end_classes")
def end_classes() -> int:
    """End the classes whose day has come, and forget archives of classes that were packed long ago."""
    return ending.end_those_over()
