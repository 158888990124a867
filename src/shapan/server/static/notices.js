// The notifications of this browser: asked for by a button alone, and sent by the server if it can.
const part = document.getElementById("browser");
const WORKER = "/static/sw.js";

const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** The address of the worker, as pages that trust no text want it. */
const worker = () => window.trustedTypes?.createPolicy("worker", { createScriptURL: () => WORKER }).createScriptURL("") ?? WORKER;

const kept = (value) => {
  try {
    if (value === undefined) return localStorage.getItem("shapan.notify") === "on";
    localStorage.setItem("shapan.notify", value);
  } catch {
    // A browser that keeps nothing asks again.
  }
  return false;
};

async function send(path, data) {
  const headers = { "content-type": "application/json", "x-shapan": "1" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(data) })).ok;
}

const registration = () => navigator.serviceWorker?.getRegistration(WORKER);
const subscription = async () => (await registration())?.pushManager?.getSubscription();

const say = (key) => (part.querySelector("[role=status]").textContent = part.dataset[key]);

async function show() {
  const may = "Notification" in window && window.isSecureContext && Notification.permission !== "denied";
  const on = may && Notification.permission === "granted" && kept();
  part.querySelector("[data-turn=on]").hidden = !may || on;
  part.querySelector("[data-turn=off]").hidden = !on;
  if (!window.isSecureContext) return say("insecure");
  if (!("Notification" in window)) return say("home");
  if (!may) return say("denied");
  say(on ? ((await subscription()) ? "on" : "tabs") : "off");
}

/** Lets the service of the browser reach it: a server without what it takes tells open pages alone. */
async function subscribe() {
  await navigator.serviceWorker.register(trusted, { scope: "/static/" });
  const there = await navigator.serviceWorker.getRegistration(WORKER);
  if (!part.dataset.key || !there.pushManager) return true;
  const applicationServerKey = decode(part.dataset.key);
  await (await there.pushManager.getSubscription())?.unsubscribe();
  const made = await there.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  return send("/notices/push", made.toJSON());
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return show();
  kept("on");
  let done = false;
  try {
    done = await subscribe();
  } catch {
    // Without a service of its maker a browser is told while a page is open.
  }
  await show();
  if (!done) say("failed");
}

async function turnOff() {
  kept("off");
  const there = await subscription();
  if (there) {
    await send("/notices/push/remove", { endpoint: there.endpoint });
    await there.unsubscribe();
  }
  await show();
}

let trusted;
if (part) {
  trusted = worker();
  part.querySelector("[data-turn=on]").addEventListener("click", () => void turnOn());
  part.querySelector("[data-turn=off]").addEventListener("click", () => void turnOff());
  void show();
}
