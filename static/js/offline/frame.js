// The frame that shows the site: the window's address and title follow it.

// `shown` is called once, when the first page is there.
export function follow(frame, shown) {
  let isFirst = true;
  frame.addEventListener("load", () => {
    const { contentWindow: page, contentDocument: drawn } = frame;
    if (page.location.href === "about:blank") return;
    step(page);
    page.navigation?.addEventListener("currententrychange", () => step(page));
    new MutationObserver(() => step(page)).observe(drawn.head, { childList: true, subtree: true });
    drawn.addEventListener("click", outside, true);
    page.focus();
    if (isFirst) shown();
    isFirst = false;
  });
  frame.src = location.href;
}

function step({ location: { href }, document: { title, documentElement } }) {
  if (href !== location.href) history.replaceState(null, "", href);
  document.title = title;
  document.documentElement.lang = documentElement.lang;
}

// Other sites open in tabs of their own: inside the frame they may not.
function outside(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || link.origin === location.origin || !link.protocol.startsWith("http")) return;
  link.target = "_blank";
  link.rel = "noopener";
}
