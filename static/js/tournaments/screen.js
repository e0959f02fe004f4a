// Turns the pages of long tables on the screen for a room: as many lines as there is room for, a new page every few
// seconds, without movement. It can be stopped, with the button or the space bar.

const EVERY = 9000;

const pause = document.querySelector("[data-pause]");
let turn = 0;

function show() {
  for (const lines of document.querySelectorAll("[data-turning]")) {
    const rows = [...lines.rows];
    for (const row of rows) row.hidden = false;
    const part = lines.closest("section");
    const room = part.clientHeight - part.querySelector("h2").offsetHeight;
    const fits = Math.max(1, Math.floor(room / Math.max(...rows.map((row) => row.offsetHeight))));
    const pages = Math.ceil(rows.length / fits);
    const page = turn % pages;
    rows.forEach((row, at) => (row.hidden = Math.floor(at / fits) !== page));
    part.querySelector("[data-turned]").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  }
}

const stopped = () => pause.getAttribute("aria-pressed") === "true";
const press = () => pause.setAttribute("aria-pressed", String(!stopped()));

pause.hidden = false;
pause.addEventListener("click", press);
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("button, a")) return;
  event.preventDefault();
  press();
});
document.addEventListener("tournament", show);
addEventListener("resize", show);
setInterval(() => {
  if (stopped()) return;
  turn += 1;
  show();
}, EVERY);
document.fonts.ready.then(show);
show();
