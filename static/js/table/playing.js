// Acting at a table, whatever is played there: its playing area, the hand, what may be done and why not.

// The hand comes before the playing area, whose room it takes.
import "./hand.js";
import "./viewport.js";
import "./gestures.js";
import "./overview.js";
import "./pointer.js";
import "./keys.js";
import "./turn.js";
import "./refusal.js";
import "./spaces.js";
import "./ties.js";
import "./press.js";
import "./motion.js";
import "./pending.js";
