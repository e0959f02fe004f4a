"""
The table of an exercise: the table of a match, shown without one. A page of lessons or puzzles

- makes an `Exercise` (games.services.exercises) of what its row says,
- shows it with `page`, in a template that extends `exercise_base`, with a `panel` (a template) in the place
  where a match shows what happens between its players,
- answers what the page fetches with `fragment`, and in the API with the functions of games.api.exercises.

The page's script is static/js/exercise/main.js, or draft.js for a drafting game.
"""

from games.exercises.pages import fragment, page
from games.exercises.table import reader_of, table_of

__all__ = ["fragment", "page", "reader_of", "table_of"]
