/** What a person has set in this browser: the theme. */
type Theme = "dark" | "light";

const KEY = "shapan.theme";

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(KEY);
    return value === "dark" || value === "light" ? value : null;
  } catch {
    return null;
  }
}

/** What the page came with, so that the table looks like the page before it; else what the system prefers. */
function preferred(): Theme {
  const given = document.documentElement.dataset["theme"];
  if (given === "dark" || given === "light") return given;
  return window.matchMedia?.("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

let theme = $state<Theme>("dark");

function show(next: Theme): void {
  theme = next;
  document.documentElement.dataset["theme"] = next;
}

export const settings = {
  get theme(): Theme {
    return theme;
  },
  begin(): void {
    show(stored() ?? preferred());
  },
  turn(): void {
    show(theme === "dark" ? "light" : "dark");
    try {
      localStorage.setItem(KEY, theme);
      document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
    } catch {
      // A browser that keeps nothing still shows the theme.
    }
  },
};

export function calm(): boolean {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
