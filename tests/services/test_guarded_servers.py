"""
Servers that let in only whom they should: a password and TLS before Redis, TLS before PostgreSQL with a role
that has no more rights than the site needs, and a proxy that reads static files alone.
"""

import ipaddress
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from kombu import Connection
from redis import Redis
from redis.exceptions import RedisError

from phylo.http.redis import CountingCache, reaching_redis
from phylo.serving import health
from tests.services import processes, programs
from tests.services.site import ROOT

PASSWORD = "kept-secret"


class Certificate(NamedTuple):
    """Of `localhost`, signed by itself."""

    file: Path
    key: Path


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """PostgreSQL's user can read it."""
    with processes.scratch(processes.server_user()) as folder:
        yield folder


@pytest.fixture(scope="module")
def certificate(folder: Path) -> Certificate:
    return certified(folder, "server")


def certified(folder: Path, name: str) -> Certificate:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    addresses = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(addresses), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    found = Certificate(folder / f"{name}.pem", folder / f"{name}.key")
    found.file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    found.key.touch(0o600)
    found.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    if user := processes.server_user():
        shutil.chown(found.key, user)
    return found


@pytest.fixture(scope="module")
def guarded_redis(certificate: Certificate) -> Iterator[str]:
    """The address of a Redis that wants TLS and a password, without both of them."""
    port = processes.free_port()
    options = ("--tls-port", str(port), "--tls-cert-file", str(certificate.file), "--tls-auth-clients", "no")
    options += ("--tls-key-file", str(certificate.key), "--requirepass", PASSWORD)
    with processes.redis(programs.redis(), *options):
        yield f"localhost:{port}/0"


@pytest.mark.services
def test_redis_behind_tls_and_a_password(guarded_redis, certificate, monkeypatch):
    """Counting, the broker and the health check."""
    url = f"rediss://:{PASSWORD}@{guarded_redis}?ssl_ca_certs={certificate.file}"
    monkeypatch.setattr(settings, "REDIS_URL", url)
    cache = CountingCache(url, {"OPTIONS": settings.REDIS_LIMITS})
    with reaching_redis():
        cache.set("counted", 1)
        assert cache.incr("counted") == 2
    with Connection(url, transport_options=settings.REDIS_LIMITS) as broker:
        queue = broker.SimpleQueue("guarded")
        queue.put("a turn")
        assert queue.get(timeout=processes.PATIENCE).payload == "a turn"
        queue.close()
    assert health.redis_lacks() == []


@pytest.mark.services
@pytest.mark.parametrize("what", ["no password", "no TLS", "a stranger's certificate"])
def test_redis_lets_nobody_else_in(guarded_redis, certificate, folder, monkeypatch, what):
    trusted = certified(folder, "stranger").file if what.startswith("a stranger") else certificate.file
    urls = {
        "no password": f"rediss://{guarded_redis}?ssl_ca_certs={trusted}",
        "no TLS": f"redis://:{PASSWORD}@{guarded_redis}",
    }
    url = urls.get(what, f"rediss://:{PASSWORD}@{guarded_redis}?ssl_ca_certs={trusted}")
    monkeypatch.setattr(settings, "REDIS_URL", url)
    with Redis.from_url(url, **settings.REDIS_LIMITS) as client, pytest.raises((RedisError, OSError)):
        client.get("counted")
    assert health.redis_lacks() == ["redis"]


@pytest.fixture(scope="module")
def guarded_postgresql(certificate: Certificate) -> Iterator[str]:
    """The URL of a superuser at a PostgreSQL that knows TLS, made ready with deploy/database.sql."""
    tls = {"ssl": "on", "ssl_cert_file": str(certificate.file), "ssl_key_file": str(certificate.key)}
    programs_of_it = programs.postgresql()
    with processes.postgresql(programs_of_it, **tls) as url:
        server = urlsplit(url)._replace(path="/postgres").geturl()
        processes.drop_database(server, "phylo")
        script = ROOT / "deploy" / "database.sql"
        command = [programs_of_it / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", script, server]
        subprocess.run(command, check=True, env=os.environ | {"POSTGRES_PASSWORD": PASSWORD})
        yield server


def of_the_site(server: str, trusted: Path) -> str:
    place = f"phylo:{PASSWORD}@localhost:{urlsplit(server).port}"
    return f"postgresql://{place}/phylo?sslmode=verify-full&sslrootcert={trusted}"


@pytest.mark.services
def test_the_sites_role_has_no_more_rights_than_it_needs(guarded_postgresql, certificate, tmp_path):
    """Over TLS, with a certificate that is checked."""
    url = of_the_site(guarded_postgresql, certificate.file)
    env = os.environ | {"DATABASE_URL": url, "PHYLO_DATA": str(tmp_path / "var"), "REDIS_URL": ""}
    env["DJANGO_SETTINGS_MODULE"] = "phylo.settings"
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with psycopg.connect(url, autocommit=True) as site:
        assert site.pgconn.ssl_in_use
        rights = "rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls"
        found = site.execute(f"SELECT {rights} FROM pg_roles WHERE rolname = current_user").fetchone()
        assert found == (False,) * 5
        # As `restore` and the replicas' watch do.
        site.execute("CREATE SCHEMA beside; DROP SCHEMA beside")
        site.execute("SELECT pg_current_wal_insert_lsn(), system_identifier FROM pg_control_system()")
        for refused in (
            "COPY (SELECT 1) TO PROGRAM 'true'",
            "SELECT pg_read_file('postgresql.conf')",
            "SELECT rolpassword FROM pg_authid",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                site.execute(refused)
    with psycopg.connect(guarded_postgresql) as superuser:
        found = superuser.execute("SELECT rolpassword FROM pg_authid WHERE rolname = current_user")
        assert found.fetchone() == (None,)
        superuser.execute("CREATE ROLE other LOGIN")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(url.replace(f"phylo:{PASSWORD}", "other"))


@pytest.mark.services
def test_a_strangers_certificate_is_refused(guarded_postgresql, folder):
    with pytest.raises(psycopg.OperationalError, match="certificate verify failed"):
        psycopg.connect(of_the_site(guarded_postgresql, certified(folder, "another").file))


@pytest.mark.once
def test_in_compose_the_proxy_reads_static_files_alone_and_every_part_has_a_password():
    parts = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert parts["proxy"]["volumes"] == [
        "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro",
        "static:/srv/phylo/static:ro",
        "caddy:/data",
    ]
    web = parts["web"]
    assert web["environment"]["STATIC_DIR"] == "/static"
    assert set(web["volumes"]) == {"data:/data", "static:/static"}
    assert "${POSTGRES_PASSWORD:?}@postgres" in web["environment"]["DATABASE_URL"]
    assert "${REDIS_PASSWORD:?}@redis" in web["environment"]["REDIS_URL"]
    assert parts["redis"]["command"][:3] == ["redis-server", "--requirepass", "${REDIS_PASSWORD:?}"]
    assert "./deploy/database.sql:/docker-entrypoint-initdb.d/database.sql:ro" in parts["postgres"]["volumes"]
