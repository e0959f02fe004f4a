// The left and right arrow keys lead to the previous and the next card of the search.
const busy = "input, textarea, select, [contenteditable], [data-web] a, details[open]";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (event.target.closest(busy)) return;
  const link = document.querySelector(`a[data-step="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
