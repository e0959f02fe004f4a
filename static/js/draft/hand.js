// One device for several people: after the own choice the page gives way to one without a hand.

import { on, table } from "../table/page.js";

const { next } = table.dataset;
let sent = false;

on("sending", () => (sent = true));
on("refused", () => (sent = false));
on("shown", () => {
  if (next && sent && !document.getElementById("result-title")) location.replace(next);
});

function cover() {
  if (document.activeElement === document.body)
    document.getElementById("cover-title")?.focus({ preventScroll: true });
}
on("swapped", cover);
cover();
