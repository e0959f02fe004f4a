// The page between two players on one device: the table is there to be read, both hands are hidden.

import "./watch.js";
import "./hand-over.js";
