// A menu in the header is a <details>: it also closes on Escape, on a click elsewhere and when focus leaves it.
const opened = () => document.querySelector("[data-menu][open]");

document.addEventListener("keydown", (event) => {
  const menu = opened();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  const menu = opened();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("focusin", (event) => {
  const menu = opened();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
