"""SVG on standard input, PNG on standard output: python rasteriser.py WIDTH

A program of its own, since the library keeps Python's lock while it draws: half a second for a large card, in
which the site would answer nobody. It imports nothing of the project, so it starts at once.
"""

import sys

from resvg_py import svg_to_bytes


def main() -> None:
    svg = sys.stdin.buffer.read().decode()
    png = svg_to_bytes(svg_string=svg, width=int(sys.argv[1]), dpi=96, skip_system_fonts=True)
    sys.stdout.buffer.write(png)


if __name__ == "__main__":
    main()
