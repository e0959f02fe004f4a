"""`manage.py checkup`: what is wrong with a running site, in words."""

import os
import socket
import ssl
import subprocess
import sys
from threading import Thread

import pytest

from games.table import checkup as table
from phylo.accounts.models import Guest
from phylo.serving import checkup
from phylo.serving.checkup import Asked, Finding
from tests.services import processes
from tests.services.site import ROOT

SIGNED = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=a")


def test_a_running_site(site, tmp_path):
    command = [sys.executable, "manage.py", "checkup", "--backups", str(tmp_path)]
    env = site.env | {"SITE_URL": site.url}
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert f"well   Web process: {site.url} is ready" in lines
    assert f"well   Proxy: {site.url} answers" in lines
    (streams,) = (line for line in lines if "Streams" in line)
    assert streams.startswith("well   Streams: begin after"), streams
    assert f"WRONG  Backups: there is none in {tmp_path}" in lines
    assert "  ?    Mail: EMAIL_URL names no server: mails are not sent, but become files" in lines
    assert done.returncode == 1


def test_a_web_process_that_does_not_run():
    url = f"http://127.0.0.1:{processes.free_port()}"
    (finding,) = checkup.webs(Asked([url]))
    assert finding == Finding("Web process", False, f"{url} does not answer: [Errno 111] Connection refused")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"SITE_URL_KNOWN": False}, "SITE_URL"),
        ({"ALLOWED_HOSTS": ["127.0.0.1"]}, "ALLOWED_HOSTS lacks phylo.example"),
        ({"HTTPS": False}, "HTTPS"),
        ({"TRUSTED_PROXIES": ()}, "TRUSTED_PROXIES"),
        ({"DEBUG": True}, "DEBUG"),
    ],
)
def test_settings_that_no_public_site_has(settings, wrong, words):
    settings.SITE_URL, settings.SITE_URL_KNOWN = "https://phylo.example", True
    settings.ALLOWED_HOSTS, settings.HTTPS = ["phylo.example"], True
    settings.TRUSTED_PROXIES, settings.DEBUG = ("127.0.0.1",), False
    assert [each.well for each in checkup.names(Asked([]))] == [True]
    for name, value in wrong.items():
        setattr(settings, name, value)
    (finding,) = checkup.names(Asked([]))
    assert finding.well is False
    assert words in finding.words


def test_backups_that_are_old(tmp_path):
    for name in ("2026-01-01.backup", "2026-01-02.backup"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (10**9, 10**9))
    made, tried = checkup.backups(Asked([], tmp_path))
    assert (made.well, tried.well) == (False, False)
    assert tried.words == "none has ever been restored for a trial"
    for name in ("2026-01-02.backup", checkup.RESTORED):
        os.utime((tmp_path / name).touch() or tmp_path / name)
    assert [each.well for each in checkup.backups(Asked([], tmp_path))] == [True, True]


def test_a_certificate_that_browsers_refuse(tmp_path):
    pem, key = tmp_path / "pem", tmp_path / "key"
    subprocess.run([*SIGNED, "-out", pem, "-keyout", key], check=True, stderr=subprocess.DEVNULL)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pem, key)

    def greet(listening: socket.socket) -> None:
        raw, _address = listening.accept()
        with raw, pytest.raises(ssl.SSLError):
            context.wrap_socket(raw, server_side=True)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = Thread(target=greet, args=[listening])
        serving.start()
        finding = checkup.certificate("localhost", listening.getsockname()[1])
        serving.join()
    assert finding.well is False
    assert "browsers refuse it: self" in finding.words


def test_a_mail_server_that_does_not_answer(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", processes.free_port()
    (finding,) = checkup.mails(Asked([]))
    assert finding == Finding("Mail", False, "127.0.0.1 refuses: [Errno 111] Connection refused")


@pytest.mark.django_db
def test_streams_that_a_proxy_holds_back(settings, monkeypatch):
    monkeypatch.setattr(table, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.SITE_URL = f"http://127.0.0.1:{silent.getsockname()[1]}"
        (finding,) = table.streams(Asked([]))
    assert finding == Finding("Streams", False, "are held back: the proxy must not buffer text/event-stream")
    assert not Guest.objects.exists()


def test_a_check_that_cannot_be_made_is_told(monkeypatch):
    def space(asked: Asked) -> list[Finding]:
        raise OSError("no such disk")

    monkeypatch.setattr(checkup, "space", space)
    monkeypatch.setattr(checkup, "CHECKS", ())
    for name in ("names", "webs", "workers", "work", "proxy", "mails", "clock", "backups"):
        monkeypatch.setattr(checkup, name, lambda asked: [])
    assert [*checkup.findings(Asked([]))] == [Finding("Space", False, "could not be looked at: no such disk")]
