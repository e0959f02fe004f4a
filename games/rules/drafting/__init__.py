"""The rules of the drafting games as players read them: clauses, and layouts scored as they are drawn."""

from games.rules.drafting.clauses import PAGES, DraftingPage, chapters_of
from games.rules.drafting.drawing import Drawing, draw
from games.rules.drafting.examples import Example, examples

__all__ = ["PAGES", "DraftingPage", "Drawing", "Example", "chapters_of", "draw", "examples"]
