"""A scorer written from the rulebooks alone, board by board, without a thought for speed or explanations."""

from collections import Counter

ROWS, COLUMNS = range(4), range(5)


def beside(board, r, c):
    near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [board[x][y] for x, y in near if x in ROWS and y in COLUMNS]


def groups(board, kind):
    """The sizes of the connected groups, by painting."""
    paint = {(r, c): (r, c) for r in ROWS for c in COLUMNS if board[r][c] == kind}
    for _round in range(20):
        for r, c in paint:
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            paint[r, c] = min([paint[r, c]] + [paint[spot] for spot in near if spot in paint])
    return paint, sorted(Counter(paint.values()).values())


def everywhere(board, kind, worth):
    return sum(worth(r, c) for r in ROWS for c in COLUMNS if board[r][c] == kind)


def rows_and_columns(board, kind):
    rows = sum(kind in board[r] for r in ROWS)
    return 2 * (rows + sum(any(board[r][c] == kind for r in ROWS) for c in COLUMNS))


def like(board, kind, points, *liked):
    return everywhere(board, kind, lambda r, c: points * sum(card in liked for card in beside(board, r, c)))


def prize(mine, all_values, awards):
    better = sum(value > mine for value in all_values)
    return awards[better] if mine > 0 and better < len(awards) else 0


def land(board, streams, wolves, alone=False):
    paint, meadows = groups(board, "MEADOW")[0], groups(board, "MEADOW")[1]
    assert sum(meadows) == len(paint)
    water, sizes = groups(board, "STREAM")
    by_root = Counter(water.values())

    def dragonfly(r, c):
        spots = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return sum(by_root[root] for root in {water[spot] for spot in spots if spot in water})

    def eagle(r, c):
        return 2 * sum(
            board[x][y] in ("RABBIT", "TROUT")
            for x in ROWS
            for y in COLUMNS
            if 1 <= abs(x - r) + abs(y - c) <= 2
        )

    scores = {
        "BEAR": like(board, "BEAR", 2, "BEE", "TROUT"),
        "BEE": like(board, "BEE", 3, "MEADOW"),
        "MEADOW": sum({1: 0, 2: 3, 3: 6, 4: 10}.get(size, 15) for size in meadows),
        "TROUT": like(board, "TROUT", 2, "STREAM", "DRAGONFLY"),
        "EAGLE": everywhere(board, "EAGLE", eagle),
        "RABBIT": everywhere(board, "RABBIT", lambda r, c: 1),
        "DRAGONFLY": everywhere(board, "DRAGONFLY", dragonfly),
        "FOX": everywhere(board, "FOX", lambda r, c: 0 if {"WOLF", "BEAR"} & set(beside(board, r, c)) else 3),
        "DEER": rows_and_columns(board, "DEER"),
        "STREAM": prize(max(sizes, default=0), streams, [8, 5]),
        "WOLF": prize(sum(row.count("WOLF") for row in board), wolves, [12, 8, 4]),
    }
    gaps = sum(points == 0 for points in scores.values())
    diversity = 12 if gaps <= 2 else {3: 7, 4: 3, 5: 0}.get(gaps, -5)
    scores |= {"gaps": gaps, "DIVERSITY": 0 if alone else diversity}
    return scores, sum(points for name, points in scores.items() if name != "gaps")


def largest_stream(board):
    return max(groups(board, "STREAM")[1], default=0)


def reef(board, planktons):
    """`board` has None where a card was turned over."""
    prey = ("GROUPER", "CLOWNFISH", "CRAB")
    krill = sum(row.count("KRILL") for row in board)

    def shark(r, c):
        row = sum(card in prey for card in board[r])
        return 2 * (row + sum(board[x][c] in prey for x in ROWS))

    def eel(r, c):
        near = beside(board, r, c)
        return 4 * sum(card in prey for card in near) if "CORAL" in near else 0

    scores = {
        "CORAL": 3 * board[3].count("CORAL"),
        "KRILL": sum({1: 1, 2: 4}.get(size, 9) for size in groups(board, "KRILL")[1]),
        "PLANKTON": prize(sum(row.count("PLANKTON") for row in board), planktons, [12, 8, 4]),
        "GROUPER": like(board, "GROUPER", 3, "KRILL"),
        "CLOWNFISH": like(board, "CLOWNFISH", 2, "PLANKTON", "CORAL"),
        "CRAB": everywhere(board, "CRAB", lambda r, c: 2 * board[r].count("PLANKTON")),
        "EEL": everywhere(board, "EEL", eel),
        "SHARK": everywhere(board, "SHARK", shark),
        "WHALE": everywhere(board, "WHALE", lambda r, c: 2 * krill),
        "TURTLE": rows_and_columns(board, "TURTLE"),
        "OCTOPUS": everywhere(board, "OCTOPUS", lambda r, c: 3),
    }
    web = [
        scores["CORAL"] + scores["KRILL"] + scores["PLANKTON"],
        scores["GROUPER"] + scores["CLOWNFISH"] + scores["CRAB"],
        scores["EEL"] + scores["SHARK"] + scores["WHALE"],
    ]
    scores |= {"PRODUCERS": web[0], "PREY": web[1], "PREDATORS": web[2], "FOOD_WEB": min(web)}
    return scores, sum(web) + min(web) + scores["TURTLE"] + scores["OCTOPUS"]
