"""
As `kills`, without Redis: kill -9 of the main web process and of the second one, which write into one file.

python -m tests.soak.beside --matches 40
"""

import argparse

from tests.soak.killable import standing_on_sqlite
from tests.soak.kills import report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    arguments = parser.parse_args()
    with standing_on_sqlite() as site:
        report(site, arguments.matches)


if __name__ == "__main__":
    main()
