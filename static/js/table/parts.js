// Replaces a part of the page by the server's new one: open details stay open, scroll positions and the focus
// are kept.

const heading = (details) => details.querySelector("summary")?.textContent.trim();

function menus(part) {
  return [...(part.matches("details") ? [part] : []), ...part.querySelectorAll("details")];
}

// What tells an element of the old part from its neighbours also in the new one; null if nothing does.
function mark(element) {
  if (element.matches("summary"))
    return (fresh) =>
      menus(fresh)
        .find((one) => heading(one) === element.textContent.trim())
        ?.querySelector("summary");
  const names = ["id", "data-act", "data-offer", "data-kind", "data-at", "name", "href"].filter((name) =>
    element.getAttribute(name),
  );
  const query = names.map((name) => `[${name}="${CSS.escape(element.getAttribute(name))}"]`).join("");
  return query ? (fresh) => fresh.querySelector(element.localName + query) : null;
}

const SCROLLED = ".hand, .sheet-scroll";
const scrolled = (part) => [part, ...part.querySelectorAll(SCROLLED)].filter((each) => each.matches(SCROLLED));

export function renew(old, fresh) {
  const part = document.adoptNode(fresh);
  const open = new Set(
    menus(old)
      .filter((each) => each.open)
      .map(heading),
  );
  for (const each of menus(part)) if (open.has(heading(each))) each.open = true;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const again = focused && mark(focused)?.(part);
  const spots = scrolled(old).map(({ scrollLeft: left, scrollTop: top }) => ({ left, top }));
  old.replaceWith(part);
  for (const [index, each] of scrolled(part).entries()) if (spots[index]) each.scrollTo(spots[index]);
  again?.focus({ preventScroll: true });
}
