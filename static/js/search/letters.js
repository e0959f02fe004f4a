// Draws the text of the search box behind it: field names dimmed, comparisons coloured, mistakes underlined.

import { box, complaint } from "./page.js";

const PIECES = /"[^"]*"?|(-?[\p{L}-]+)(:|!=|<=|>=|=|<|>)|\b(?:or|and|not)\b/giu;

function piece(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function pieces(text) {
  const made = [];
  let place = 0;
  for (const match of text.matchAll(PIECES)) {
    if (match[0].startsWith('"')) continue;
    made.push(text.slice(place, match.index));
    if (match[1]) made.push(piece("i", match[1]), piece("b", match[2]));
    else made.push(piece("i", match[0]));
    place = match.index + match[0].length;
  }
  return [...made, text.slice(place)];
}

// The mistake is underlined only where the text is still the one that was complained of.
function marked(text) {
  const wrong = complaint().querySelector("[data-column]");
  const start = Number(wrong?.dataset.column) - 1;
  const length = Number(wrong?.dataset.length);
  if (!wrong || !length || text.slice(start, start + length) !== wrong.querySelector("mark").textContent)
    return pieces(text);
  return [
    ...pieces(text.slice(0, start)),
    piece("mark", text.slice(start, start + length)),
    ...pieces(text.slice(start + length)),
  ];
}

function draw() {
  const input = box();
  const place = input.parentElement.querySelector("[data-letters]");
  const line = document.createElement("span");
  line.append(...marked(input.value));
  place.replaceChildren(line);
  place.scrollLeft = input.scrollLeft;
  input.parentElement.classList.add("drawn");
}

document.addEventListener("input", (event) => {
  if (event.target.id === "q") draw();
});
document.addEventListener("written", draw, true);
document.addEventListener("htmx:afterSettle", draw);
document.addEventListener("htmx:oobAfterSwap", draw);
document.addEventListener("htmx:historyRestore", draw);
// The box scrolls with its caret.
for (const name of ["scroll", "keyup", "click", "selectionchange", "focusout"]) {
  document.addEventListener(
    name,
    (event) => {
      const input = box();
      if (event.target === input || event.target === document)
        input.parentElement.querySelector("[data-letters]").scrollLeft = input.scrollLeft;
    },
    true,
  );
}
draw();
