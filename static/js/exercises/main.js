// The table of an exercise: that of a match, without another player, a clock and a stream.

import "../table/playing.js";
import "../table/keep.js";
import "../table/narration.js";
import "../table/replay-move.js";
import "./exercise.js";
import { table } from "../table/page.js";

// From here on the page answers; tests wait for it.
table.dataset.ready = "";
