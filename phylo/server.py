"""The web server: uvicorn in this process, which stops at once even while live streams are open."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn
from django.conf import settings

# Seconds that ordinary requests get to end; then every connection left (the live streams) is closed.
GRACE = 0.5


class AddressInUse(Exception):
    """The address cannot be listened on. The text is the system's reason."""


def claim(host: str, port: int) -> socket.socket:
    """A socket bound to the address, at which nobody is answered yet. Raises AddressInUse."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with _refused(sock):
        sock.bind((host, port))
    return sock


def listen(sock: socket.socket) -> None:
    """Take connections from now on. Raises AddressInUse where another process was faster."""
    with _refused(sock):
        sock.listen(2048)


@contextlib.contextmanager
def _refused(sock: socket.socket) -> Iterator[None]:
    try:
        yield
    except (OSError, OverflowError) as error:
        sock.close()
        raise AddressInUse(getattr(error, "strerror", None) or str(error)) from error


class Server(uvicorn.Server):
    """Returns after SIGINT or SIGTERM; uvicorn's own raises the signal again, and nothing after it runs."""

    def __init__(self, config: uvicorn.Config, *, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.on_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(GRACE, self.close_connections)
        await super().shutdown(sockets)

    def close_connections(self) -> None:
        """Hang up. To Django this is a reader who left, so a stream's own clean-up runs."""
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.close()


def serve(sock: socket.socket, *, on_ready: Callable[[], None]) -> None:
    """Serve the site on `sock` until a signal says stop."""
    config = uvicorn.Config(
        "phylo.asgi:application",
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        timeout_graceful_shutdown=3,
        # Requests that come one after the other on a connection know nothing of each other.
        reset_contextvars=True,
    )
    Server(config, on_ready=on_ready).run([sock])
