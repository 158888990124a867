"""Annotations as they are written: `list[int]`, `Annotated[int, Count(9)]`.

State and views say in their annotations how a field is copied, kept and shown. mypyc keeps of each only the outermost
type, so those of a compiled class are read from the source that lies beside it.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from importlib.resources import files
from inspect import get_annotations
from typing import Any, get_type_hints


def annotation_texts(cls: type) -> dict[str, str]:
    """Return the annotations of a class and its bases as text, bases first."""
    texts: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        texts |= _own(base)
    return texts


def annotation_types(cls: type) -> dict[str, Any]:
    """Return the annotations of a class and its bases as types, with what stands in `Annotated`."""
    types: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        own = {"__annotations__": _own(base), "__module__": base.__module__}
        types |= get_type_hints(type(base.__name__, (), own), include_extras=True)
    return types


def _own(cls: type) -> dict[str, Any]:
    own = get_annotations(cls)
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ".py"  # a console has none
    if not own or file.endswith(".py"):
        return dict(own)
    return _annotations(cls.__module__)[cls.__name__]


@cache
def _annotations(module: str) -> dict[str, dict[str, str]]:
    """Return the annotations of the classes of a compiled module."""
    package, _, name = module.rpartition(".")
    tree = ast.parse((files(package) / f"{name}.py").read_text(encoding="utf-8"))
    return {
        node.name: {
            line.target.id: ast.unparse(line.annotation)
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        }
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
