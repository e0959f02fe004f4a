"""The licences that a set can have: those of art that let a set be changed."""

from cards.art.uploads import LICENCES as ART_LICENCES

LICENCES = {
    code: ART_LICENCES[code]
    for code in ("CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0", "CC0-1.0")
}
