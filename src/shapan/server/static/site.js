// Before anything is drawn: the theme chosen at the table, else the one the system prefers. Without scripts: dark.
(() => {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  let theme = light ? "light" : "dark";
  try {
    theme = localStorage.getItem("shapan.theme") ?? theme;
  } catch {
    // storage is switched off: the system's theme will do
  }
  document.documentElement.dataset.theme = theme === "light" ? "light" : "dark";
})();
