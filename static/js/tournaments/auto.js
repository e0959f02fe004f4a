// Whether the host of a simultaneous wants the next board to come up by itself; kept in the browser.

const NAME = "simul-auto";
const box = document.querySelector("[data-simul-auto]");

export const isAuto = () => Boolean(box?.checked);

if (box) {
  box.checked = localStorage.getItem(NAME) !== "no";
  box.addEventListener("change", () => localStorage.setItem(NAME, box.checked ? "yes" : "no"));
}

// A key brings the next board up, but not while somebody writes.
export function onKey(letter, act) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog"))
      return;
    if (event.key.toLowerCase() === letter) act();
  });
}
