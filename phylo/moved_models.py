"""
Models that came into an app of their own, whose tables older databases have already. Where one migration has
replaced all earlier ones of an app, databases that have only some of these still go through them.
"""

from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import CreateModel
from django.db.migrations.state import ProjectState

CONTENT_TYPES = "django_content_type"


class CreateOrKeep(CreateModel):
    """
    Creates a model, unless its table is there already: then it came with the migrations of the app in which
    the model was before, and is kept with every row and what refers to the model by name. The table keeps its
    name (`db_table`). Not reversible, since the table may be older than this migration.
    """

    reversible = False

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model = to_state.apps.get_model(app_label, self.name)._meta
        tables = schema_editor.connection.introspection.table_names()
        if model.db_table not in tables:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        elif CONTENT_TYPES in tables:
            before = model.db_table.removesuffix(f"_{model.model_name}")
            schema_editor.execute(
                f"UPDATE {CONTENT_TYPES} SET app_label = %s WHERE app_label = %s AND model = %s",
                [app_label, before, model.model_name],
            )


def through_each() -> MigrationExecutor:
    """What knows every migration, also those that another has replaced, and can thus stop at each."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    return executor
