import django.db.models.deletion
import django.db.models.fields.json
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from phylo.moved_models import CreateOrKeep


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0010_encrypted_factors"),
        ("cards", "0001_initial"),
    ]

    operations = [
        CreateOrKeep(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("new", "New card"),
                            ("edit", "Correction"),
                            ("merge", "Merge"),
                            ("retire", "Retirement"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("open", "Open"),
                            ("discussion", "In discussion"),
                            ("changes", "Needs changes"),
                            ("approved", "Approved"),
                            ("published", "Published"),
                            ("rejected", "Rejected"),
                            ("withdrawn", "Withdrawn"),
                            ("stale", "Out of date"),
                            ("reverted", "Reverted"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_proposals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="cards.card",
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="cards.card",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80)),
                ("base", models.PositiveIntegerField(null=True)),
                ("base_contents", models.JSONField(null=True)),
                ("contents", models.JSONField(default=dict)),
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
                ("summary", models.TextField(blank=True, max_length=1000)),
                ("version", models.PositiveIntegerField(default=1)),
                ("digest", models.CharField(max_length=64)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("asked", models.CharField(blank=True, db_default="", default="", max_length=32)),
                (
                    "on_top_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="on_top",
                        to="curation.proposal",
                    ),
                ),
                ("on_top_version", models.PositiveIntegerField(null=True)),
                (
                    "same_as",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="repeated_by",
                        to="curation.proposal",
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("claimed_at", models.DateTimeField(null=True)),
                ("reason", models.TextField(blank=True, max_length=1000)),
                ("hidden", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("submitted_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "cards_proposal",
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(fields=["state", "submitted_at"], name="proposal_queue"),
                    models.Index(
                        condition=models.Q(("picture__isnull", False)),
                        fields=["picture"],
                        name="proposal_picture",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["new", "edit", "merge", "retire"])),
                        name="proposal_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "draft",
                                    "open",
                                    "discussion",
                                    "changes",
                                    "approved",
                                    "published",
                                    "rejected",
                                    "withdrawn",
                                    "stale",
                                    "reverted",
                                ],
                            )
                        ),
                        name="proposal_state_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "new"),
                            models.Q(("base__isnull", False), ("card__isnull", False)),
                            _connector="OR",
                        ),
                        name="proposal_of_a_card_names_it",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "merge"), _negated=True),
                            models.Q(
                                ("into__isnull", False), models.Q(("into", models.F("card")), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="proposal_to_merge_names_both",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["open", "discussion", "changes"])),
                        fields=("digest",),
                        name="proposal_open_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("author", "key"),
                        name="proposal_key_once",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="ProposalEdit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="edits",
                        to="curation.proposal",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("base", models.PositiveIntegerField(null=True)),
                ("contents", models.JSONField()),
                ("summary", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_proposaledit",
                "ordering": ["proposal_id", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "version"), name="proposal_version_once")
                ],
            },
        ),
        CreateOrKeep(
            name="ProposalComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="curation.proposal",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="proposal_comments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("key", models.CharField(max_length=64)),
                ("hidden", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_proposalcomment",
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "user", "key"), name="proposal_comment_once")
                ],
            },
        ),
        CreateOrKeep(
            name="ProposalVote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="curation.proposal",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposal_votes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("supports", models.BooleanField()),
                ("version", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "cards_proposalvote",
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "user"), name="proposal_vote_once")
                ],
            },
        ),
        CreateOrKeep(
            name="FactVerdict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_verdicts",
                        to="cards.card",
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_verdicts",
                        to="curation.proposal",
                    ),
                ),
                ("column", models.CharField(max_length=20)),
                ("value_digest", models.CharField(max_length=64)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fact_verdicts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("agrees", models.BooleanField()),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "cards_factverdict",
                "ordering": ["created_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("card__isnull", False)),
                        fields=("card", "column", "value_digest", "user"),
                        name="fact_verdict_once_a_card",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("proposal__isnull", False)),
                        fields=("proposal", "column", "value_digest", "user"),
                        name="fact_verdict_once_a_proposal",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("card__isnull", False), ("proposal__isnull", True)),
                            models.Q(("card__isnull", True), ("proposal__isnull", False)),
                            _connector="OR",
                        ),
                        name="fact_verdict_is_about_one_thing",
                    ),
                ],
            },
        ),
        CreateOrKeep(
            name="Curator",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="curator",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reviewer", models.BooleanField(default=False)),
                ("accepted", models.PositiveIntegerField(default=0)),
                ("mails", models.BooleanField(default=True)),
                ("blocked", models.BooleanField(default=False)),
                ("blocked_because", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "db_table": "cards_curator",
            },
        ),
        CreateOrKeep(
            name="Decision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="curation.proposal",
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="cards.card",
                    ),
                ),
                ("event", models.CharField(max_length=20)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_decisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                ("reason", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "cards_decision",
                "ordering": ["created_at", "pk"],
            },
        ),
        CreateOrKeep(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card_notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="curation.proposal",
                    ),
                ),
                ("event", models.CharField(max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("read_at", models.DateTimeField(null=True)),
                ("mailed_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "cards_notice",
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)), fields=["user"], name="notice_unread"
                    )
                ],
            },
        ),
    ]
