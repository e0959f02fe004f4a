"""
Exercises: positions of a game with something to do in them that are no matches, as lessons and puzzles have
them. Such a slice

- makes an `Exercise` (services) of what its row says,
- shows it with `exercise_page`, in a template that extends `exercise_base`, with a `panel` (a template) where
  a match shows what happens between its players,
- answers what the page fetches with `exercise_fragment`, and in the API with games.table.api.actions.

The page's script is static/js/exercises/main.js, or draft.js for a drafting game.
"""
