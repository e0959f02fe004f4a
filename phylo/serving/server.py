"""The web server: uvicorn in this process, with a shutdown that is quick whatever is under way."""

import asyncio
import contextlib
import ctypes
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn
from django.conf import settings
from django.urls import get_resolver

from phylo.serving.connections import Protocol, allow_more_files
from phylo.serving.graceful_shutdown import OpenRequests

WAITING = 2048  # connections, until they are accepted
AT_ONCE = (
    20  # connections accepted before the next thing is done: more would take files before they are counted
)
READ = 0.05  # seconds to read requests on connections that were just accepted
FINISH = 1.0  # seconds for requests under way to be answered
TURN = 0.001
"""
Seconds that a thread computes while others wait. With Python's own 5 ms this thread, which reads requests,
refuses them and sends what streams tell, would wait too long for its turns.
"""
GARBAGE = 10_000, 20, 5
"""
As for `gc.set_threshold`: a request makes thousands of objects, and nearly all are gone when it is answered.
Looked for more often, those of requests under way count as lasting. Looked for less often among all objects,
what a rush leaves behind, some ten thousand a second, stays for very long.
"""
OLDEST = 2  # generation of objects
LEAVE = 0.4  # seconds for the last responses to be sent to slow clients


libc = ctypes.CDLL(None)


class AddressInUse(Exception):
    """The address cannot be listened on. The message is the system's reason."""


def claim(host: str, port: int) -> socket.socket:
    """A socket bound to the address, not listening yet. Raises AddressInUse."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with _refused(sock):
        sock.bind((host, port))
    return sock


def listen(sock: socket.socket) -> None:
    """Accept connections. Raises AddressInUse if another process was faster."""
    with _refused(sock):
        sock.listen(WAITING)


@contextlib.contextmanager
def _refused(sock: socket.socket) -> Iterator[None]:
    try:
        yield
    except (OSError, OverflowError) as error:
        sock.close()
        raise AddressInUse(getattr(error, "strerror", None) or str(error)) from error


class Server(uvicorn.Server):
    """Returns after SIGINT or SIGTERM; uvicorn's own raises the signal again, which ends the process."""

    def __init__(
        self,
        config: uvicorn.Config,
        *,
        open_requests: OpenRequests,
        on_ready: Callable[[], None],
        on_stop: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.open_requests = open_requests
        self.on_ready = on_ready
        self.on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # asyncio has set it to what it accepts at once.
        for sock in sockets or []:
            sock.listen(WAITING)
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
        """uvicorn's own waits for every request however long it computes, even for cancelled ones."""
        # Otherwise this thread would wait long for each of many computing requests in turn.
        sys.setswitchinterval(0.0005)
        # Accept the connections that are already waiting instead of refusing them.
        for _ in range(2):
            await asyncio.sleep(0)
        for server in self.servers:
            server.close()
        for sock in sockets or []:
            sock.close()
        await asyncio.sleep(READ)
        for connection in list(self.server_state.connections):
            connection.shutdown()
        self.on_stop()
        await self.open_requests.end_streams()
        state, open_requests = self.server_state, self.open_requests
        if not await self.until(lambda: not (state.connections or open_requests.computing), within=FINISH):
            await open_requests.refuse_others()
            self.hang_up()
            await self.until(lambda: not state.connections, within=LEAVE)

    async def until(self, done: Callable[[], bool], *, within: float) -> bool:
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while not done():
            if loop.time() > end or self.force_exit:
                return False
            await asyncio.sleep(0.02)
        return True

    def hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            if connection.transport is not None:
                connection.transport.close()


def keep_for_good() -> None:
    """
    Collect garbage from now on, but never among the objects that are there. Modules make a million of them,
    and to look through these again and again is an eighth of the time of a start. Later all
    objects are looked through only when a quarter more of them last than the time before, as everybody waits
    meanwhile: for 0.1 seconds with 100 matches.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.callbacks.append(give_back)
    gc.enable()


def give_back(phase: str, info: dict[str, int]) -> None:
    """Once all objects have been looked through, let the system have what is free: glibc has to be told."""
    if phase == "stop" and info["generation"] == OLDEST and hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)


def serve(sock: socket.socket, *, on_ready: Callable[[], None], on_stop: Callable[[], None]) -> None:
    """
    Serve the site on `sock` until SIGINT or SIGTERM. Abandoned requests may still be computing then, so do
    not wait for threads afterwards.
    """
    allow_more_files()
    # Imported only when the site is prepared: it reads the list of static files.
    gc.disable()
    from phylo import asgi

    # Otherwise the first request would wait until all pages are imported.
    get_resolver().url_patterns  # noqa: B018
    keep_for_good()
    sys.setswitchinterval(TURN)
    config = uvicorn.Config(
        asgi.application,
        http=Protocol,
        backlog=AT_ONCE,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        # Successive requests on one connection must not share context variables.
        reset_contextvars=True,
    )
    server = Server(config, open_requests=asgi.open_requests, on_ready=on_ready, on_stop=on_stop)
    # Not closed: that would wait for all computing threads, and clean up after every stream.
    asyncio.Runner(loop_factory=config.get_loop_factory()).run(server.serve([sock]))
