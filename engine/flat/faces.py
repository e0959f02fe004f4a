"""Cards as they lie: places in force, and the sets that follow from them (P16 to P18, P27, P28, P31)."""

from engine.flat.board import check_around
from engine.flat.compiled import compiled
from engine.flat.layout import (
    BESIDE,
    CARD,
    CELL,
    CHANGED,
    CLIMATES,
    EVERY,
    FACE_DOWN,
    KIND,
    LIES_ON,
    LYING,
    LYING_COUNT,
    MOBILE,
    ORIGINAL,
    OWN,
    OWNED_BY_1,
    PERMANENT,
    POLLINATORS,
    SLOT_COUNT,
    SPECIES,
    SPREADERS,
    STARTERS,
    SUPPORT,
    TERRAINS,
    State,
)
from engine.flat.tables import (
    A_HABITAT,
    A_HOME,
    A_SPECIES,
    ALTERNATIVES_AT,
    AN_EVENT,
    ANY_TERRAIN,
    BESIDE_WHICH,
    BY,
    CLIMATES_PRINTED,
    DIAGONAL,
    DO_ADD_CLIMATES,
    DO_ADD_TERRAINS,
    DO_REMOVE_CLIMATES,
    DO_REMOVE_TERRAINS,
    DO_SET_CLIMATES,
    DO_SET_TERRAINS,
    DO_SHIFT_CLIMATE,
    DO_TAKE_CONTROL,
    DOES,
    EFFECT_COUNT,
    EFFECTS_AT,
    FACTS,
    FACTS_AT,
    FEEDS_ALSO,
    FEEDS_ONLY,
    FIRST_EFFECT,
    FITS_AT,
    FLAGS,
    FOOD_BITS,
    HOST,
    HOST_WHICH,
    KINDS,
    PAIRS_AT,
    PARTNER,
    POLLINATOR,
    PREY,
    PREY_WHICH,
    RELATIONS,
    SAME_CLIMATES,
    SAME_TERRAINS,
    SEEDLING,
    SPREAD_COUNT,
    STRAIGHT,
    SUPPORTED,
    TARGET_WHICH,
    TERRAINS_PRINTED,
    WHAT,
    Tables,
)
from engine.phylo.criteria import CLIMATES as CLIMATE_NAMES

HOTTEST = len(CLIMATE_NAMES) - 1


@compiled
def fact(t: Tables, kind: int, which: int) -> int:
    return t[FACTS_AT + kind * FACTS + which]


@compiled
def effect_part(t: Tables, effect: int, which: int) -> int:
    return t[t[EFFECTS_AT] + 3 * effect + which]


@compiled
def owner(s: State, slot: int) -> int:
    """The seat to whose discard pile the card goes."""
    return s[OWNED_BY_1] >> slot & 1


@compiled
def meets(s: State, t: Tables, criterion: int, x: int, y: int) -> bool:
    """Whether the card `y`, as it lies, meets a criterion, which may be that of the card `x`."""
    fits = t[t[FITS_AT] + (criterion - 1) * t[KINDS] + s[KIND + y]]
    place = t[t[ALTERNATIVES_AT] + criterion - 1]
    while fits != 0:
        if fits & 1 != 0:
            terrains, climates, same = t[place], t[place + 1], t[place + 2]
            if (
                (terrains == 0 or terrains & s[TERRAINS + y] != 0)
                and (climates == 0 or climates & s[CLIMATES + y] != 0)
                and (same & SAME_TERRAINS == 0 or 0 != s[TERRAINS + y] == s[TERRAINS + x])
                and (same & SAME_CLIMATES == 0 or 0 != s[CLIMATES + y] == s[CLIMATES + x])
            ):
                return True
        fits >>= 1
        place += 3
    return False


@compiled
def relation(s: State, t: Tables, x: int, y: int) -> int:
    """How the card `x` stands to `y`: a set of SUPPORTED, PARTNER, PREY and HOST."""
    if (s[CHANGED] >> x | s[CHANGED] >> y) & 1 == 0:
        return t[t[PAIRS_AT] + s[KIND + x] * t[KINDS] + s[KIND + y]] & RELATIONS
    return relation_in_force(s, t, x, y)


@compiled
def relation_in_force(s: State, t: Tables, x: int, y: int) -> int:
    """The same where the terrains or climates of one are not as printed."""
    kind, other = s[KIND + x], s[KIND + y]
    pair = t[t[PAIRS_AT] + kind * t[KINDS] + other]
    what, face_up = fact(t, kind, WHAT), fact(t, other, WHAT) == A_SPECIES
    if what == AN_EVENT:
        aimed = face_up and meets(s, t, fact(t, kind, TARGET_WHICH), x, y)
        return PARTNER | SUPPORTED if aimed else PARTNER
    found = 0
    if fact(t, other, WHAT) == A_HOME:
        found |= pair & SUPPORTED
    elif share_place(s, x, y, fact(t, kind, FLAGS) & ANY_TERRAIN != 0):
        only, also = fact(t, kind, FEEDS_ONLY), fact(t, kind, FEEDS_ALSO)
        case = 2 if only == 0 or meets(s, t, only, x, y) else 0
        if also != 0 and meets(s, t, also, x, y):
            case += 1
        if pair >> FOOD_BITS + case & 1 != 0:
            found |= SUPPORTED
    which = fact(t, kind, BESIDE_WHICH)
    if which == 0 or meets(s, t, which, x, y):
        found |= PARTNER
    which = fact(t, kind, PREY_WHICH)
    if face_up and which != 0 and meets(s, t, which, x, y):
        found |= PREY
    which = fact(t, kind, HOST_WHICH)
    if face_up and which != 0 and meets(s, t, which, x, y):
        found |= HOST
    return found


@compiled
def share_place(s: State, x: int, y: int, any_terrain: bool) -> bool:
    """Whether two cards share a terrain and a climate, as they lie (P16)."""
    if not any_terrain and s[TERRAINS + x] & s[TERRAINS + y] == 0:
        return False
    return s[CLIMATES + x] & s[CLIMATES + y] != 0


@compiled
def print_card(s: State, t: Tables, slot: int, kind: int) -> None:
    """Write another kind of card into a slot that lies nowhere on the table; `relate` has to follow."""
    bit, what = 1 << slot, fact(t, kind, WHAT)
    for which in (SPECIES, PERMANENT, MOBILE, SPREADERS, POLLINATORS):
        s[which] &= ~bit
    s[CHANGED] &= ~bit
    s[CARD + slot] = s[KIND + slot] = kind
    s[TERRAINS + slot] = fact(t, kind, TERRAINS_PRINTED)
    s[CLIMATES + slot] = fact(t, kind, CLIMATES_PRINTED)
    if what == A_SPECIES:
        s[SPECIES] |= bit
    if what in (A_HOME, A_HABITAT):
        s[PERMANENT] |= bit
    if fact(t, kind, STRAIGHT) + fact(t, kind, DIAGONAL) > 0:
        s[MOBILE] |= bit
    if fact(t, kind, SPREAD_COUNT) > 0:
        s[SPREADERS] |= bit
    if fact(t, kind, FLAGS) & POLLINATOR != 0:
        s[POLLINATORS] |= bit


@compiled
def relate_all(s: State, t: Tables) -> None:
    """Work out the sets of all cards, after other kinds were written into slots."""
    for slot in range(s[SLOT_COUNT]):
        relate_row(s, t, slot)


@compiled
def relate_row(s: State, t: Tables, x: int) -> None:
    """Work out which cards support a card, and beside which ones it must be (P27)."""
    support, beside = 0, 0
    for y in range(s[SLOT_COUNT]):
        found = relation(s, t, x, y)
        support |= (found & SUPPORTED) << y
        beside |= (found // PARTNER & 1) << y
    s[SUPPORT + x] = support & ~(1 << x)
    s[BESIDE + x] = EVERY if fact(t, s[KIND + x], BESIDE_WHICH) == 0 else beside
    if s[STARTERS] >> x & 1 != 0:  # HOME and habitats need no support (P5, P21)
        s[SUPPORT + x] = EVERY


@compiled
def relate(s: State, t: Tables, slot: int) -> None:
    """Work out the sets that concern one card, after it became another kind or its places changed."""
    relate_row(s, t, slot)
    bit = 1 << slot
    for x in range(s[SLOT_COUNT]):
        found = relation(s, t, x, slot)
        if x == slot:
            continue
        if s[STARTERS] >> x & 1 == 0:
            s[SUPPORT + x] = s[SUPPORT + x] & ~bit | (found & SUPPORTED) << slot
        if s[BESIDE + x] != EVERY:
            s[BESIDE + x] = s[BESIDE + x] & ~bit | (found // PARTNER & 1) << slot


@compiled
def recast(s: State, t: Tables, slot: int) -> None:
    """Update a card's face: as a seedling (P31), or as the events on it change it (P16)."""
    kind, bit = s[CARD + slot], 1 << slot
    if s[FACE_DOWN] & bit != 0:
        kind = fact(t, s[CARD + s[ORIGINAL + slot]], SEEDLING)
    terrains, climates = fact(t, kind, TERRAINS_PRINTED), fact(t, kind, CLIMATES_PRINTED)
    printed_terrains, printed_climates = terrains, climates
    for place in range(s[LYING_COUNT]):
        event = s[LYING + place]
        if s[LIES_ON + event] == slot:
            card = s[CARD + event]
            first = fact(t, card, FIRST_EFFECT)
            for effect in range(first, first + fact(t, card, EFFECT_COUNT)):
                terrains = changed_terrains(
                    terrains, effect_part(t, effect, DOES), effect_part(t, effect, BY)
                )
                climates = changed_climates(
                    climates, effect_part(t, effect, DOES), effect_part(t, effect, BY)
                )
    if kind == s[KIND + slot] and terrains == s[TERRAINS + slot] and climates == s[CLIMATES + slot]:
        return
    s[KIND + slot], s[TERRAINS + slot], s[CLIMATES + slot] = kind, terrains, climates
    s[CHANGED] &= ~bit
    if terrains != printed_terrains or climates != printed_climates:
        s[CHANGED] |= bit
    relate(s, t, slot)
    if s[CELL + slot] != 0:
        check_around(s, s[CELL + slot])


@compiled
def changed_terrains(terrains: int, do: int, mask: int) -> int:
    """The terrains of a card after an effect (P30)."""
    if do == DO_SET_TERRAINS:
        return mask
    if do == DO_ADD_TERRAINS:
        return terrains | mask
    if do == DO_REMOVE_TERRAINS:
        return terrains & ~mask
    return terrains


@compiled
def changed_climates(climates: int, do: int, number: int) -> int:
    """The climates of a card after an effect; a shift stops at the ends (P30)."""
    if do == DO_SET_CLIMATES:
        return number
    if do == DO_ADD_CLIMATES:
        return climates | number
    if do == DO_REMOVE_CLIMATES:
        return climates & ~number
    if do == DO_SHIFT_CLIMATE:
        moved = 0
        for climate in range(HOTTEST + 1):
            if climates >> climate & 1 != 0:
                moved |= 1 << min(HOTTEST, max(0, climate + number))
        return moved
    return climates


@compiled
def settle_control(s: State, t: Tables, slot: int) -> None:
    """The player of the last control event on a card controls it, or else its owner (P30)."""
    seat = owner(s, slot)
    for place in range(s[LYING_COUNT]):
        event = s[LYING + place]
        if s[LIES_ON + event] == slot and has_effect(t, s[CARD + event], DO_TAKE_CONTROL):
            seat = owner(s, event)
    s[OWN + seat] |= 1 << slot
    s[OWN + 1 - seat] &= ~(1 << slot)


@compiled
def has_effect(t: Tables, kind: int, do: int) -> bool:
    """Whether an event has an effect."""
    first = fact(t, kind, FIRST_EFFECT)
    for effect in range(first, first + fact(t, kind, EFFECT_COUNT)):
        if effect_part(t, effect, DOES) == do:
            return True
    return False
