// Shows times, which the server writes in UTC, in the visitor's time zone and the page's language, also those added
// later. The styles are those of phylo/templatetags/times.py.

const page = document.documentElement.lang;
const language = navigator.languages?.find((each) => each.split("-")[0] === page) ?? page;
const clock = { hour: "2-digit", minute: "2-digit" };
const day = { day: "numeric", month: "short", year: "numeric" };
const styles = {
  moment: { ...day, ...clock },
  soon: { day: "numeric", month: "short", ...clock },
  seconds: { ...clock, second: "2-digit" },
  day,
  "long-day": { ...day, month: "long" },
};
const written = Object.fromEntries(
  Object.entries(styles).map(([name, how]) => [name, new Intl.DateTimeFormat(language, how)]),
);
const whole = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });

export function localise(part) {
  for (const time of part.querySelectorAll("time[data-time]:not([title])")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    time.title = whole.format(at);
    const style = written[time.dataset.time];
    if (style) time.textContent = style.format(at);
  }
}

new MutationObserver((changes) => {
  if (changes.some((each) => each.addedNodes.length)) localise(document.body);
}).observe(document.body, { childList: true, subtree: true });
localise(document.body);
