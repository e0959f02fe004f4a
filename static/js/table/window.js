// Where a window over the board shows most of what counts.

// `spots`: column, row and weight of each; `size`: of the window in columns and rows; `here`: where it is, which it
// leaves only for the sake of more. Gives the column and row of its left upper corner.
export function best(spots, size, here) {
  const starts = (index, length, at) => {
    const lines = spots.map((spot) => spot[index]);
    const [low, high] = [Math.min(...lines), Math.max(...lines) + 1];
    // Where all fits there is nothing to choose.
    if (high - low <= length + SLACK && at <= low + SLACK && at + length >= high - SLACK) return [at];
    if (high - low <= length) return [(low + high - length) / 2];
    const near = [at, ...new Set(lines.map((line) => line - EDGE))];
    return near.filter((start) => start >= low - EDGE && start + length <= high + EDGE).concat(high + EDGE - length);
  };
  let found = null;
  for (const left of starts(0, size.across, here.left)) {
    for (const top of starts(1, size.down, here.top)) {
      const isIn = ([column, row]) =>
        column >= left - SLACK &&
        column + 1 <= left + size.across + SLACK &&
        row >= top - SLACK &&
        row + 1 <= top + size.down + SLACK;
      const shown = spots.filter(isIn).reduce((sum, spot) => sum + spot[2], 0);
      const away = Math.hypot(left - here.left, top - here.top);
      if (!found || shown > found.shown || (shown === found.shown && away < found.away))
        found = { left, top, shown, away };
    }
  }
  return found;
}

const EDGE = 0.15; // of a space beside the outermost card
const SLACK = 0.06; // of a space that may be out of sight: the gap between cards
