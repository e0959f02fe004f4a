// Runs before the first paint, so that a stored choice never flashes the other theme.
try {
  const chosen = localStorage.getItem("phylo-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be blocked; the system's preference then holds.
}
