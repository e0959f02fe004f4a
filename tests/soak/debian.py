"""
A server from nothing: a Debian made of its packages, `phylo-site install`, games behind nginx by HTTPS, an
upgrade, a rollback, an upgrade that fails, a rollback with its backup, a restored backup, a checkup.

python -m tests.soak.debian        # as root, with debootstrap and the network

No systemd runs in a chroot: docker-systemctl-replacement starts what the units say, without their sandbox.
The network is the machine's own, so ports 80, 443, 5432, 6380, 8001 and 8002 must be free.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services import programs
from tests.services.processes import accepts
from tests.services.visitor import Visitor
from tests.soak.kills import Wrong

SUITE = "bookworm"
NAME = "phylo.example"
PORTS = (80, 443, 5432, 6380, 8001, 8002)
MAIL_PORT = 2525
MOUNTED = ("dev/shm", "proc", "run")
SCRIPT = "/root/phylo/deploy/debian/phylo-site"
INSTALLED = "/usr/local/sbin/phylo-site"
MAIL_SERVER = f"""
import asyncore, smtpd
class Sink(smtpd.SMTPServer):
    def process_message(self, peer, mailfrom, rcpttos, data, **more):
        with open("/root/mails", "ab") as file:
            file.write(data)
Sink(("127.0.0.1", {MAIL_PORT}), None)
asyncore.loop()
"""


class Machine:
    """The Debian below `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *command: str, status: int = 0) -> str:
        """What the command says. Raises Wrong if it ends with another status."""
        done = subprocess.run(
            ["chroot", self.root, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self.env,
            check=False,
        )
        said = done.stdout.decode(errors="replace")
        if done.returncode != status:
            raise Wrong(f"{' '.join(command)} ended with {done.returncode}:\n{said[-6000:]}")
        return said

    @property
    def env(self) -> dict[str, str]:
        """As after signing in, with where this machine's pip finds packages."""
        kept = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_INDEX", "UV_"))}
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        # uv trusts its own list of authorities otherwise, and not those of the machine.
        trusted = "/etc/ssl/certs/ca-certificates.crt"
        return kept | {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "SSL_CERT_FILE": trusted}

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def read(self, path: str) -> str:
        return (self.root / path.lstrip("/")).read_text()


def proven(machine: Machine) -> Iterator[str]:
    """Everything in turn; tells what was done. Raises Wrong."""
    began = time.monotonic()
    options = ["--certificate", "/root/site.pem", "--key", "/root/site.key"]
    options += ["--email-url", f"smtp://127.0.0.1:{MAIL_PORT}", "--contact", f"mailto:host@{NAME}"]
    machine.run(SCRIPT, "install", NAME, *options)
    yield f"installed in {time.monotonic() - began:.0f} s"
    visitor = Visitor(f"https://{NAME}")
    yield f"a game of {played(visitor)} actions"
    settings = machine.read("/etc/phylo/site.env")
    machine.run(SCRIPT, "install", NAME, *options)
    if machine.read("/etc/phylo/site.env") != settings:
        raise Wrong("installing again has changed the settings")
    machine.run(INSTALLED, "backup")
    machine.run(INSTALLED, "trial")
    said = machine.run(INSTALLED, "checkup", "--mail", f"host@{NAME}")
    yield "checkup:\n" + said.strip()
    if f"To: host@{NAME}" not in machine.read("/root/mails"):
        raise Wrong("the mail did not arrive")

    first = version(visitor)
    machine.write("/root/broken/manage.py", "raise SystemExit('broken')\n")
    for name in ("requirements", "deploy"):
        shutil.copytree(machine.root / "root/phylo" / name, machine.root / "root/broken" / name)
    machine.run(INSTALLED, "upgrade", "/root/broken", status=2)
    if version(visitor) != first:
        raise Wrong("an upgrade that failed has changed the site")
    before = begun(visitor)
    began = time.monotonic()
    machine.run(INSTALLED, "upgrade", "/root/next.tar.gz")
    if version(visitor) == first:
        raise Wrong("after the upgrade the old release runs")
    played(visitor, before)
    yield f"upgraded in {time.monotonic() - began:.0f} s, and a game begun before it was played on"
    machine.run(INSTALLED, "rollback")
    if version(visitor) != first:
        raise Wrong("after the rollback the new release runs")
    played(visitor)
    machine.run(INSTALLED, "upgrade", "/root/next.tar.gz")
    lost = begun(visitor)
    machine.run(INSTALLED, "rollback", "--data")
    if version(visitor) != first or known(visitor, lost) or not known(visitor, before):
        raise Wrong("the rollback has not brought the backup back")
    yield "rolled back, with data too"
    machine.run("systemctl", "stop", "phylo-worker")
    said = machine.run(INSTALLED, "checkup", status=1)
    if "WRONG" not in said:
        raise Wrong(f"nothing is said of a worker that does not run: {said}")
    yield "a worker that was stopped is told:\n" + "\n".join(re.findall("WRONG.*", said))


def begun(visitor: Visitor) -> str:
    """The path of a match against the computer."""
    answer = visitor.post("/matches/", {"deck": "wadden-sea", "opponent_deck": "", "level": "random"})
    return answer.url.removeprefix(visitor.url)


def known(visitor: Visitor, path: str) -> bool:
    try:
        visitor.get(f"/api/v1{path}view/").read()
    except OSError:
        return False
    return True


def played(visitor: Visitor, path: str | None = None) -> int:
    """Plays a match to its end; the number of its actions. Raises Wrong."""
    path = path or begun(visitor)
    rng, end = random.Random(path), time.monotonic() + 300
    while time.monotonic() < end:
        state = json.load(visitor.get(f"/api/v1{path}view/"))
        if state["view"]["over"]:
            return int(state["version"])
        if not state["legal"]:
            time.sleep(0.2)
            continue
        order = {"action": rng.choice(state["legal"]), "version": state["version"]}
        visitor.post_json(f"/api/v1{path}actions/", order | {"key": f"k{state['version']}"})
    raise Wrong(f"{path} does not end")


def version(visitor: Visitor) -> str:
    found = re.search(r"Version ([\w.-]+)", visitor.get("/status/").read().decode())
    assert found is not None
    return found[1].rstrip(".")


# ---- the machine -----------------------------------------------------------------------------------------


@contextmanager
def debian(folder: Path, base: Path | None) -> Iterator[Machine]:
    root = folder / "debian"
    made = ["cp", "-a", base, root] if base else ["debootstrap", "--variant=minbase", SUITE, root]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    machine = Machine(root)
    # Never the machine's own /dev: the folder is deleted in the end. debootstrap has made what is needed.
    (root / "dev/shm").mkdir(exist_ok=True)
    for kind, where in (("proc", "proc"), ("tmpfs", "run"), ("tmpfs", "dev/shm")):
        subprocess.run(["mount", "-t", kind, kind, root / where], check=True)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    machine.write("/etc/hosts", f"127.0.0.1 localhost {NAME}\n")
    sources = f"deb http://deb.debian.org/debian {SUITE} main\n"
    machine.write("/etc/apt/sources.list", sources)
    # Packages must start nothing by themselves; what is to run is started by the script.
    machine.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755)
    machine.run("apt-get", "update", "-qq")
    machine.run(
        "apt-get", "install", "-y", "-qq", "--no-install-recommends", "ca-certificates", "python3", "procps"
    )
    systemctl(machine, folder)
    certificates(machine, folder)
    sources_of_site(machine)
    yield machine


def systemctl(machine: Machine, folder: Path) -> None:
    wheel = ["pip", "download", "-q", "--no-deps", "-d", folder, "docker-systemctl-replacement==1.7.1097"]
    subprocess.run([sys.executable, "-m", *wheel], check=True)
    shutil.unpack_archive(next(folder.glob("docker_systemctl*.whl")), folder / "systemctl", "zip")
    found = next((folder / "systemctl").rglob("systemctl3.py"))
    machine.write("/usr/local/bin/systemctl", found.read_text(), 0o755)


def certificates(machine: Machine, folder: Path) -> None:
    """An authority that the machine trusts, besides those that this one does, and the site's certificate."""
    made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "90"]
    own = ["openssl", "req", "-x509", *made, "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    pem, key = machine.root / "root/site.pem", machine.root / "root/site.key"
    subprocess.run([*own, "-keyout", key, "-out", pem], check=True, stderr=subprocess.DEVNULL)
    trusted = machine.root / "etc/ssl/certs/ca-certificates.crt"
    here = os.environ.get("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt")
    shutil.copy(here, trusted)
    with trusted.open("a") as bundle:
        bundle.write(pem.read_text())
    os.environ["SSL_CERT_FILE"] = str(trusted)


def sources_of_site(machine: Machine) -> None:
    """The commit that is checked out, and an archive of the same as a later release."""
    tree = machine.root / "root/phylo"
    tree.mkdir()
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=programs.ROOT, check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", tree], input=packed.stdout, check=True)
    later = machine.root / "root/phylo-later"
    shutil.copytree(tree, later)
    about = later / "pyproject.toml"
    about.write_text(re.sub(r'(\[tool\.phylo\]\s+version = )"[^"]*"', r'\1"99.0.0"', about.read_text()))
    subprocess.run(["tar", "-czf", "next.tar.gz", "phylo-later"], cwd=machine.root / "root", check=True)
    shutil.rmtree(later)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="what debootstrap has made before; a copy of it is used")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("must run as root")
    if not arguments.inside:
        # Whatever happens, nothing of it outlives this process, and nothing stays mounted.
        apart = ["unshare", "--mount", "--pid", "--uts", "--fork", "--kill-child"]
        again = [sys.executable, "-m", "tests.soak.debian", "--inside", *sys.argv[1:]]
        sys.exit(subprocess.run([*apart, *again], cwd=programs.ROOT).returncode)
    if taken := [port for port in PORTS if accepts(port)]:
        parser.error(f"ports {taken} are taken")
    if not shutil.which("debootstrap") and not programs.apt_install("debootstrap"):
        parser.error("needs debootstrap")
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="phylo-debian-") as work,
        hosts(),
        debian(Path(work), arguments.base) as machine,
    ):
        print(f"{SUITE} made in {time.monotonic() - began:.0f} s", flush=True)
        sink = subprocess.Popen(["chroot", machine.root, "python3", "-W", "ignore", "-c", MAIL_SERVER])
        try:
            for said in proven(machine):
                print(said, flush=True)
        finally:
            sink.kill()
            subprocess.run(["umount", "--lazy", *(machine.root / each for each in MOUNTED)], check=False)


@contextmanager
def hosts() -> Iterator[None]:
    """The site's name leads to this machine, for this process and its children alone."""
    with tempfile.NamedTemporaryFile("w", suffix=".hosts") as file:
        file.write(f"127.0.0.1 localhost {NAME}\n")
        file.flush()
        Path(file.name).chmod(0o644)
        subprocess.run(["mount", "--bind", file.name, "/etc/hosts"], check=True)
        yield


if __name__ == "__main__":
    main()
