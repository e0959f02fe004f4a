// The elements of the builder, and its messages. Elements that are redrawn are looked up each time.

export const main = document.getElementById("main");
export const deckPane = document.getElementById("deck");
export const narrow = matchMedia("(max-width: 900px)");
export const part = (name) => deckPane.querySelector(`[data-part="${name}"]`);
export const rows = () =>
  [...deckPane.querySelectorAll("[data-row]")].filter((row) => !row.closest("[hidden]"));
export const found = () => [...document.querySelectorAll("#cards .card-link")];

const address = document.getElementById("step").action;
export const addresses = {
  save: address.replace(/step\/$/, "save/"),
  state: address.replace(/step\/$/, "state/"),
};
export const slug = address.match(/([^/]+)\/step\/$/)[1];

// The cookie is that of now: signing in elsewhere has changed it. A copy of the site, which is in a frame, has its own
// cookies (phylo/offline/cookies.py), and those here are the site's.
export function token() {
  const cookie = window === top && document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/);
  return cookie ? cookie[1] : document.querySelector("#step [name=csrfmiddlewaretoken]").value;
}

// A sentence of the page with its places filled: {name}, {size} …
export function words(name, places = {}) {
  const text = document.getElementById("words").dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, place) => places[place] ?? whole);
}

export function say(text) {
  document.getElementById("said").textContent = text;
}

export const wanted = () => Number(part("counter").dataset.wanted);

export function tell(name, detail) {
  main.dispatchEvent(new CustomEvent(`build:${name}`, { detail }));
}
export function on(name, listener) {
  main.addEventListener(`build:${name}`, (event) => listener(event.detail));
}
