"""Compares the drawings of this tree with those of another commit, pixel by pixel.

python scripts/compare_faces.py COMMIT [FAMILY …]     # all faces and figures, or some families of figures

It draws the face of each card of the set, and of each family of figures every option, colour and end of an
amount. What differs by more than a rounded edge is put side by side into var/faces-differ/.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from resvg_py import svg_to_bytes

ROOT = Path(__file__).resolve().parents[1]
DIFFERING = ROOT / "var" / "faces-differ"
WIDTH = 384
ALLOWED = 48
"""Of 255, in any channel of any pixel: an edge that moved by a fifth of a pixel."""
GROUND, COLOUR = "#CFE0D6", "3F7FBF"


def main(commit: str, families: list[str]) -> int:
    with tempfile.TemporaryDirectory() as temporary:
        tree = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", temporary], input=tree, check=True)
        before, after = (_drawn_by(each, families) for each in (Path(temporary), ROOT))
    missing = sorted(before.keys() ^ after.keys())
    changed = [name for name in before if name in after and before[name] != after[name]]
    differing = [name for name in changed if _differ(name, before[name], after[name])]
    print(f"{len(before)} drawings, of which {len(changed)} have other markup and {len(differing)} differ")
    print("\n".join(f"in one tree only: {name}" for name in missing))
    return 1 if differing or missing else 0


def _drawn_by(tree: Path, families: list[str]) -> dict[str, str]:
    where = os.environ | {"PYTHONPATH": str(tree), "DJANGO_SETTINGS_MODULE": "phylo.settings"}
    command = [sys.executable, __file__, "--draw", *families]
    return json.loads(subprocess.run(command, cwd=tree, env=where, check=True, stdout=subprocess.PIPE).stdout)


def _draw(families: list[str]) -> None:
    """The drawings of the tree on the path, as JSON on standard output."""
    import django

    django.setup()
    from cards.art import face_svg
    from cards.art.figures import FAMILIES, BadFigure, draw
    from cards.loading.load import read_card_set

    def figure(reference: str) -> str:
        try:
            drawn = draw(reference)
        except BadFigure as error:
            return str(error)
        box = " ".join(f"{each:g}" for each in drawn.box)
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" class="{drawn.where}">'
        return f"{opening}{drawn.markup}</svg>"

    drawn = {}
    for card in read_card_set()[0]:
        if not families:
            drawn[f"face {card.key}"] = face_svg(card.as_face(), card.key)
        if card.subject.startswith("figure:") and (not families or card.subject.split()[0][7:] in families):
            drawn[card.subject] = figure(card.subject)
    for family in families or FAMILIES:
        drawn |= {reference: figure(reference) for reference in _references(family)}
    sys.stdout.write(json.dumps(drawn))


def _references(family: str) -> Iterator[str]:
    """A family as it is, with all its marks, with each option, and with each amount at its ends."""
    from cards.art.figures import traits_of

    start = f"figure:{family}"
    traits = traits_of(start).values()
    choices = [each for each in traits if each.options]
    amounts = [each for each in traits if each.low is not None]
    colours = [f"{each.name}={COLOUR}" for each in traits if not each.options and each.low is None]
    yield start
    yield from (f"{start} {colour}" for colour in colours)
    for ends in ("low", "high"):
        each_end = [f"{each.name}={getattr(each, ends):g}" for each in amounts]
        yield from (f"{start} {end}" for end in each_end)
        for option in choices[0].options if choices else ():
            yield " ".join([start, f"{choices[0].name}={option}", *each_end, *colours])
    for choice in choices:
        for option in choice.options:
            yield f"{start} {choice.name}={option}"
            yield " ".join([start, f"{choice.name}={option}", *colours])
            if choice is not choices[0]:
                for form in choices[0].options[:40]:
                    yield f"{start} {choices[0].name}={form} {choice.name}={option}"


def _differ(name: str, before: str, after: str) -> bool:
    if before.startswith("<svg") != after.startswith("<svg"):
        print("refused by one:", name)
        return True
    one, other = (_picture(svg) for svg in (before, after))
    box = before.partition(">")[0] == after.partition(">")[0]
    most = 255
    if box and one.size == other.size:
        most = max(high for _low, high in ImageChops.difference(one, other).getextrema())
        if most <= ALLOWED:
            return False
    print(f"{most} of 255{'' if box else ', another box'}: {name}")
    DIFFERING.mkdir(parents=True, exist_ok=True)
    both = Image.new("RGB", (2 * WIDTH, max(one.height, other.height)))
    both.paste(one, (0, 0))
    both.paste(other, (WIDTH, 0))
    both.save(DIFFERING / f"{name[:100]}.png")
    return True


def _picture(svg: str) -> Image.Image:
    """On a ground, because pixels that hardly show have any colour."""
    png = svg_to_bytes(svg_string=svg, width=WIDTH, background=GROUND, skip_system_fonts=True)
    return Image.open(BytesIO(png)).convert("RGB")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        raise SystemExit(__doc__)
    if sys.argv[1] == "--draw":
        _draw(sys.argv[2:])
    else:
        raise SystemExit(main(sys.argv[1], sys.argv[2:]))
