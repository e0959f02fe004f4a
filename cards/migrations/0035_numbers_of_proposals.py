"""
A revision keeps the number of its proposal, without a reference to a table that stands above it: proposals,
and other models that were of this app, come into apps of their own (phylo/moved_models.py).
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0034_own_columns_order_rows"),
    ]

    operations = [
        migrations.AlterField(
            model_name="cardrevision",
            name="proposal",
            field=models.BigIntegerField(null=True, db_index=True, db_column="proposal_id"),
        ),
        migrations.RenameField(model_name="cardrevision", old_name="proposal", new_name="proposal_id"),
        migrations.AlterField(
            model_name="cardrevision",
            name="proposal_id",
            field=models.BigIntegerField(null=True, db_index=True),
        ),
    ]
