// The search for decks: empty fields are left out of the URL, and "/" leads to the search.

const form = document.querySelector("[data-deck-search]");

form.addEventListener("submit", () => {
  const empty = [...form.elements].filter((field) => field.name && !field.value);
  for (const field of empty) field.disabled = true;
  // The page stays where the answer does not come, or is shown again by the way back.
  setTimeout(() =>
    empty.forEach((field) => {
      field.disabled = false;
    }),
  );
});
document.addEventListener("keydown", (event) => {
  const writing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  form.elements.q.focus();
});
