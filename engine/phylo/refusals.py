"""The sentences of refusals: short, by name, reason first.

Sentences about support are in support.py.
"""

from engine.contract import gettext_noop as _

GAME_OVER = _("The game is over.")
UNKNOWN_ACTION = _("There is no action called %(do)s.")
NOT_YOUR_TURN = _("It is not your turn.")
NO_ACTIONS_LEFT = _("No action is left in this turn. You can only end it.")
EVENT_ALREADY_PLAYED = _("Only one event may be played in a turn.")
EVENT_WAS_LAST = _("An event is the last action of a turn. You can only end it.")
CARD_NOT_HELD = _("%(card)s is not in your hand.")
NOT_IN_PILE = _("%(card)s is not in your discard pile.")
DECK_EMPTY = _("Your deck is empty, so there is nothing to draw for the card.")
MUST_REVEAL = _("You have a species in hand, so show one.")
REVEAL_SPECIES = _("Only a species can be shown to decide who begins, and %(card)s is none.")
NO_CARD_THERE = _("There is no card of yours in this space.")
NOT_YOUR_CARD = _("%(card)s is not your card.")
CANNOT_MOVE = _("%(card)s cannot move.")
FROZEN = _("An event holds %(card)s in its place.")
TOO_FAR = _("%(card)s can move %(move)s at most.")
NOT_STRAIGHT = _("%(card)s moves in a straight line only.")
CANNOT_SPREAD = _("%(card)s cannot spread.")
SPREAD_NEED = {
    "": _("%(card)s cannot spread."),
    "pollinator": _("%(card)s spreads only with a pollinator beside it."),
    "wind": _("%(card)s spreads only with a Wind event on it."),
    "pollinator or wind": _("%(card)s spreads only with a pollinator beside it or a Wind event on it."),
}
NOT_BESIDE_SPREADER = _("Cards spread only into the spaces beside %(card)s.")
SPREAD_COUNT = _("%(card)s spreads 1 to %(count)s cards, each into a space of its own.")
SPACE_TAKEN = _("This space is taken by %(target)s.")
STACK_FULL = _("Two cards lie here already. A third one would be too many.")
CANNOT_COVER = _("%(card)s cannot take the place of %(target)s.")
NEEDS_HOST = _("%(card)s cannot live without a host. Put it under one.")
NO_HOST = _("There is no host here for %(card)s to live under.")
NO_PARASITE = _("%(card)s is no parasite and cannot go under another card.")
WRONG_HOST = _("%(target)s is no host for %(card)s.")
NO_SPECIES = _("%(card)s is an event. Events are played on a species.")
NO_EVENT = _("%(card)s is no event.")
NO_TARGET = _("%(card)s must be played on a species, and this space is empty.")
NEVER_A_TARGET = _("No event can be played on %(target)s.")
WRONG_TARGET = _("%(card)s has no effect on %(target)s.")
BAD_CHOICE = _("Choose the cards that %(card)s takes.")
NO_NEIGHBOUR = _("There is no card beside this space for %(card)s to live with.")
NOT_OWN_NEIGHBOUR = _("%(card)s must be played beside a card of yours.")
NOT_BESIDE = _("%(card)s needs a certain neighbour that is not beside this space.")
SEEDLING = _("a seedling of %(card)s")

# Of all spaces (nowhere.py). `numbers` are the food-chain numbers of what the card eats, `smaller` is the
# largest scale of its prey.
SUITS_NOWHERE = _("No space on the table suits %(card)s.")
NOTHING = _("Nothing on the table feeds %(card)s.")
NO_PLANT = _("Nothing on the table feeds %(card)s. It eats plants and other cards with number 1.")
NO_PLANT_ALONE = _("Nothing on the table feeds %(card)s. It eats plants.")
NO_PREY = {
    "carnivore": _(
        "Nothing on the table feeds %(card)s. It hunts animals of number %(numbers)s and scale 1 to "
        "%(smaller)s."
    ),
    "carnivore of any scale": _(
        "Nothing on the table feeds %(card)s. It hunts animals of number %(numbers)s."
    ),
    "omnivore": _(
        "Nothing on the table feeds %(card)s. It eats plants, and animals of number %(numbers)s and scale 1 "
        "to %(smaller)s."
    ),
    "omnivore of any scale": _(
        "Nothing on the table feeds %(card)s. It eats plants, and animals of number %(numbers)s."
    ),
    "other": _("Nothing on the table feeds %(card)s. It lives on cards of number %(numbers)s."),
}
ALL_TOO_BIG = _("%(card)s has scale %(scale)s. All that it could eat here is too big for it.")
NOTHING_CHOSEN = _("%(card)s is choosy, and nothing on its menu lies on the table.")
FOOD_ELSEWHERE = _("%(card)s lives in %(terrains)s. Its food on the table does not live there.")
FOOD_IN_ANOTHER_CLIMATE = _(
    "%(card)s lives where it is %(climates)s. Its food on the table needs another climate."
)
NOBODY_THERE = _("%(card)s lives in %(terrains)s. No card on the table lives there.")
NOBODY_IN_CLIMATE = _("%(card)s lives where it is %(climates)s. No card in its terrain does.")
NONE_OF_YOURS = _("%(card)s must be played beside a card of yours, and what suits it is not yours.")
NO_SPACE_BESIDE_FOOD = _("All spaces beside the food of %(card)s are taken.")
NO_SPACE_BESIDE = _("All spaces beside the cards that suit %(card)s are taken.")
NO_PARTNER = _("%(card)s needs a certain neighbour as well, and no free space has both.")
NO_HOST_LIES = _("%(card)s lives only under a host, and no host for it lies on the table.")
HOSTS_TAKEN = _("%(card)s lives only under a host, and every host here has a card under it.")
HOSTS_ELSEWHERE = _("%(card)s lives in %(terrains)s. No host for it here does.")
HOSTS_IN_ANOTHER_CLIMATE = _("%(card)s lives where it is %(climates)s. No host for it here does.")
NO_SPECIES_LIES = _("%(card)s is played on a species, and none lies on the table.")
NO_TARGET_LIES = _("No species on the table is one that %(card)s can be played on.")
