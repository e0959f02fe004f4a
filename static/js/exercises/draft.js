// The drafting table of an exercise.

import "../table/draft/playing.js";
import "./exercise.js";
import { table } from "../table/page.js";

// From here on the page answers; tests wait for it.
table.dataset.ready = "";
