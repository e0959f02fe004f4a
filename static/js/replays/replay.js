// A replay: the same table, read only, step by step.

// The hand comes before the playing area, whose room it takes.
import "../table/hand.js";
import "../table/viewport.js";
import "../table/gestures.js";
import "../table/overview.js";
import "../table/ties.js";
import "../table/press.js";
import "../table/reading.js";
import "./moment.js";
import "../table/motion.js";
import "../table/narration.js";
import "./steps.js";
