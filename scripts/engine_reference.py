"""Writes docs/engine-reference.md: what users of the engine meet, from signatures and docstrings.

.venv/bin/python -m scripts.engine_reference
"""

import ast
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "engine-reference.md"
EXPORTS = "engine"
"""The package whose names are defined elsewhere."""
MODULES = {
    "engine.sets": (
        *("sets", "cards", "facts", "texts", "decks", "read_deck", "balance", "numbers", "sources"),
        *("data_sets", "CardSet", "CardText", "ReadyDeck", "DataSet", "Balance", "DeckStrength"),
        "InvalidDeck",
    ),
    "engine.deck_forms.code": ("Numbered", "encode", "decode", "in_fours"),
    "engine.deck_forms.writing": ("ListedDeck", "deck_object", "deck_text"),
    "engine.deck_forms.reading": ("KnownCards", "read", "code_of"),
    "engine.game_files": ("records_in", "line_of"),
    "engine.record_stats": ("count", "Stats"),
    "engine.bots.tally": ("Tally", "interval95"),
    "engine.replaying": ("begun", "Begun"),
    "engine.bots.levels": ("level_of", "Level", "Budget", "OFFERED", "STRONGEST"),
    "engine.bots.thought": ("Thought", "Candidate"),
    "engine.bots.seen": ("seen",),
    "engine.bots.duel": ("Duel", "DuelDeck", "games", "Game", "Score"),
    "engine.bots.record_analysis": ("replayed", "judged", "Judged", "Known", "Replayed"),
    "engine.bots.move_analysis": ("analyse", "compare", "Moment", "Game", "MoveAnalysis", "Lapse", "Choice"),
    "engine.phylo.start": ("new_game", "restore", "from_position", "imagine", "cards_in", "Setup"),
    "engine.phylo.state": ("State", "hide"),
    "engine.phylo.record": ("Record", "judge"),
    "engine.phylo.rules": ("rule_set", "RuleSet", "Options", "RULES", "V1_3", "V1_4A"),
    "engine.phylo.cards": ("Card", "Abilities"),
    "engine.phylo.criteria": ("Criterion", "TERRAINS", "CLIMATES", "DIETS"),
    "engine.phylo.deck": ("deck_faults", "deck_problems", "starter_fault", "hand_fault", "DeckFault"),
    "engine.phylo.first_deal": ("begins_well", "first_seed_fit"),
    "engine.phylo.consequences": (
        *("consequences", "advantage", "Consequences", "Advantage", "Stake", "Opening"),
    ),
    "engine.phylo.reasons": ("apply_with_reasons", "preview_event", "without_reasons"),
    "engine.phylo.bonds": ("fits", "supporters", "Fit", "Bond"),
    "engine.phylo.nowhere": ("nowhere",),
    "engine.phylo.support": ("decided", "food_lack", "host_lack", "neighbour_lack", "partner_met"),
    "engine.phylo.web": ("web", "longest_chain", "scoring_cards", "FoodLinks", "Dependant"),
    "engine.drafting.state": ("new_game", "restore", "hide", "State"),
    "engine.environments.games": ("game_of",),
    "engine.environments.table": ("Game", "Table"),
    "engine.environments.sections": ("Section",),
    "engine.environments.pettingzoo_env": ("env", "AgentsInTurn"),
    "engine.environments.gymnasium_env": ("OneSeat",),
    "engine.environments.openspiel_game": ("SpielGame",),
    "engine.environments.many_games": ("ManyGames",),
}
"""Others, and the names in them that users need."""
ALL_FOUR = "What `import engine` gives, for all four games."
HEAD = """# Reference of the engine

`scripts/engine_reference.py` writes this page from signatures and docstrings. The
[README](../engine/README.md) and the [cookbook](engine-cookbook.md) show how it is used; the types of cards,
actions, positions and views, in `engine.record_format`, follow the [record format](record-format.md).
"""

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    return "\n".join(
        [HEAD, *_section(EXPORTS, _exports()), *(line for each in MODULES for line in _module(each))]
    )


def _module(module: str) -> Iterator[str]:
    return _section(module, [(module, name, _definitions(module)[name]) for name in MODULES[module]])


def _exports() -> list[tuple[str, str, Definition]]:
    found = []
    for node in ast.walk(_tree(EXPORTS)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{EXPORTS}."):
            defined = _definitions(node.module)
            found += [(node.module, alias.name, defined[alias.name]) for alias in node.names]
    return sorted(found, key=lambda each: (isinstance(each[2], ast.Assign | ast.AnnAssign), each[1].lower()))


def _section(module: str, definitions: list[tuple[str, str, Definition]]) -> Iterator[str]:
    yield f"## {module}"
    yield ""
    about = ast.get_docstring(_tree(module))
    yield (
        cleandoc(about) if about and module != EXPORTS else "What `import engine` gives, for all four games."
    )
    yield ""
    for home, name, node in definitions:
        yield from _entry(home, name, node)


def _entry(module: str, name: str, node: Definition) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        yield from ("```python", ast.get_source_segment(_text(module), node) or "", "```", "")
        yield from ([said, ""] if (said := _docstring(module, name, node)) else [])
        return
    yield "```python"
    yield from _signature(node)
    yield "```"
    yield ""
    yield _docstring(module, name, node)
    yield ""
    if isinstance(node, ast.ClassDef):
        yield from _members(node)


def _members(node: ast.ClassDef) -> Iterator[str]:
    lines = []
    for each in node.body:
        if not isinstance(each, ast.FunctionDef) or each.name.startswith("_"):
            continue
        decorators = {ast.unparse(one) for one in each.decorator_list}
        (head,) = _signature(each, member=True)
        what = each.name if "property" in decorators else head
        said = " ".join((ast.get_docstring(each) or "").split())
        lines.append(f"- `{what}`" + (f": {said}" if said else ""))
    if lines:
        yield from lines
        yield ""


def _signature(node: ast.FunctionDef | ast.ClassDef, member: bool = False) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        arguments = _written(node.args).replace("=", " = ")
        if member:
            arguments = arguments.removeprefix("self").removeprefix("cls").removeprefix(", ")
        returns = f" -> {_written(node.returns)}" if node.returns else ""
        yield f"{node.name}({arguments}){returns}"
        return
    yield f"class {node.name}" + (f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else "")
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and not ast.unparse(each.target).startswith("_"):
            yield f"    {_written(each)}"


def _written(node: ast.AST) -> str:
    """As in the source, but types not in quotes, and without what values are read by."""
    return ast.unparse(_Plain().visit(deepcopy(node)))


class _Plain(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if (
            isinstance(node.value, ast.Name)
            and node.value.id == "Annotated"
            and isinstance(node.slice, ast.Tuple)
        ):
            return node.slice.elts[0]
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        quoted = isinstance(node.value, str) and node.value[:1].isupper()
        return ast.parse(str(node.value), mode="eval").body if quoted else node


def _docstring(module: str, name: str, node: Definition) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return ast.get_docstring(node) or ""
    return _said_after(module).get(name, "")


@cache
def _said_after(module: str) -> dict[str, str]:
    """The texts that stand below constants."""
    body = _tree(module).body
    return {
        name: cleandoc(text.value.value)
        for node, text in pairwise(body)
        for name in _assigned(node)
        if isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


@cache
def _definitions(module: str) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            found |= dict.fromkeys(_assigned(node), node)
    return found


def _assigned(node: ast.stmt) -> list[str]:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return [each.id for each in targets if isinstance(each, ast.Name)]


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_text(module))


@cache
def _text(module: str) -> str:
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
