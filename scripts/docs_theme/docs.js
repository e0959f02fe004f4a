/* What scrolls sideways can be scrolled by the keyboard. */
const SCROLLERS = "pre, .table-wrapper";

function reachable() {
  for (const each of document.querySelectorAll(SCROLLERS)) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
}

addEventListener("DOMContentLoaded", reachable);
addEventListener("resize", reachable);
