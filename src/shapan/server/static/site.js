// What pages do beyond plain forms; without scripts each of them works, only less conveniently.
(() => {
  const root = document.documentElement;

  // The server knows the theme by its cookie; what the table keeps beside it follows.
  const keep = () => {
    try {
      localStorage.setItem("shapan.theme", root.dataset.theme);
    } catch {
      // A browser that keeps nothing still has the cookie.
    }
  };

  // As long as nobody has chosen one, it is what the browser prefers; this runs before anything is drawn.
  const light = matchMedia("(prefers-color-scheme: light)");
  const prefer = () => {
    if (!("themeOpen" in root.dataset)) return;
    root.dataset.theme = light.matches ? "light" : "dark";
    document.querySelector("meta[name=color-scheme]")?.setAttribute("content", root.dataset.theme);
    const button = document.querySelector("#theme button");
    if (button) label(button);
  };
  const label = (button) => {
    const next = root.dataset.theme === "light" ? "dark" : "light";
    button.value = next;
    button.title = button.dataset[next];
    button.querySelector(".hidden").textContent = button.dataset[next];
  };
  if ("themeOpen" in root.dataset) prefer();
  else keep();
  light.addEventListener("change", prefer);

  const each = (selector, act, within = document) => within.querySelectorAll(selector).forEach(act);

  function themes() {
    const form = document.getElementById("theme");
    const button = form?.querySelector("button");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      const theme = root.dataset.theme === "light" ? "dark" : "light";
      delete root.dataset.themeOpen;
      root.dataset.theme = theme;
      document.querySelector("meta[name=color-scheme]")?.setAttribute("content", theme);
      document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
      keep();
      label(button);
    });
  }

  /** Menus close when something else is chosen, and with Escape. */
  function menus() {
    document.addEventListener("click", (event) => {
      each("details.menu[open], details.chooser[open]", (menu) => {
        if (!menu.contains(event.target)) menu.open = false;
      });
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      each("details.menu[open], details.chooser[open]", (menu) => {
        menu.open = false;
        menu.querySelector("summary").focus();
      });
    });
  }

  /** Seats that are not used are put away; a button brings the next one back, a cross removes one. */
  function seats(form) {
    const places = [...form.querySelectorAll(".place")];
    const add = form.querySelector(".add");
    if (!add) return;
    const kind = (place) => place.querySelector("select");
    const proposed = kind(places[1] ?? places[0]);
    const bots = [...(proposed?.options ?? [])].filter((option) => option.value.startsWith("bot:"));
    const usual = (bots.find((option) => option.selected) ?? bots[0])?.value ?? "open";
    const show = () => {
      for (const place of places) place.hidden = "free" in place.dataset && kind(place).value === "none";
      add.hidden = !places.some((place) => place.hidden);
    };
    for (const place of places) {
      const drop = place.querySelector(".drop");
      drop.hidden = !("free" in place.dataset);
      drop.addEventListener("click", () => {
        kind(place).value = "none";
        show();
        add.focus();
      });
      kind(place).addEventListener("change", show);
    }
    add.addEventListener("click", () => {
      const place = places.find((one) => one.hidden);
      if (!place) return;
      // Where people are still to come, one more is to come.
      kind(place).value = places.some((one) => !one.hidden && kind(one).value === "open") ? "open" : usual;
      show();
      kind(place).focus();
    });
    show();
  }

  /** Marks options that are not as proposed. Segments and selects are marked by the style sheet alone. */
  function marks(form) {
    each(".option input[type=number]", (input) => {
      const option = input.closest(".option");
      const mark = () => option.toggleAttribute("data-changed", input.value.trim() !== option.dataset.default);
      input.addEventListener("input", mark);
      mark();
    }, form);
  }

  /** On a phone a page goes to others by the sheet of its system. */
  function sharing() {
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return;
    each("[data-share]", (button) => {
      button.hidden = false;
      // Whoever closes the sheet has refused nothing that must be told.
      button.addEventListener("click", () => navigator.share({ title: document.title, url: location.href }).catch(() => {}));
    });
  }

  /** What is kept elsewhere or given to others is copied by a button: a link beside it, or the lines of a list. */
  function copying() {
    if (!navigator.clipboard) return;
    each("[data-copied]", (button) => {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const field = button.previousElementSibling;
        const lines = [...document.querySelectorAll(`${button.dataset.copies} > li`)].map((line) => line.textContent.trim());
        if (!button.dataset.copies) field.select();
        await navigator.clipboard.writeText(button.dataset.copies ? lines.join("\n") : field.value);
        button.textContent = button.dataset.copied;
      });
    });
  }

  /** Moments are told by the clock of the reader, and who has said no hours of sleep is where their clock is. */
  function clocks(within = document) {
    const spoken = new Intl.DateTimeFormat(root.lang, { dateStyle: "medium", timeStyle: "short" });
    each("time[data-at]", (time) => (time.textContent = spoken.format(new Date(time.dateTime))), within);
    const ahead = -new Date().getTimezoneOffset();
    const two = (number) => String(Math.floor(number)).padStart(2, "0");
    const zone = `${ahead < 0 ? "-" : "+"}${two(Math.abs(ahead) / 60)}:${two(Math.abs(ahead) % 60)}`;
    each("select[data-unset]", (select) => {
      if ([...select.options].some((option) => option.value === zone)) select.value = zone;
    }, within);
    // A date is meant by the same clock: the server is told by how much it was ahead of UTC then.
    each("input[data-ahead]", (input) => {
      const date = input.previousElementSibling;
      const tell = () => (input.value = date.value ? String(-new Date(date.value).getTimezoneOffset()) : "");
      date.addEventListener("input", tell);
      tell();
      document.getElementById(`${date.getAttribute("aria-labelledby")}-help`).textContent = input.dataset.ahead;
    }, within);
  }

  /** Who logs out leaves no drafts of private notes behind; all else is kept by the server, or is nobody's in particular. */
  function leaving() {
    document.addEventListener("submit", (event) => {
      if (!/\/account\/(logout|delete)$/.test(event.target.getAttribute("action") ?? "")) return;
      try {
        for (const name of Object.keys(localStorage)) if (name.startsWith("shapan.memo.")) localStorage.removeItem(name);
      } catch {
        // A browser that keeps nothing has nothing to forget.
      }
    });
  }

  /** Finds rules: shows only the paragraphs, rows and headings of sections in which the words stand. */
  function finding() {
    const form = document.querySelector(".find");
    const book = document.querySelector(".book");
    if (!form || !book) return;
    form.hidden = false;
    const field = form.querySelector("input");
    const said = form.querySelector(".found");
    const parts = [...book.children].flatMap((part) =>
      part.matches("ul, ol, dl") ? [...part.children] : part.matches("table") ? [...part.querySelectorAll("tbody tr")] : [part],
    );
    const find = () => {
      const words = field.value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
      let heads = [];
      let count = 0;
      for (const part of parts) {
        const level = /^H([1-6])$/.exec(part.tagName)?.[1];
        const text = part.textContent.toLocaleLowerCase();
        const hit = words.every((word) => text.includes(word));
        part.hidden = !hit;
        if (level) heads = [...heads.filter(([other]) => other < level), [level, part]];
        if (!hit || !words.length) continue;
        count += 1;
        for (const [, head] of heads) head.hidden = false;
      }
      each(".book > :is(ul, ol, dl, table)", (list) => {
        const rows = [...list.querySelectorAll("tbody tr, :scope > li, :scope > div")];
        list.hidden = rows.length > 0 && rows.every((row) => row.hidden);
      });
      said.textContent = words.length ? (count ? form.dataset.some.replace("{count}", count) : form.dataset.none) : "";
    };
    field.addEventListener("input", find);
    form.addEventListener("submit", (event) => event.preventDefault());
    // A link to a rule shows it, whatever was looked for.
    addEventListener("hashchange", () => {
      const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!aim?.closest("[hidden]")) return;
      field.value = "";
      find();
      aim.scrollIntoView();
    });
  }

  /** A double click opens one table, also where the server does not know the guest yet; who comes back may open another. */
  function opening() {
    let sent = false;
    document.addEventListener("submit", (event) => {
      if (!event.target.matches("form[action^='/tables']")) return;
      if (sent) event.preventDefault();
      sent = true;
    });
    addEventListener("pageshow", (event) => {
      sent = false;
      if (event.persisted) each("input[name='id']", (field) => (field.value += "-"));
    });
  }

  /** Values that show hidden things are for one person: with a second one they cannot be chosen, and the usual ones stand. */
  function telling(form) {
    const values = [...form.querySelectorAll("[data-tells]")];
    if (!values.length) return;
    const check = () => {
      const people = [...form.querySelectorAll(".place select")].filter((select) => ["me", "open", "hot"].includes(select.value));
      for (const value of values) {
        value.disabled = people.length > 1;
        const usual = value.disabled && (value.checked || value.selected) && value.closest(".option").querySelector(".default");
        if (usual) usual[usual.matches("option") ? "selected" : "checked"] = true;
      }
    };
    check();
    form.addEventListener("change", check);
    form.addEventListener("click", () => setTimeout(check));
  }

  /** A chance is chosen by who plays alone; its figures are those of the number of seats that are taken. */
  function chances(form) {
    const odds = form.querySelector(".odds");
    if (!odds) return;
    const check = () => {
      const kinds = [...form.querySelectorAll(".place select")].map((select) => select.value).filter((kind) => kind !== "none");
      odds.hidden = kinds[0] !== "me" || kinds.filter((kind) => !kind.startsWith("bot:")).length !== 1;
      if (odds.hidden) odds.querySelector("input[value='']").checked = true;
      const chosen = odds.querySelector("input:checked")?.value ?? "";
      for (const line of odds.querySelectorAll(".chance"))
        line.hidden = line.dataset.seats !== String(kinds.length) || line.dataset.value !== chosen;
    };
    check();
    form.addEventListener("change", check);
    form.addEventListener("click", () => setTimeout(check));
  }

  /** Fair dice are made in the waiting room: where nobody is to come there is none. */
  function dice(form) {
    const fair = form.querySelector("input[name='fair']")?.closest(".option");
    if (!fair) return;
    const check = () => {
      fair.hidden = ![...form.querySelectorAll(".place select")].some((select) => select.value === "open");
      if (fair.hidden) fair.querySelector("input[value='']").checked = true;
    };
    check();
    form.addEventListener("change", check);
    form.addEventListener("click", () => setTimeout(check));
  }

  /** A page of this server, null if it does not come. A request for a document: its text may not be made one here. */
  const page = (address) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("GET", address);
      request.responseType = "document";
      request.addEventListener("loadend", () => resolve(request.status === 200 ? request.response : null));
      request.send();
    });

  /** The form of a new table opens over the page that asks for it; without scripts it is a page. */
  function dialogs() {
    const dialog = document.createElement("dialog");
    let opener = null;
    document.addEventListener("click", async (event) => {
      const link = event.target.closest("a[data-dialog]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !(link.closest("dialog") || document.querySelector(".lobby"))) return;
      event.preventDefault();
      const found = (await page(link.href))?.getElementById("new");
      if (!found) return location.assign(link.href);
      const close = document.createElement("button");
      close.className = "btn g close";
      close.textContent = document.querySelector(".lobby").dataset.close;
      close.addEventListener("click", () => dialog.close());
      dialog.setAttribute("aria-labelledby", "new-title");
      dialog.replaceChildren(found, close);
      if (!dialog.isConnected) document.body.append(dialog);
      if (!dialog.open) {
        const menu = link.closest("details.menu");
        if (menu) menu.open = false;
        opener = menu?.querySelector("summary") ?? link;
        dialog.showModal();
      }
      tableForm(dialog.querySelector("form"));
      dialog.querySelector("select, summary").focus();
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => opener.focus());
  }

  /** Enter does what the sand button does, where nothing else has the focus. */
  function enter() {
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target !== document.body) return;
      document.querySelector(".lobby .btn.p")?.click();
    });
  }

  function tableForm(form) {
    clocks(form);
    seats(form);
    marks(form);
    telling(form);
    chances(form);
    dice(form);
  }

  /** The lobby follows what happens at one's tables and at those that are listed; title and icon call as a table's do. */
  function live() {
    const parts = [...document.querySelectorAll("[data-live]")];
    if (!parts.length) return;
    const [title, icon] = [document.title, document.querySelector("link[rel=icon]")];
    const calling = document.querySelector("[data-turns]").dataset.turns;
    let [wait, first] = [1000, true];

    async function refresh() {
      const now = await page("/lobby/live");
      if (!now) return;
      for (const part of parts) {
        const fresh = now.getElementById(part.id);
        if (fresh) clocks(fresh);
        // What somebody is about to press stays under his finger unless it has changed.
        if (!fresh || fresh.innerHTML === part.innerHTML) continue;
        const link = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
        const opened = part.querySelector("details[open]") !== null;
        part.replaceChildren(...fresh.childNodes);
        if (opened) each("details", (list) => (list.open = true), part);
        if (link) part.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus();
      }
    }

    function connect() {
      const address = new URL("/api/me/stream?lobby=1", location.href);
      address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(address);
      socket.addEventListener("message", (event) => {
        const message = JSON.parse(event.data);
        wait = 1000;
        if (message.type !== "turns") return;
        const count = message.turns.length;
        document.title = count ? `● ${calling.replace("{count}", count)} · ${title}` : title;
        each(".bell .count", (mark) => {
          mark.textContent = count + message.news || "";
          mark.hidden = !(count + message.news);
        });
        if (icon) icon.href = count ? "/static/icon-turn.svg" : "/static/icon.svg";
        // The page itself was made a moment ago.
        if (!first) void refresh();
        first = false;
      });
      socket.addEventListener("close", () => {
        setTimeout(connect, wait);
        wait = Math.min(60_000, wait * 2);
      });
    }
    connect();
    // Hours pass in words; who comes back to the page reads how it stands now.
    document.addEventListener("visibilitychange", () => document.hidden || void refresh());
    addEventListener("pageshow", (event) => event.persisted && void refresh());
  }

  /** A page that calls while nobody looks at it, by its title and icon, calls by a notification too if that is wanted. */
  function notify() {
    const icon = document.querySelector("link[rel=icon]");
    let wanted = false;
    try {
      wanted = localStorage.getItem("shapan.notify") === "on" && Notification.permission === "granted";
    } catch {
      // A browser that keeps nothing, or knows no notifications, is not asked for any.
    }
    if (!icon || !wanted) return;
    const calls = () => icon.href.endsWith("/icon-turn.svg");
    let before = calls();
    new MutationObserver(async () => {
      const now = calls();
      if (now && !before && document.hidden) {
        const shown = { tag: location.pathname.split("/").at(-1) || "lobby", icon: "/static/icon-180.png", data: { url: location.pathname } };
        const worker = await navigator.serviceWorker?.getRegistration("/static/sw.js");
        // Phones show them by the worker alone.
        if (worker) await worker.showNotification(document.title, shown);
        else new Notification(document.title, shown).onclick = () => focus();
      }
      before = now;
    }).observe(icon, { attributes: true, attributeFilter: ["href"] });
  }

  document.addEventListener("DOMContentLoaded", () => {
    const form = document.getElementById("table-form");
    themes();
    dialogs();
    enter();
    prefer();
    menus();
    sharing();
    copying();
    clocks();
    leaving();
    opening();
    finding();
    live();
    notify();
    if (form) tableForm(form);
    // On a phone the contents of a rulebook are folded until they are asked for.
    if (matchMedia("(max-width: 1000px)").matches) each(".contents details", (list) => (list.open = false));
  });
})();
