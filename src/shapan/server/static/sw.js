// The service worker: shows what the server sends while no page is open, and leads to the table.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // A message that cannot be read still has to be shown: the browser asks for it.
  }
  const url = typeof told.url === "string" && told.url.startsWith("/match/") ? told.url : "/notices";
  const shown = { body: told.body ?? "", tag: told.tag, icon: "/static/icon-180.png", data: { url } };
  event.waitUntil(registration.showNotification(told.title || "Shapan", shown));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

async function open(url) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const { pathname } = new URL(url, location.origin);
  const there = pages.find((page) => new URL(page.url).pathname === pathname);
  // A table that lies open somewhere shows what its link does.
  there?.postMessage({ url });
  await (there ? there.focus() : clients.openWindow(url));
}
