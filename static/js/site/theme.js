// Light and dark: the system's preference until a visitor chooses, then the choice.
const root = document.documentElement;
const systemDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  root.dataset.theme = isDark() ? "light" : "dark";
  try {
    localStorage.setItem("phylo-theme", root.dataset.theme);
  } catch {
    // The choice then holds for this page only.
  }
});
