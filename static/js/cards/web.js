// Arrow keys move between the tokens of the food web, to the nearest one in that direction.
const web = document.querySelector("[data-web]");
const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (link) => {
  const box = link.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// The distance of a token in a direction; sideways distance counts double. Infinity for tokens behind.
const distance = ([x, y], [dx, dy], link) => {
  const [toX, toY] = middle(link);
  const along = (toX - x) * dx + (toY - y) * dy;
  const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
  return along > 8 ? along + 2 * aside : Infinity;
};

web?.addEventListener("keydown", (event) => {
  const from = event.target.closest("[data-token]");
  const ahead = AHEAD[event.key];
  if (!from || !ahead || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const start = middle(from);
  const near = [...web.querySelectorAll("[data-token]")]
    .filter((link) => link !== from && link.offsetParent)
    .map((link) => [distance(start, ahead, link), link])
    .sort(([one], [other]) => one - other)[0];
  if (near && near[0] < Infinity) near[1].focus();
});
