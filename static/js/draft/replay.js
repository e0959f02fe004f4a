// A replay of a drafting game: the same table, read only, step by step.

import "./look.js";
import "./sheet.js";
import "./keys.js";
import "./reveal.js";
import "../table/moment.js";
import "../table/steps.js";
import { table } from "../table/page.js";

table.dataset.ready = "";
