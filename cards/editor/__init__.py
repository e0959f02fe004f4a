"""
The card editor: a form with a live preview, checked by the engine (docs/editor.md).

Stores nothing itself: curation stores proposals, and sets their own cards, by a class derived from
`pages.Editing`. `form` is a card as typed, `checks` finds errors and hints, `trial` plays the card among the
published ones, and `drawings` finds pictures for it.
"""
