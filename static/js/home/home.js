// "Play" takes a random ready deck, so that games differ.
const deck = document.querySelector("#quick-start [data-any]");
const slugs = deck?.dataset.any.trim().split(/\s+/) ?? [];
if (slugs.length) deck.value = slugs[Math.floor(Math.random() * slugs.length)];
