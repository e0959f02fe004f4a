// "Play" takes any of the ready decks, so that each game starts somewhere else.
const deck = document.querySelector("#quick [data-any]");
const slugs = deck?.dataset.any.trim().split(/\s+/) ?? [];
if (slugs.length) deck.value = slugs[Math.floor(Math.random() * slugs.length)];
