// The elements of the card browser. Elements that htmx replaces are looked up each time.

export const box = () => document.getElementById("q");
export const found = () => document.getElementById("found");
export const complaint = () => document.getElementById("complaint");
export const status = () => document.getElementById("status");
export const progress = () => document.getElementById("progress");
export const sheet = () => document.getElementById("filters");
export const cards = () => [...document.querySelectorAll("#cards .card-link")];
