// The insight panel: a card of the food web highlights what it lives on and what lives on it, and parts that take
// the server longer are fetched once the panel is shown. The panel may be redrawn at any time.

const webOf = (spot) => spot.closest("[data-web]");

function light(spot) {
  const web = webOf(spot);
  const near = new Set([spot.dataset.spot]);
  for (const line of web.querySelectorAll("line")) {
    const { on, key } = line.dataset;
    const joined = on === spot.dataset.spot || key === spot.dataset.spot;
    line.classList.toggle("is-lit", joined);
    if (joined) near.add(on).add(key);
  }
  for (const each of web.querySelectorAll("[data-spot]"))
    each.classList.toggle("is-lit", near.has(each.dataset.spot));
  web.classList.add("has-lit");
}

function dark(web) {
  web.classList.remove("has-lit");
  for (const each of web.querySelectorAll(".is-held")) each.classList.remove("is-held");
}

const spotAt = (event) => event.target.closest?.("[data-spot]");

for (const [begin, end] of [
  ["pointerover", "pointerout"],
  ["focusin", "focusout"],
]) {
  document.addEventListener(begin, (event) => {
    const spot = spotAt(event);
    if (spot && event.pointerType !== "touch") light(spot);
  });
  document.addEventListener(end, (event) => {
    const spot = spotAt(event);
    if (spot && event.pointerType !== "touch") dark(webOf(spot));
  });
}

// A finger lights a card first and opens its page the second time.
let touched = false;
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  if (!spotAt(event)) for (const web of document.querySelectorAll("[data-web].has-lit")) dark(web);
});
document.addEventListener("click", (event) => {
  const spot = spotAt(event);
  if (!spot || !touched || spot.classList.contains("is-held")) return;
  event.preventDefault();
  dark(webOf(spot));
  spot.classList.add("is-held");
  light(spot);
});

// What was shown last stays until the new one is there.
let shown = "";
let fetching = null;

async function fill(slot) {
  fetching?.abort();
  fetching = new AbortController();
  const { signal } = fetching;
  if (shown) slot.innerHTML = shown;
  slot.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(slot.dataset.insightMore, { signal });
    if (answer.ok) {
      shown = await answer.text();
      slot.innerHTML = shown;
    }
  } catch (error) {
    // Away or overtaken: the link that stands there leads to the same.
    if (signal.aborted) return;
  }
  slot.removeAttribute("aria-busy");
}

const PAUSE = 400; // milliseconds, since a builder changes much in a short time
let waiting = 0;
function look() {
  for (const slot of document.querySelectorAll("[data-insight-more]:not([data-seen])")) {
    slot.dataset.seen = "";
    if (shown) slot.innerHTML = shown;
    clearTimeout(waiting);
    waiting = setTimeout(() => fill(slot), shown ? PAUSE : 0);
  }
}
new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
look();
