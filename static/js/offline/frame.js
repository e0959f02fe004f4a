// The frame that shows the site: the window's address and title follow it.

// On the site that the copy is of, its pages are below an address of their own (sw.js).
const BELOW = "/offline/here";
export const here = location.pathname.startsWith(`${BELOW}/`) ? BELOW : "";
const inCopy = (url) => url.href.replace(url.origin, `${url.origin}${here}`);

// `shown` is called with each page when it is there.
export function follow(frame, shown) {
  frame.addEventListener("load", () => {
    const { contentWindow: page, contentDocument: drawn } = frame;
    if (page.location.href === "about:blank") return;
    step(page);
    page.navigation?.addEventListener("currententrychange", () => step(page));
    new MutationObserver(() => step(page)).observe(drawn.head, { childList: true, subtree: true });
    drawn.addEventListener("click", outside, true);
    drawn.addEventListener("auxclick", outside, true);
    page.focus();
    shown(page);
  });
  frame.src = location.href.replace(`${location.origin}${here}`, location.origin);
}

function step({ location: found, document: { title, documentElement } }) {
  const href = inCopy(found);
  if (href !== location.href) history.replaceState(null, "", href);
  document.title = title;
  document.documentElement.lang = documentElement.lang;
}

// Other sites open in tabs of their own: inside the frame they may not. So do pages of the copy, where that is asked.
function outside(event) {
  const { target, button, ctrlKey, metaKey, shiftKey } = event;
  const link = target.closest?.("a[href]");
  if (!link?.protocol.startsWith("http")) return;
  if (link.origin !== location.origin) {
    link.target = "_blank";
    link.rel = "noopener";
  } else if (here && !link.download && (button === 1 || ctrlKey || metaKey || shiftKey || link.target === "_blank")) {
    event.preventDefault();
    open(inCopy(link));
  }
}
