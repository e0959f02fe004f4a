// Settings for people online are shown only if a seat is open to one.

const seats = document.querySelector("[data-seats]");
const people = document.querySelector("[data-people]");
const online = () =>
  [...seats.querySelectorAll("select")].some((seat) => seat.value === people.dataset.people);
const show = () => {
  people.hidden = !online();
};

seats.addEventListener("change", show);
show();
