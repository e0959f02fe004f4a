// The table of a drafting game. Each module is one behaviour; they communicate by page events (../table/page.js).

import "./playing.js";
import "../arrival.js";
import "./good-move.js";
import "./hand.js";
import "../../coaching/coach.js";
import "../clock.js";
import "../offers.js";
import "../chat.js";
import "../notices.js";
import "../stream.js";
import { table } from "../page.js";

// From here on the page answers; tests wait for it.
table.dataset.ready = "";
