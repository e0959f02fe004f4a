// The browser's history: typing in one go is a single step back, and going back from a card leads to its place.

let typing = false;

document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
  const change = event.detail.history;
  const typed = event.detail.requestConfig?.elt?.id === "search";
  const same = new URL(change.path, location.href).search === location.search;
  if (same || (typed && typing)) change.type = "replace";
  typing = typed;
});
document.addEventListener("focusout", (event) => {
  if (event.target.id === "q") typing = false;
});

document.addEventListener("click", (event) => {
  const card = event.target.closest(".card-link");
  if (!card || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  const address = new URL(location.href);
  const page = card.closest("[data-page]").dataset.page;
  if (page === "1") address.searchParams.delete("page");
  else address.searchParams.set("page", page);
  address.hash = card.id;
  history.replaceState(history.state, "", address);
  // The browser's own scroll position refers to cards that will not be there.
  history.scrollRestoration = "manual";
});
addEventListener("load", () => {
  const card = location.hash && document.getElementById(location.hash.slice(1));
  if (!card || !card.matches(".card-link")) return;
  card.scrollIntoView({ block: "center" });
  card.focus({ preventScroll: true });
});
