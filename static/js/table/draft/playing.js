// Choosing at a drafting table, whatever is played there.

import "./look.js";
import "./pick.js";
import "./second.js";
import "./lay.js";
import "./sheet.js";
import "./keys.js";
import "./reveal.js";
