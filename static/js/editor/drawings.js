// The drawings to choose from: what is typed is looked up at once. Without this script the buttons do it.

const PAUSE = 250; // milliseconds without a key before it is looked up
const form = document.querySelector("form[data-edit]");
let waiting = 0;
let asked = null;

async function look() {
  clearTimeout(waiting);
  asked?.abort();
  asked = new AbortController();
  const body = new FormData(form);
  body.delete("art-file");
  try {
    const { signal } = asked;
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "drawings" }, signal });
    if (answer.redirected || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("draw-found");
    document.getElementById("draw-found").replaceWith(fresh);
    document.getElementById("draw-said").textContent = fresh.dataset.words;
  } catch {
    // Overtaken, or offline: the drawings stay as they are.
  }
}

form.addEventListener("input", (event) => {
  if (event.target.id !== "draw-q") return;
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
});
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "draw-q") return;
  event.preventDefault();
  look();
});
form.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-draw]");
  if (!button) return;
  event.preventDefault();
  if (button.name === "draw") document.getElementById("draw-q").value = button.value;
  look();
});
