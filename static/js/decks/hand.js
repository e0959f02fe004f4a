// Keys for a test hand: each is shown on the link that it activates.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input, select, textarea")) return;
  const link = document.querySelector(`[data-hand-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
