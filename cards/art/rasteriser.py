"""SVG on standard input, PNG on standard output: python rasteriser.py WIDTH

A separate program because the library holds the GIL while it draws: half a second for a large card, during
which the site would not answer. It imports nothing from the project, so it starts fast.
"""

import sys

from resvg_py import svg_to_bytes


def main() -> None:
    svg = sys.stdin.buffer.read().decode()
    png = svg_to_bytes(svg_string=svg, width=int(sys.argv[1]), dpi=96, skip_system_fonts=True)
    sys.stdout.buffer.write(png)


if __name__ == "__main__":
    main()
