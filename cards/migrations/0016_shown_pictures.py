from django.db import migrations, models
from django.db.models.fields.json import KeyTextTransform, KeyTransform


def picture(art):
    return models.GeneratedField(
        db_persist=True, expression=KeyTextTransform("file", art), output_field=models.TextField(null=True)
    )


def index(name):
    return models.Index(condition=models.Q(("picture__isnull", False)), fields=["picture"], name=name)


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_squashed_0015_point_audits")]

    operations = [
        migrations.AddField(model_name="card", name="picture", field=picture("art")),
        migrations.AddField(
            model_name="proposal", name="picture", field=picture(KeyTransform("art", "contents"))
        ),
        migrations.AddField(
            model_name="setcard", name="picture", field=picture(KeyTransform("art", "contents"))
        ),
        migrations.AddIndex(model_name="card", index=index("card_picture")),
        migrations.AddIndex(model_name="proposal", index=index("proposal_picture")),
        migrations.AddIndex(model_name="setcard", index=index("set_card_picture")),
    ]
