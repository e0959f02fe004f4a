// A menu in the header is a <details>: it also closes on Escape, on a click elsewhere and when focus leaves it.
// A table's links are a popover on phones; Escape closes one of them at a time, and then does nothing else.
const opened = () => document.querySelector("[data-menu][open]");

document.addEventListener("keydown", (event) => {
  const menu = opened();
  const links = document.querySelector(":popover-open");
  if (event.key !== "Escape" || !(menu ?? links)) return;
  event.preventDefault();
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  } else links.hidePopover();
});
document.addEventListener("click", (event) => {
  event.target.closest("[popover] button:is([data-act], [data-offer])")?.closest("[popover]").hidePopover();
  const menu = opened();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("focusin", (event) => {
  const menu = opened();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
