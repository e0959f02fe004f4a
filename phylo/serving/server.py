"""The web server: uvicorn in this process, which ends soon, whatever is under way."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn
from django.conf import settings

from phylo.serving.graceful_shutdown import UnderWay

READ = 0.05  # seconds for what was sent on connections that were only just taken
FINISH = 1.0  # seconds that requests under way get to be answered
LEAVE = 0.4  # seconds until the rest is on its way, where somebody reads slowly


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

    def __init__(
        self,
        config: uvicorn.Config,
        *,
        under_way: UnderWay,
        on_ready: Callable[[], None],
        on_stop: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.under_way = under_way
        self.on_ready = on_ready
        self.on_stop = on_stop

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
        """uvicorn's own waits for each request however long it computes, also for those it has cancelled."""
        # Where many requests compute, this thread waits for each of them in turn.
        sys.setswitchinterval(0.0005)
        # The loop looks at the door once more: who stands there already is let in, not sent away.
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
        await self.under_way.end_streams()
        state, under_way = self.server_state, self.under_way
        if not await self.until(lambda: not (state.connections or under_way.computing), within=FINISH):
            await under_way.refuse_others()
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


def serve(sock: socket.socket, *, on_ready: Callable[[], None], on_stop: Callable[[], None]) -> None:
    """
    Serve the site on `sock` until a signal says stop. What was given up then may still compute, so nobody
    should wait for threads after this.
    """
    # Not before the site is prepared: it reads which static files there are.
    from phylo import asgi

    config = uvicorn.Config(
        asgi.application,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.TRUSTED_PROXIES),
        forwarded_allow_ips=settings.TRUSTED_PROXIES,
        # Requests that come one after the other on a connection know nothing of each other.
        reset_contextvars=True,
    )
    server = Server(config, under_way=asgi.under_way, on_ready=on_ready, on_stop=on_stop)
    # Not closed: that would wait for all that computes, and clear up after every stream.
    asyncio.Runner(loop_factory=config.get_loop_factory()).run(server.serve([sock]))
