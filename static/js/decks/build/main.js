// The deck builder: one behaviour per module.

import "./fields.js";
import "./pick.js";
import "./keys.js";
import "./drag.js";
import "./sheets.js";
import "./undo.js";
import "./conflict.js";
import "./groups.js";
import "./fits.js";
import "./leave.js";
import { begin } from "./save.js";

begin();
