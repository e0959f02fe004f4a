import django.db.models.deletion
import django.db.models.fields.json
from django.conf import settings
from django.db import migrations, models

from phylo.moved_models import CreateOrKeep


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("cards", "0001_initial"),
        ("curation", "0001_initial"),
    ]

    operations = [
        CreateOrKeep(
            name="Collection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=80, unique=True)),
                ("name", models.CharField(max_length=80)),
                ("description", models.TextField(blank=True, max_length=2000)),
                ("licence", models.CharField(max_length=20)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("private", "Private"), ("unlisted", "Unlisted"), ("public", "Public")],
                        default="private",
                        max_length=10,
                    ),
                ),
                ("class_set", models.BooleanField(db_default=False, default=False)),
                ("consent_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="collections",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("editor_code", models.CharField(blank=True, max_length=32, null=True, unique=True)),
                ("member_code", models.CharField(blank=True, max_length=32, null=True, unique=True)),
                ("hidden", models.BooleanField(default=False)),
                ("hidden_reason", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True, db_index=True)),
            ],
            options={
                "db_table": "cards_collection",
                "ordering": ["name", "slug"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("visibility__in", ["private", "unlisted", "public"])),
                        name="collection_visibility_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("class_set", False),
                            ("visibility", "private"),
                            ("consent_at__isnull", False),
                            _connector="OR",
                        ),
                        name="collection_of_a_class_is_shown_with_consent",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("owner", "key"),
                        name="collection_key_once",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="CollectionPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="sets.collection",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joined_collections",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="joined_collections",
                        to="accounts.guest",
                    ),
                ),
                ("called", models.CharField(blank=True, max_length=40)),
                ("editor", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_collectionperson",
                "ordering": ["joined_at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("guest__isnull", False), ("user__isnull", True)),
                            models.Q(("guest__isnull", True), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="collection_person_is_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("editor", False), ("guest__isnull", True), _connector="OR"),
                        name="collection_guest_edits_nothing",
                    ),
                    models.UniqueConstraint(
                        fields=("collection", "user"), name="collection_has_an_account_once"
                    ),
                    models.UniqueConstraint(
                        fields=("collection", "guest"), name="collection_has_a_guest_once"
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="CollectionCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="sets.collection",
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="collection_entries",
                        to="cards.card",
                    ),
                ),
                ("place", models.PositiveIntegerField()),
            ],
            options={
                "db_table": "cards_collectioncard",
                "ordering": ["place", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("collection", "card"), name="collection_holds_a_card_once"
                    )
                ],
            },
        ),
        CreateOrKeep(
            name="SetCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_cards",
                        to="sets.collection",
                    ),
                ),
                ("contents", models.JSONField()),
                ("draft", models.JSONField(blank=True, null=True)),
                (
                    "picture",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.fields.json.KeyTextTransform(
                            "file", django.db.models.fields.json.KeyTransform("art", "contents")
                        ),
                        output_field=models.TextField(null=True),
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="set_cards",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="set_cards",
                        to="accounts.guest",
                    ),
                ),
                ("shown", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
                (
                    "proposal",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="set_cards",
                        to="curation.proposal",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "cards_setcard",
                "ordering": ["created_at", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("picture__isnull", False)),
                        fields=["picture"],
                        name="set_card_picture",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("author__isnull", True), ("guest__isnull", True), _connector="OR"
                        ),
                        name="set_card_has_one_author_at_most",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("collection", "author", "key"),
                        name="set_card_key_once_an_account",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("collection", "guest", "key"),
                        name="set_card_key_once_a_guest",
                    ),
                ],
            },
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    model_name="collection",
                    name="cards",
                    field=models.ManyToManyField(
                        related_name="collections", through="sets.CollectionCard", to="cards.card"
                    ),
                ),
            ],
        ),
    ]
