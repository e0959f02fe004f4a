// The names of species that begin like what is typed into a name field: a combobox with a list. Choosing one presses a
// button of the form, which fills in what is known. Without this script a button looks the name up.

const PAUSE = 150; // milliseconds without a key before it is looked up
const LEAST = 3; // letters; the server decides for scripts that need fewer
const form = document.querySelector("form[data-edit]");
let waiting = 0;
let asked = null;

const list = () => document.getElementById("names-found");
const options = () => [...(list()?.querySelectorAll('[role="option"]') ?? [])];
const chosen = () => list()?.querySelector('[aria-selected="true"]');

function close(field) {
  clearTimeout(waiting);
  asked?.abort();
  list()?.remove();
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
  field.removeAttribute("aria-controls");
}

function mark(field, option) {
  chosen()?.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

function take(option) {
  const button = form.querySelector("[data-take]");
  button.value = `name:${option.dataset.key}`;
  button.click();
}

async function look(field) {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  try {
    const answer = await fetch(`${field.dataset.names}?q=${encodeURIComponent(field.value)}`, { signal });
    if (!answer.ok || document.activeElement !== field) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("names-found");
    list()?.remove();
    document.getElementById("names-said").textContent = fresh.dataset.words;
    field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-expanded", String(fresh.childElementCount > 0));
    if (!fresh.childElementCount) return void field.removeAttribute("aria-controls");
    field.closest(".field").append(fresh);
    field.setAttribute("aria-controls", fresh.id);
  } catch {
    // Overtaken, or offline: the name can be typed whole.
  }
}

form.addEventListener("focusin", ({ target }) => {
  if (!target.matches("[data-names]") || target.role) return;
  target.setAttribute("role", "combobox");
  target.setAttribute("aria-autocomplete", "list");
  target.setAttribute("aria-expanded", "false");
});
form.addEventListener("focusout", ({ target }) => {
  if (target.matches("[data-names]")) close(target);
});
form.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-names]")) return;
  clearTimeout(waiting);
  const { value } = target;
  if (new TextEncoder().encode(value.trim()).length < LEAST) close(target);
  else waiting = setTimeout(() => look(target), PAUSE);
});
form.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!target.matches("[data-names]") || !list() || event.isComposing) return;
  const all = options();
  const place = all.indexOf(chosen());
  if (key === "ArrowDown") mark(target, all[(place + 1) % all.length]);
  else if (key === "ArrowUp") mark(target, all[place > 0 ? place - 1 : all.length - 1]);
  else if (key === "Enter" && chosen()) take(chosen());
  else if (key === "Escape") close(target);
  else return;
  event.preventDefault();
});
// The pointer goes down before the field loses the focus and the list is closed.
form.addEventListener("pointerdown", (event) => {
  const option = event.target.closest('#names-found [role="option"]');
  if (!option) return;
  event.preventDefault();
  take(option);
});
