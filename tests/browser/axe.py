"""Accessibility by axe-core."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

SOURCE = files("axe_playwright_python") / "axe.min.js"
GRAVE = ("serious", "critical")
COLOURS = "color-contrast"
"""The rule that takes most of the time: colours are the same in all languages."""
ALL: dict[str, Any] = {}
BUT_COLOURS: dict[str, Any] = {"rules": {COLOURS: {"enabled": False}}}
COLOURS_ALONE: dict[str, Any] = {"runOnly": {"type": "rule", "values": [COLOURS]}}
RUN = """async (given) => {
  // A rule's own impact is that of all its findings; those that cannot be grave are not looked for.
  const slight = axe._audit.rules.filter((rule) => !given.grave.includes(rule.impact)).map((rule) => rule.id);
  const rules = { ...Object.fromEntries(slight.map((id) => [id, { enabled: false }])), ...given.rules.rules };
  const found = await axe.run(document, { resultTypes: ["violations"], ...given.rules, rules });
  return found.violations.map((v) => ({
    id: v.id, impact: v.impact, help: v.help,
    nodes: v.nodes.slice(0, 4).map((n) => [n.target.join(" "), n.any.map((c) => c.message).join("; ").slice(0, 160)]),
  }));
}"""


def findings(page: Page, rules: dict[str, Any] = ALL) -> list[dict[str, Any]]:
    """Return the serious and critical findings on a page as it is shown now, of all rules or of some."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(SOURCE.read_text())
    found: list[dict[str, Any]] = page.evaluate(RUN, {"rules": rules, "grave": GRAVE})
    return [item for item in found if item["impact"] in GRAVE]


class Report:
    """Findings of many pages, each kind once with the places where it was found."""

    def __init__(self) -> None:
        self.pages = 0
        self._kinds: dict[tuple[str, str], list[str]] = {}

    def look(self, page: Page, where: str, rules: dict[str, Any] = ALL) -> None:
        """Examine a page, by all rules or by some."""
        self.pages += 1
        for item in findings(page, rules):
            for target, message in item["nodes"]:
                self._kinds.setdefault((item["id"], f"{target}: {message or item['help']}"), []).append(where)

    def __str__(self) -> str:
        return "\n".join(
            f"{rule} at {node} ({len(places)} pages: {', '.join(places[:3])})"
            for (rule, node), places in sorted(self._kinds.items())
        )

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self._kinds
