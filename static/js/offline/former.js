// The last version of a service worker at an address that had a copy without a server before the site came: it leaves,
// and the tabs see the site. What was done in the copy stays with the browser, for one that the site offers.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  await self.clients.claim();
  const tabs = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  for (const tab of tabs) tab.navigate("/offline/");
}
