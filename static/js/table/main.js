// The table of a match. Each module is one behaviour; they communicate by page events (page.js).

import "./playing.js";
import "./arrival.js";
import "./clock.js";
import "./thinking.js";
import "./offers.js";
import "./good-move.js";
import "../coaching/coach.js";
import "./chat.js";
import "./notices.js";
import "./keep.js";
import "./hand-over.js";
import "./narration.js";
import "./replay-move.js";
import "./stream.js";
import { table } from "./page.js";

// From here on the page answers; tests wait for it.
table.dataset.ready = "";
