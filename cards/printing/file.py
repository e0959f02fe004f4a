"""A PDF file in the making: objects, streams, pages and embedded fonts. ReportLab numbers and writes them."""

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import cache
from io import BytesIO

from PIL import Image
from reportlab.pdfbase.pdfdoc import (
    PDFDocument,
    PDFName,
    PDFPageLabel,
    PDFPageLabels,
    PDFStream,
    PDFString,
    PDFZCompress,
    ViewerPreferencesPDFDictionary,
)
from reportlab.pdfbase.ttfonts import TTFont

from cards.art.lettering import EM, FOLDER, font
from cards.printing.paths import Box, figure

PRODUCER = "Phylo Online, ReportLab"
VERSION = (1, 4)  # the first with transparency


@cache
def _cut(name: str) -> TTFont:
    return TTFont(f"Phylo-{name}", str(FOLDER / f"{name}.ttf"), asciiReadable=False, shapable=False)


class Content:
    """Operators of a page, form or mask, and the resources that they name. Numbers are in its own space."""

    def __init__(self, file: "File") -> None:
        self.file = file
        self._operators: list[str] = []
        self._used: dict[str, dict[str, str]] = {}

    def add(self, *operators: str) -> None:
        self._operators += operators

    def use(self, category: str, reference: str) -> str:
        """The name, with its slash, under which the operators may use the object of that category."""
        name = f"/{category[0]}{reference.split()[0]}"
        self._used.setdefault(category, {})[name] = reference
        return name

    def text(self, name: str, text: str, size: float, place: str, spacing: float = 0) -> None:
        """
        `text` in the cut `name`, kerned as `lettering` does it.

        `place` are the six numbers of the text's matrix, `spacing` is added between letters, in sizes.
        """
        known, cut = font(name), _cut(name)
        letters = known.letters(text)
        runs: list[tuple[int, list[str]]] = []
        at = 0.0
        for letter, (_glyph, x) in zip(letters, known.steps(text, spacing), strict=False):
            [(subset, code)] = cut.splitString(letter, self.file.document)
            if not runs or runs[-1][0] != subset:
                runs.append((subset, []))
            shift = round(at - round(x), 1)
            if shift:
                runs[-1][1].append(figure(shift))
            runs[-1][1].append(f"<{code.hex()}>")
            at = at - shift + cut.face.getCharWidth(ord(letter))
        self.add("BT", f"{place} Tm")
        for subset, parts in runs:
            internal = cut.getSubsetInternalName(subset, self.file.document)
            self.add(f"{internal} {figure(size)} Tf", f"[{''.join(_joined(parts))}] TJ")
        self.add("ET")

    @property
    def stream(self) -> bytes:
        return "\n".join(self._operators).encode("ascii")

    @property
    def resources(self) -> str:
        parts = [
            f"/{category} << {' '.join(f'{name} {reference}' for name, reference in sorted(used.items()))} >>"
            for category, used in sorted(self._used.items())
        ]
        return f"<< /Font {self.file.fonts} {' '.join(parts)} >>"


def _joined(parts: list[str]) -> list[str]:
    """Letters that follow one another without a shift become one string."""
    joined: list[str] = []
    for part in parts:
        if joined and part.startswith("<") and joined[-1].endswith(">"):
            joined[-1] = joined[-1][:-1] + part[1:]
        else:
            joined.append(part)
    return joined


class File:
    """Objects are written as text and named by references, such as `12 0 R`."""

    def __init__(self, *, title: str, author: str, subject: str, language: str, day: date) -> None:
        self.document = PDFDocument(compression=1, invariant=1, pdfVersion=VERSION, lang=language)
        self.document.setTitle(title)
        self.document.setAuthor(author)
        self.document.setSubject(subject)
        self.document.setCreator("Phylo Online")
        self.document.setProducer(PRODUCER)
        self.document.setDateFormatter(lambda *_now: f"D:{day:%Y%m%d}000000Z")
        self.fonts = self._number("BasicFonts")
        self._pages: list[str] = []
        self._labels = PDFPageLabels()
        self._shared: dict[str, str] = {}
        self._tree = self._register("", "PageTree")

    def add(self, entries: str) -> str:
        return self._register(f"<< {entries} >>")

    def shared(self, entries: str) -> str:
        """The same object for the same entries."""
        if entries not in self._shared:
            self._shared[entries] = self.add(entries)
        return self._shared[entries]

    def stream(self, content: bytes, entries: str) -> str:
        stream = PDFStream(content=content, filters=[PDFZCompress])
        for entry in filter(None, entries.split("\n")):
            name, _blank, value = entry.partition(" ")
            stream.dictionary[name] = value
        self.document.updateSignature(content)
        return self._register(stream)

    def image(self, jpeg: bytes) -> tuple[str, tuple[int, int]]:
        """The picture as it is, the same object for the same bytes, and its width and height in pixels."""
        with Image.open(BytesIO(jpeg), formats=["JPEG"]) as opened:
            width, height = opened.size
            if opened.mode != "RGB":
                raise ValueError(f"a picture in {opened.mode}")
        name = hashlib.sha256(jpeg).hexdigest()
        if name not in self._shared:
            stream = PDFStream(content=jpeg, filters=[])
            for entry, value in (
                ("Type", "/XObject"), ("Subtype", "/Image"), ("Width", width), ("Height", height),
                ("ColorSpace", "/DeviceRGB"), ("BitsPerComponent", 8), ("Filter", "/DCTDecode"),
            ):  # fmt: skip
                stream.dictionary[entry] = value
            self.document.updateSignature(jpeg)
            self._shared[name] = self._register(stream)
        return self._shared[name], (width, height)

    def form(self, content: Content, box: Box, group: str = "") -> str:
        """A form of what `content` draws within `box`; `group` are entries of a transparency group."""
        entries = f"Type /XObject\nSubtype /Form\nBBox {_box(box)}\nResources {content.resources}"
        if group:
            entries += f"\nGroup << /Type /Group /S /Transparency {group} >>"
        return self.stream(content.stream, entries)

    def page(
        self,
        content: Content,
        size: tuple[float, float],
        *,
        label: str,
        trim: Box,
        bleed: Box,
        links: Sequence[str],
    ) -> None:
        stream = self.stream(content.stream, "")
        annotations = f"/Annots [{' '.join(links)}]" if links else ""
        self._labels.addPageLabel(len(self._pages), PDFPageLabel(prefix=label))
        self._pages.append(
            self.add(
                f"/Type /Page /Parent {self._tree} /MediaBox {_box((0, 0, *size))} /TrimBox {_box(trim)} "
                f"/BleedBox {_box(bleed)} /Resources {content.resources} /Contents {stream} {annotations}"
            )
        )

    def link(self, box: Box, address: str) -> str:
        uri = PDFString(address).format(self.document).decode("latin-1")
        return self.add(
            f"/Type /Annot /Subtype /Link /Border [0 0 0] /F 4 /Rect {_box(box)} /A << /S /URI /URI {uri} >>"
        )

    def written(self, *, duplex: bool) -> bytes:
        document = self.document
        tree = f"<< /Type /Pages /Count {len(self._pages)} /Kids [{' '.join(self._pages)}] >>"
        document.idToObject["PageTree"] = tree
        preferences = ViewerPreferencesPDFDictionary()
        preferences["PrintScaling"] = PDFName("None")
        preferences["DisplayDocTitle"] = "true"
        if duplex:
            preferences["Duplex"] = PDFName("DuplexFlipLongEdge")
        document.Catalog.ViewerPreferences = preferences
        document.Catalog.PageLabels = self._labels
        document.Catalog.Pages = self._tree
        data: bytes = document.GetPDFData(None)
        return data

    def _register(self, item: object, name: str = "") -> str:
        name = name or f"Object{self.document.objectcounter + 1}"
        self.document.Reference(item, name)
        return self._number(name)

    def _number(self, name: str) -> str:
        number, generation = self.document.idToObjectNumberAndVersion[name]
        return f"{number} {generation} R"


def _box(box: Box) -> str:
    return f"[{' '.join(figure(value) for value in box)}]"


assert EM == 1000, "text is placed in thousandths of its size, as PDF has it"
