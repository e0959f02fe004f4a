"""Run a command with PostgreSQL and Redis: python -m tests.services.run COMMAND...

TEST_DATABASE_URL and TEST_REDIS_URL name servers that are already running; missing ones are started and
stopped here. The command finds them in DATABASE_URL and REDIS_URL.
"""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack

from tests.services import processes, programs


def main(command: list[str]) -> int:
    # Exits through the `with` blocks, which stop the servers.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    # A shell starts background jobs with SIGINT ignored, and the command would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with ExitStack() as servers:
        try:
            env = dict(os.environ)
            env["DATABASE_URL"] = env.get("TEST_DATABASE_URL") or servers.enter_context(
                processes.postgresql(programs.postgresql())
            )
            env["REDIS_URL"] = env.get("TEST_REDIS_URL") or servers.enter_context(
                processes.redis(programs.redis())
            )
            if chromium := programs.chromium():
                env["CHROMIUM"] = chromium
        except (programs.NotFound, processes.ServerFailed) as error:
            print(f"tests: {error}", file=sys.stderr)
            return 1
        process = subprocess.Popen(command, env=env)
        try:
            return process.wait()
        except KeyboardInterrupt:
            return 130
        finally:
            # pytest stops its own servers when it is interrupted, not when it is killed.
            processes.end(process, signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
