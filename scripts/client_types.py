"""Writes web/src/lib/scene.ts, the browser table's types of scenes, moments, closings and dossiers, from the Structs.

Run `python scripts/client_types.py` after a change to them; with `--check` it only compares.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from shapan.engine import dossier, ground, list_builder, match_summary, moment, phrase, scene

OUTPUT = Path(__file__).resolve().parent.parent / "web/src/lib/scene.ts"
HEAD = """\
// Written by scripts/client_types.py from shapan.engine (scene, ground, moment ...): change those, then run it.
// Fields at their default are left out of a message, so they are optional here.

/** A word of a phrase: a number, a name, a seat, a term of the texts or a phrase again; null is nobody. */
export type Word = number | string | boolean | null | { seat: number } | { term: string } | Phrase;

/** Whether it cannot be undone (`final`), or may not, by others or chance (`may`); `late`: ask when chosen. */
export type Binds = "" | "may" | "final" | "late";
"""
NARROW = {"binds": "Binds"}
"""Fields of few words."""
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    """Return the TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(
            type_of(part) for part in sorted(schema["anyOf"], key=lambda part: part.get("type") == "null")
        )
    if schema.get("type") == "array":
        inner = type_of(schema["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        return "Record<string, Word>"
    return SIMPLE[schema["type"]]


def interface(name: str, schema: dict[str, Any]) -> str:
    """Return one interface with the Struct's docstring."""
    lines = []
    needed = schema.get("required", [])
    for field, part in schema["properties"].items():
        lines.append(f"  {field}{'' if field in needed else '?'}: {NARROW.get(field) or type_of(part)};")
    home = next(
        module
        for module in (phrase, ground, list_builder, scene, moment, match_summary, dossier)
        if hasattr(module, name)
    )
    text = (getattr(home, name).__doc__ or "").strip().splitlines()[0]
    return "\n".join([f"/** {text} */", f"export interface {name} {{", *lines, "}"])


def written() -> str:
    """Return the whole file."""
    roots = [scene.Scene, ground.End, ground.Ruler, moment.Moment, match_summary.MatchSummary, dossier.Dossier]
    _, parts = msgspec.json.schema_components(roots, ref_template="#/{name}")
    return "\n\n".join([HEAD.rstrip(), *(interface(name, parts[name]) for name in sorted(parts))]) + "\n"


def main() -> int:
    """Write or compare."""
    text = written()
    if "--check" in sys.argv[1:]:
        if not OUTPUT.is_file() or OUTPUT.read_text(encoding="utf-8") != text:
            print(f"{OUTPUT.name} is not what the Structs say: run python scripts/client_types.py")
            return 1
        return 0
    OUTPUT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
