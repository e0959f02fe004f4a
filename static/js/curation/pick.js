// Ticking many proposals: counts them, and keys to go through the list without a mouse.

const form = document.querySelector("[data-pick]");
const count = form?.querySelector("[data-picked]");

const rows = () => [...form.querySelectorAll(".queue-row")];
const link = (row) => row.querySelector("h2 a");

function say() {
  const ticked = form.querySelectorAll("[name=pick]:checked").length;
  count.textContent = `(${ticked || count.dataset.none})`;
}

function go(by) {
  const all = rows();
  const here = all.findIndex((row) => row.contains(document.activeElement));
  const next = here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1);
  link(all[next]).focus();
  all[next].scrollIntoView({ block: "nearest" });
}

function tick() {
  const box = document.activeElement.closest(".queue-row")?.querySelector("[name=pick]");
  if (!box) return;
  box.checked = !box.checked;
  say();
}

const KEYS = { j: () => go(1), k: () => go(-1), x: tick };

document.addEventListener("keydown", (event) => {
  const writing = event.target.closest("textarea, select, input:not([type=checkbox]), [contenteditable]");
  const key = KEYS[event.key.toLowerCase()];
  if (!key || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  key();
});
if (count) {
  form.addEventListener("change", say);
  say();
}
