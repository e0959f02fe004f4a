"""Models that came into an app of their own, whose tables older databases have already."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.state import ProjectState


class CreateOrKeep(CreateModel):
    """
    Creates a model, unless its table is there already: then it came with the migrations of the app in which
    the model was before, and is kept with every row. The table keeps its name (`db_table`). Not reversible,
    since the table may be older than this migration.
    """

    reversible = False

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)
