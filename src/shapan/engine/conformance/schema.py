"""The part of JSON Schema that views use, checked without a library."""

from __future__ import annotations

from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "boolean": (bool,),
    "string": (str,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def violations(value: Any, schema: dict[str, Any], path: str = "") -> list[str]:
    """Return what in a value does not fit a schema, as `path: reason`."""
    if "anyOf" in schema:
        tries = [violations(value, option, path) for option in schema["anyOf"]]
        return [] if any(not found for found in tries) else tries[0]
    where = path or "(all)"
    if "enum" in schema:
        fits = any(value == word and type(value) is type(word) for word in schema["enum"])
        return [] if fits else [f"{where}: {value!r} is not one of its words"]
    types = schema.get("type")
    if types is not None and not _is(value, [types] if isinstance(types, str) else types):
        return [f"{where}: {value!r} is not {types}"]
    found: list[str] = []
    if isinstance(value, int) and not isinstance(value, bool):
        if value < schema.get("minimum", value):
            found.append(f"{where}: {value} is below {schema['minimum']}")
        if value > schema.get("maximum", value):
            found.append(f"{where}: {value} is above {schema['maximum']}")
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            found.append(f"{where}: {len(value)} items, at most {schema['maxItems']}")
        for place, item in enumerate(value):
            found += violations(item, schema.get("items", {}), f"{path}.{place}" if path else str(place))
    if isinstance(value, dict):
        found += _object(value, schema, path)
    return found


def _is(value: Any, types: list[str]) -> bool:
    if isinstance(value, bool):
        return "boolean" in types
    return any(isinstance(value, _TYPES[name]) for name in types)


def _object(value: dict[str, Any], schema: dict[str, Any], path: str) -> list[str]:
    known = schema.get("properties", {})
    found = [f"{path or '(all)'}: {name} is missing" for name in schema.get("required", []) if name not in value]
    other = schema.get("additionalProperties", True)
    names = schema.get("propertyNames", {}).get("enum", list(value))
    found += [f"{path or '(all)'}: {name!r} is no name of its values" for name in value if name not in names]
    for name, item in value.items():
        inner = f"{path}.{name}" if path else name
        if name in known:
            found += violations(item, known[name], inner)
        elif other is False:
            found.append(f"{inner}: no such field")
        elif isinstance(other, dict):
            found += violations(item, other, inner)
    return found
