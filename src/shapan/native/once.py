"""What is worked out once: what a valuation keeps (`shapan.engine.valuation`), what `functools.cache` does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from shapan.engine.valuation import KEPT, Valuation
from shapan.native.types import INT, LeavesSubset, Type, is_kept, is_number

if TYPE_CHECKING:
    from shapan.native.scope import Signature
    from shapan.native.unit import Unit

_CACHE: Final = type(cache(lambda: None))


def is_valuation(kind: Type) -> bool:
    """Return whether a type is that of valuations."""
    return kind.cls is not None and issubclass(kind.cls, Valuation)


def is_cached(called: Any) -> bool:
    """Return whether `functools.cache` keeps all that a function returns. Raises LeavesSubset where it forgets some."""
    if not isinstance(called, _CACHE):
        return False
    if called.cache_parameters()["maxsize"] is not None:
        raise LeavesSubset(3, "a cache that forgets")
    return True


def kept_of(found: Any) -> Callable[..., Any] | None:
    """Return the function whose results a valuation keeps; None of one that is no such."""
    if isinstance(found, cached_property):
        return found.func
    return found.__wrapped__ if KEPT in getattr(found, "__dict__", {}) else None


def kept_name(unit: Unit, signature: Signature) -> str:
    """Return the name of the function that works a thing out once for a valuation; it is written if it is not yet."""
    (owner, kind), *rest = signature.parameters
    if not is_valuation(kind) or any(one != INT for _, one in rest) or signature.is_mixed:
        raise LeavesSubset(3, f"{signature.name} is kept by something else than integers")
    if signature.is_place:
        return signature.name  # it lies in the view already
    name, made = f"kept_{signature.name}", unit.cpp(signature.result)
    key = ", ".join(f"{one}_" for one, _ in rest)
    arguments = ", ".join([f"{owner}_", *([key] if key else [])])
    unit.write_once(
        f"static {made} {'&' if is_kept(signature.result) else ''}{name}"
        f"({', '.join([f'{unit.cpp(kind)} &{owner}_', *(f'i64 {one}_' for one, _ in rest)])})",
        [
            f"static thread_local Kept<{len(rest)}, {made}> kept;",
            f"std::array<i64, {len(rest)}> key = {{{key}}};",
            f"if ({made} *found = kept.find({owner}_.number, key)) return *found;",
            f"return kept.put(key, {signature.name}({arguments}));",
        ],
    )
    return name


def cached_name(unit: Unit, signature: Signature) -> str:
    """Return the name of the function that returns the same for the same arguments, worked out once."""
    name, made = f"cached_{signature.name}", unit.cpp(signature.result)
    if not _never_changes(unit, signature.result) or signature.is_place or signature.is_mixed:
        raise LeavesSubset(4, f"{signature.name} is cached, and what it returns may change")
    if any(kind == unit.state or not _never_changes(unit, kind) for _, kind in signature.parameters):
        raise LeavesSubset(4, f"{signature.name} is cached by what may change")
    parameters = ", ".join(
        f"{unit.cpp(kind)} {'&' if is_kept(kind) else ''}{one}_" for one, kind in signature.parameters
    )
    unit.write_once(
        f"static {made} {name}({parameters})",
        [
            "static thread_local Cached cached;",
            "static thread_local i64 row[LONG_RESULT];",
            "i64 key[LONG_KEY];",
            "Writer w{key, key + LONG_KEY};",
            *(f"put(w, {one}_);" for one, _ in signature.parameters),
            "i64 length = w.at - key;",
            f"{made} made;",
            "if (const i64 *found = cached.find(key, length)) { Reader r{found}; get(r, made); return made; }",
            f"made = {signature.name}({', '.join(f'{one}_' for one, _ in signature.parameters)});",
            "Writer to{row, row + LONG_RESULT};",
            "put(to, made);",
            "cached.put(key, length, row, to.at - row);",
            "return made;",
        ],
    )
    return name


def _never_changes(unit: Unit, kind: Type) -> bool:
    """Return whether a value of a type is one for good: a number, a tuple or frozen record of such."""
    if is_number(kind):
        return True
    if kind.name == "list":
        return kind.is_fixed and _never_changes(unit, kind.inner[0])
    if kind.name != "record" or kind.cls is None or kind == unit.state:
        return False
    frozen = hasattr(kind.cls, "_fields") or getattr(getattr(kind.cls, "__dataclass_params__", None), "frozen", False)
    return frozen and all(_never_changes(unit, one) for one in unit.fields(kind.cls).values())
