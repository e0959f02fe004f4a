"""Static files as they are collected: sheets and scripts that are asked for together."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from phylo.serving import modules
from phylo.serving.static_files import asked_together, each_of, script, sheet, templates
from tests.services.site import Site

STATIC = settings.BASE_DIR / "static"


@pytest.fixture(scope="session")
def collected(prepared: Path) -> dict[str, str]:
    """What each file is called where the site is prepared."""
    return json.loads((prepared / "static" / "staticfiles.json").read_text())["paths"]


def test_sheets_and_scripts_are_always_named_in_the_open():
    """Only then are they known when files are collected."""
    for page in templates():
        source = page.read_text()
        for tag in re.findall(r"{%\s*(?:styles|(?:first_)?scripts)\b.*?%}", source, re.DOTALL):
            assert re.fullmatch(r'{% \w+ (?:"[a-z0-9-]+/[a-z0-9,/-]+" )+%}', tag), (page, tag)


def test_sheets_lie_in_one_file_in_their_order(prepared: Path, collected: dict[str, str]):
    named = [names for names in asked_together("styles", templates()) if len(each_of(names)) > 1]
    assert len(named) > 20
    for names in named:
        joined = (prepared / "static" / collected[sheet(*names)]).read_text()
        alone = [(prepared / "static" / collected[sheet(name)]).read_text() for name in each_of(names)]
        assert joined == "\n".join(alone)


@pytest.mark.parametrize(
    "path", sorted(STATIC.glob("css/*/*.css")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_sheet_does_not_reach_into_the_next(path: Path):
    """What is open at its end would take what follows."""
    bare = re.sub(r'"[^"\n]*"', '""', re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))
    assert bare.count("{") == bare.count("}")
    assert bare.rstrip().endswith("}")
    assert "/*" not in bare
    assert not re.search(r"@(import|charset|namespace)", bare)


def test_a_module_comes_after_what_it_imports():
    files = modules.with_imports("js/table/main.js")
    assert files[-1] == "js/table/main.js"
    assert files.index("js/table/page.js") < files.index("js/table/playing.js")
    assert {"js/site/fresh-key.js", "js/site/times.js"} <= set(files)
    assert modules.with_imports("js/site/theme.js") == ("js/site/theme.js",)


def test_every_script_lies_in_one_file_with_its_imports(prepared: Path, collected: dict[str, str]):
    named = asked_together("(?:first_)?scripts", templates())
    assert len(named) > 30
    for names in named:
        files = [f"js/{name}.js" for name in each_of(names)]
        joined = (prepared / "static" / collected[script(*names)]).read_text()
        begun = re.findall(r'^modules\["([^"]+)"\] \?\?= ', joined, re.MULTILINE)
        assert begun == list(dict.fromkeys(each for file in files for each in modules.with_imports(file)))
        assert not re.search(r"^(import|export)\b", joined, re.MULTILINE)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where scripts are looked for."""
    monkeypatch.setattr(modules.finders, "find", lambda file: str(tmp_path / file))
    modules.with_imports.cache_clear()
    yield tmp_path
    modules.with_imports.cache_clear()


def test_what_a_module_exports_is_taken_under_its_name_or_another(written: Path):
    (written / "a.js").write_text('import { one, two as second } from "./b.js";\nsay(one, second);\n')
    (written / "b.js").write_text(
        "// Said here alone.\nexport const one = 1;\nexport async function two() {}\nlet three;\n"
    )
    assert modules.together(["a.js"]) == modules.FIRST + (
        'modules["b.js"] ??= (() => {\n'
        "const one = 1;\nasync function two() {}\nlet three;\nreturn { one, two };\n})();\n\n"
        'modules["a.js"] ??= (() => {\n'
        'const { one, two: second } = modules["b.js"];\nsay(one, second);\nreturn {  };\n})();\n'
    )


@pytest.mark.parametrize(
    "source",
    [
        'import b from "./b.js";',
        'import * as b from "./b.js";',
        'const b = await import("./b.js");',
        "say(import.meta.url);",
        "export let b = 1;",
        "export default 1;",
        "const b = 1;\nexport { b };",
    ],
)
def test_what_is_written_otherwise_is_refused(written: Path, source: str):
    (written / "a.js").write_text(source)
    (written / "b.js").write_text("")
    with pytest.raises(ValueError, match=r"^a\.js: "):
        modules.together(["a.js"])


def test_a_circle_is_refused_by_name(written: Path):
    (written / "a.js").write_text('import "./b.js";\n')
    (written / "b.js").write_text('import "./a.js";\n')
    with pytest.raises(ValueError, match=r"^a\.js imports b\.js imports a\.js$"):
        modules.together(["a.js"])


def test_a_page_asks_for_few_files(site: Site):
    for path in ("/", "/cards/", "/cards/lion/", "/decks/", "/lobby/", "/rules/phylo-1.4a/", "/sign-in/"):
        page = site.get(path).decode()
        assert 2 <= len(re.findall('<link rel="stylesheet"', page)) <= 4, path
        assert 1 <= len(re.findall('<script type="module"', page)) <= 4, path
        assert "modulepreload" not in page
