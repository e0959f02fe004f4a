from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_addresses_and_sessions")]

    operations = [
        migrations.RemoveConstraint(model_name="user", name="user_email_confirmed_once"),
        migrations.RemoveConstraint(model_name="user", name="user_email_confirmed_is_given"),
        migrations.RemoveIndex(model_name="user", name="user_email"),
        migrations.RemoveField(model_name="user", name="email_confirmed"),
        migrations.RemoveField(model_name="user", name="confirmation_mailed"),
        migrations.RemoveField(model_name="user", name="reset_mailed"),
    ]
