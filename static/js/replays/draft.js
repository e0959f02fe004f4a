// A replay of a drafting game: the same table, read only, step by step.

import "../table/draft/look.js";
import "../table/draft/sheet.js";
import "../table/draft/keys.js";
import "../table/draft/reveal.js";
import "./moment.js";
import "./steps.js";
import { table } from "../table/page.js";

table.dataset.ready = "";
