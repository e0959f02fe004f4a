// Watching a match live: read only, both hands hidden.

// The hand comes before the playing area, whose room it takes.
import "./hand.js";
import "./viewport.js";
import "./gestures.js";
import "./overview.js";
import "./ties.js";
import "./press.js";
import "./motion.js";
import "./reading.js";
import "./clock.js";
import "./keep.js";
import "./narration.js";
import "./replay-move.js";
import "./stream.js";
import { table } from "./page.js";

table.dataset.ready = "";
