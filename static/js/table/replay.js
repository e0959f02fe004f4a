// A replay: the same table, read only, step by step.

import "./viewport.js";
import "./gestures.js";
import "./overview.js";
import "./hand.js";
import "./ties.js";
import "./press.js";
import "./reading.js";
import "./moment.js";
import "./motion.js";
import "./telling.js";
import "./steps.js";
