"""Where everything lies in a state, and how an action is one whole number.

A state is one array of whole numbers. Cards are slots, spaces are cells of a board of SIDE by SIDE; a set of
cards is a whole number with one bit for each slot. What is written here is the meaning of each place.
"""

from engine.flat.compiled import Numbers

State = Numbers

SLOTS = 63  # cards in a game, starters included: their bits fit into a signed word of 64 bits
ROW = 64  # words for one number of each slot
SIDE = 32  # spaces in a row of the board
CELLS = SIDE * SIDE
CENTRE = SIDE // 2 - 1  # the column and row of the space [0, 0]
LEFT, RIGHT, DOWN, UP = -1, 1, -SIDE, SIDE
STEPS = (LEFT, RIGHT, DOWN, UP)  # as engine.phylo.matchup.NEIGHBOURS
EVERY = -1  # the set of all cards

# Single numbers.
SEAT = 0  # whose turn it is
ACTIONS_LEFT = 1
NUMBER = 2  # of the turn
EVENT_PLAYED = 3
LAST_TURN = 4
OVER = 5
WINNER = 6  # 0 or 1, DRAW; means something when the game is over
RANDOM = 7  # state of the generator
OFF_BOARD = 8  # 1 as soon as a card lies beside the rim: spaces beyond it are not offered
SLOT_COUNT = 9
OWN = 10  # by seat: set of the cards on the table that it controls, without covered ones
OWNED_BY_1 = 12  # set of the cards that go to seat 1's pile
COVERED = 13  # set of the cards turned face down by an invader (P23)
FACE_DOWN = 14  # set of the SPREAD cards on the table (P31)
LOOSE = 15  # set of the upper cards without support
LOWER = 16  # set of the cards under another one
CHANGED = 17  # set of the cards whose terrains or climates are not as printed
STARTERS = 18  # set of the two starters
# Sets of slots by what is printed on the card.
SPECIES, PERMANENT, MOBILE, SPREADERS, POLLINATORS = 19, 20, 21, 22, 23
# How many there are of each list below.
PLACED_COUNT, OPEN_COUNT, LYING_COUNT, SEEDLING_COUNT, FORCED_COUNT = 24, 25, 26, 27, 28
HAND_COUNT, DECK_COUNT, PILE_COUNT = 29, 31, 33  # by seat
DRAW = 2

# One number for each slot.
CARD = ROW  # kind of card, as printed
KIND = CARD + ROW  # kind in force: of a seedling, that of the card that spread
CELL = KIND + ROW  # 0 when not on the table
UNDER = CELL + ROW  # of an upper card: the slot under it plus 1, or 0
TERRAINS = UNDER + ROW  # in force
CLIMATES = TERRAINS + ROW
SUPPORT = CLIMATES + ROW  # set of the cards that support it; of an event, on which it may be played (P28)
BESIDE = SUPPORT + ROW  # set of the cards beside one of which it must be, or EVERY (P27)
ORIGINAL = BESIDE + ROW  # of a seedling: the card that spread
LIES_ON = ORIGINAL + ROW  # of an event on the table: its species
TURNS_LEFT = LIES_ON + ROW

# Lists.
PLACED = TURNS_LEFT + ROW  # cells with cards, in the order of placement
LYING = PLACED + ROW  # events on the table, oldest first
SEEDLINGS = LYING + ROW  # in the order of placement
FORCED = SEEDLINGS + ROW  # cards that `opponent-discards` takes, if chance has chosen already
NOTES = FORCED + ROW  # room to write down what one function needs
HAND = NOTES + ROW  # by seat, in the order in which the cards were drawn
DECK = HAND + 2 * ROW  # by seat, the next card to be drawn last
PILE = DECK + 2 * ROW  # by seat, the top card last
OPEN = PILE + 2 * ROW  # empty cells with neighbours, at most 4 for each card
NEAR = OPEN + 8 * ROW  # by what AT says of a cell, from -4 * ROW to ROW - 1: set of the upper cards beside it
AT = NEAR + ROW  # by cell: slot plus 1; if empty, minus its place in OPEN minus 1; 0 away from all cards
SIZE = AT + CELLS

# Actions: a cell, a slot, what is done, and what only SPREAD and `recover` need.
CELL_BITS, SLOT_BITS, DO_BITS = 10, 6, 3
SLOT_AT = CELL_BITS
DO_AT = SLOT_AT + SLOT_BITS
EXTRA_AT = DO_AT + DO_BITS
PLAY, PASS, DISCARD, EVENT, MOVE, BELOW, SPREAD = 0, 1, 2, 3, 4, 5, 6
PASSING = PASS << DO_AT
MOST_ACTIONS = 4096
"""Room for the actions of one decision; of more choices and SPREADs than fit, the first are listed."""
WAY_BITS = 7
"""For each direction of a SPREAD in turn, the slot plus 1 of the card that is laid there, or 0."""
ASCENDING = (LEFT, DOWN, UP, RIGHT)
"""The directions by [x, y], in which a SPREAD is laid out."""
