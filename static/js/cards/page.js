// Where the parts of the card browser are. What htmx replaces is asked for each time.

export const box = () => document.getElementById("q");
export const found = () => document.getElementById("found");
export const complaint = () => document.getElementById("complaint");
export const status = () => document.getElementById("status");
export const progress = () => document.getElementById("progress");
export const sheet = () => document.getElementById("filters");
export const cards = () => [...document.querySelectorAll("#cards .card-link")];
