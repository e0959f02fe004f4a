"""Who meets whom in a round robin: the Berger tables (FIDE Handbook C.05, Annex 1), without the database."""


def rounds_of(entries: int) -> int:
    """How many rounds it takes until everybody has met everybody once."""
    return entries - 1 if entries % 2 == 0 else entries


def pairings(entries: int, round_number: int) -> list[tuple[int, int | None]]:
    """
    The boards of a round, from 1, for entries numbered from 1 by strength or lot: who begins, and the other;
    None for the bye of an odd number, whose board is the last one.
    """
    even = entries + entries % 2
    last, half = even - 1, even // 2
    # In each round the number that meets the highest one moves on by half of the others.
    first = (round_number - 1) * half % last + 1
    pairs = [(first, even) if round_number % 2 else (even, first)]
    for step in range(1, half):
        white, black = (first + step - 1) % last + 1, (first - step - 1) % last + 1
        pairs.append((white, black))
    if even == entries:
        return list(pairs)
    bye = pairs[0][0] if pairs[0][1] == even else pairs[0][1]
    return [*pairs[1:], (bye, None)]
