// The table of a drafting game. Each module is one behaviour; they communicate by page events (../table/page.js).

import "./playing.js";
import "./good-move.js";
import "./hand.js";
import "../table/coach.js";
import "../table/clock.js";
import "../table/offers.js";
import "../table/chat.js";
import "../table/notices.js";
import "../table/stream.js";
import { table } from "../table/page.js";

// From here on the page answers; tests wait for it.
table.dataset.ready = "";
