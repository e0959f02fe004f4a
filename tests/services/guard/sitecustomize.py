"""
With this folder in PYTHONPATH, each Python refuses to reach other machines, and notes who tried in the file
that PHYLO_TRIED names.
"""

import errno
import os
import sys
import traceback

CALLS = {
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.sendmsg": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
    "socket.gethostbyaddr": 0,
}
"""By the name of Python's audit event: which of its arguments is the address."""
HERE = {"", "localhost", "::", "::1", "0.0.0.0"}


def look(event: str, arguments: tuple) -> None:
    if event not in CALLS:
        return
    address = arguments[CALLS[event]]
    host = address[0] if isinstance(address, tuple) else address if event.startswith("socket.get") else None
    host = host.decode() if isinstance(host, bytes) else host
    if not host or host in HERE or host.startswith("127."):
        return
    said = "".join(traceback.format_stack(limit=6)).replace("\n", " | ")
    tried = os.open(os.environ["PHYLO_TRIED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(tried, f"{event} {host} {said}\n".encode())
    os.close(tried)
    raise OSError(errno.ENETUNREACH, f"{host} is another machine")


if "PHYLO_TRIED" in os.environ:
    sys.addaudithook(look)
