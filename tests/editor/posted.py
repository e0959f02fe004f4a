"""What a browser would post of a form in a page."""

from html.parser import HTMLParser

Fields = list[tuple[str, str]]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fields: Fields = []
        self._select = ""
        self._options: list[tuple[str, bool]] = []
        self._area: str | None = None
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name = found.get("name", "")
        if tag == "input" and name and "disabled" not in found:
            kind = found.get("type", "text")
            if kind not in ("checkbox", "radio", "file") or "checked" in found:
                self.fields.append((name, found.get("value", "")))
        elif tag == "select":
            self._select, self._options = name, []
        elif tag == "option" and self._select:
            self._options.append((found.get("value", ""), "selected" in found))
            self._open = "" if "value" in found else "option"
        elif tag == "textarea":
            self._area = name
            self.fields.append((name, ""))

    def handle_data(self, data: str) -> None:
        if self._open == "option" and self._options:
            self._options[-1] = (data, self._options[-1][1])
            self._open = ""
        elif self._area is not None:
            name, before = self.fields[-1]
            self.fields[-1] = (name, before + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected]
            first = [value for value, _selected in self._options[:1]]
            self.fields += [(self._select, value) for value in (chosen or first)[-1:]]
            self._select = ""
        elif tag == "textarea":
            self._area = None


def posted(html: str, **changes: str | list[str] | None) -> dict[str, list[str]]:
    """The fields of the editor's form in the page, with `changes`; None takes a field away."""
    reader = _Reader()
    reader.feed(html[html.index("data-edit") :])
    fields: dict[str, list[str]] = {}
    for name, value in reader.fields:
        fields.setdefault(name, []).append(value)
    for name, value in changes.items():
        name = name.replace("__", "-")
        fields.pop(name, None)
        if value is not None:
            fields[name] = value if isinstance(value, list) else [value]
    return fields
