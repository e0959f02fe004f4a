"""`python -m engine` is the command line of the engine."""

import sys

from engine.commands import main

if __name__ == "__main__":
    sys.exit(main())
