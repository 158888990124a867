// Passkeys: the one thing on the pages of members for which a script is needed.
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const encode = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function send(path, data) {
  const headers = { "content-type": "application/json", "x-shapan": "1" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(data) });
  return answer.json();
}

const listed = (keys) => keys?.map((key) => ({ ...key, id: decode(key.id) }));

async function create(asked) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: decode(asked.challenge),
      user: { ...asked.user, id: decode(asked.user.id) },
      excludeCredentials: listed(asked.excludeCredentials),
    },
  });
  return shown(made, ["clientDataJSON", "attestationObject"]);
}

async function get(asked) {
  const found = await navigator.credentials.get({ publicKey: { ...asked, challenge: decode(asked.challenge) } });
  return shown(found, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

function shown(key, names) {
  const response = Object.fromEntries(names.filter((name) => key.response[name]).map((name) => [name, encode(key.response[name])]));
  return { id: key.id, rawId: encode(key.rawId), type: key.type, response, clientExtensionResults: {} };
}

const WAYS = {
  enter: { ask: "/account/passkey/ask", tell: "/account/passkey", answer: get },
  add: { ask: "/account/passkeys/ask", tell: "/account/passkeys/add", answer: create },
  new: { ask: "/account/new/ask", tell: "/account/new/passkey", answer: create },
};

/** The recovery codes of a new account take the place of its form: they are shown this once. */
function show(codes) {
  const part = document.getElementById("new-codes");
  for (const code of codes) {
    const line = document.createElement("li");
    line.append(document.createElement("code"));
    line.firstChild.textContent = code;
    part.querySelector("ol").append(line);
  }
  part.previousElementSibling.hidden = true;
  part.hidden = false;
  part.querySelector("a").focus();
}

async function run(button) {
  const way = WAYS[button.dataset.passkey];
  const problem = document.getElementById("passkey-problem");
  const say = (words) => {
    problem.hidden = !words;
    problem.querySelector("span").textContent = words;
  };
  say("");
  button.disabled = true;
  try {
    const name = document.getElementById("name")?.value;
    const asked = await send(way.ask, { name });
    if (asked.problem) return say(asked.problem);
    if (asked.url) return location.assign(asked.url);
    const done = await send(way.tell, { ...(await way.answer(asked)), name, next: button.dataset.next });
    if (done.codes?.length) return show(done.codes);
    if (done.url) return location.assign(done.url);
    say(done.problem || button.dataset.failed);
  } catch (error) {
    // Who closes the window of the browser has changed their mind: nothing is wrong.
    say(error.name === "NotAllowedError" ? "" : button.dataset.failed);
  } finally {
    button.disabled = false;
  }
}

// An address that is no name, or a page without TLS, has no passkeys.
const numbers = /^(\d+\.){3}\d+$|:/.test(location.hostname);
if (window.PublicKeyCredential && !numbers) {
  for (const part of document.querySelectorAll("[data-without-passkeys]")) part.hidden = true;
  for (const note of document.querySelectorAll("[data-passkey-note]")) note.hidden = false;
  for (const button of document.querySelectorAll("[data-passkey]")) {
    button.hidden = false;
    button.addEventListener("click", () => void run(button));
  }
}
