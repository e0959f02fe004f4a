"""Plain Firefox, driven by its own protocol, Marionette: it needs no driver and no other build."""

import json
import os
import signal
import socket
import subprocess
import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from tests.services.processes import START_TIMEOUT, end, free_port

PATIENCE = 600_000  # milliseconds for a page or a script
CALL = """
const [given, done] = arguments;
(%s)(given).then((found) => done({ found }), (error) => done({ error: String(error) }));
"""


class Failed(Exception):
    """What the browser says."""


class Firefox(AbstractContextManager):
    """`with Firefox(program, folder) as firefox`: without a window, with its profile in the folder."""

    def __init__(self, program: str, folder: Path) -> None:
        self.folder, port = folder, free_port()
        (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        env = os.environ | {"HOME": str(folder), "MOZ_HEADLESS": "1", "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
        with (folder / "firefox.log").open("w") as log:
            command = [program, "--marionette", "--no-remote", "--profile", str(folder), "about:blank"]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        self._number = 0
        try:
            self._socket = self._connected(port)
            self._file = self._socket.makefile("rb")
            self._read()
            self.tell("WebDriver:NewSession")
            self.tell("WebDriver:SetTimeouts", script=PATIENCE, pageLoad=PATIENCE)
        except BaseException:
            end(self._process, signal.SIGKILL)
            raise

    def _connected(self, port: int) -> socket.socket:
        late = time.monotonic() + START_TIMEOUT
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port))
            except OSError:
                if time.monotonic() > late or self._process.poll() is not None:
                    raise Failed((self.folder / "firefox.log").read_text()) from None
                time.sleep(0.1)

    def __exit__(self, *details: object) -> None:
        self._file.close()
        self._socket.close()
        end(self._process, signal.SIGTERM)

    def _read(self) -> Any:
        length = b"".join(iter(lambda: self._file.read(1), b":"))
        return json.loads(self._file.read(int(length)))

    def tell(self, command: str, **parameters: object) -> Any:
        """A command of Marionette, and what it answers. Raises Failed."""
        self._number += 1
        said = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        _answer, number, error, found = self._read()
        assert number == self._number
        if error:
            raise Failed(f"{command}: {error}")
        return found

    def open(self, url: str) -> None:
        self.tell("WebDriver:Navigate", url=url)

    def run(self, function: str, given: object = None) -> Any:
        """What an asynchronous function in JavaScript makes of `given` in the page. Raises Failed."""
        told = self.tell("WebDriver:ExecuteAsyncScript", script=CALL % function, args=[given])["value"]
        if "error" in told:
            raise Failed(told["error"])
        return told.get("found")

    def into_frame(self) -> None:
        self.tell("WebDriver:SwitchToFrame", id=0)

    def to_top(self) -> None:
        self.tell("WebDriver:SwitchToFrame")
