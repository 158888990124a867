"""Teaches mypyc to search lists of numbers, and to multiply, by functions of `compile_ops.h` (`scripts/compile.py`).

mypyc chooses what it calls by the types of what is given, as it does for its own primitives: these stand before them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from mypyc.ir.ops import ERR_MAGIC, ERR_NEVER
from mypyc.ir.rtypes import (
    bool_rprimitive,
    c_int_rprimitive,
    int_rprimitive,
    list_rprimitive,
    object_rprimitive,
    short_int_rprimitive,
)
from mypyc.primitives.registry import ERR_NEG_INT, binary_op, function_op, method_op

HEADER: Final = Path(__file__).with_suffix(".h")
INCLUDE: Final = "/FI" if sys.platform == "win32" else "-include"
"""How a compiler is told to read a file before the library's own text."""
FIRST: Final = 9
"""Before those of mypyc."""
TELLS: Final[dict[str, Any]] = {
    "return_type": c_int_rprimitive,
    "error_kind": ERR_NEG_INT,
    "truncated_type": bool_rprimitive,
    "priority": FIRST,
}
"""What is said of functions that tell whether something is so."""


def teach(parts: list[str]) -> None:
    """Add the functions to those that mypyc knows; `parts` are modules with an `_is_part` (`compile_loops.py`)."""
    row, number = list_rprimitive, int_rprimitive
    for name, left, function in (
        ("in", number, "Shapan_Contains"),
        ("==", row, "Shapan_Equal"),
        ("!=", row, "Shapan_Differ"),
    ):
        binary_op(name, [left, row], c_function_name=function, **TELLS)
    for name in ("*", "*="):
        binary_op(name, [number, number], number, ERR_NEVER, "Shapan_Multiply", priority=FIRST)
    method_op("index", [row, number], number, "Shapan_Index", ERR_MAGIC, priority=FIRST)
    method_op("count", [row, number], short_int_rprimitive, "Shapan_Count", ERR_MAGIC, priority=FIRST)
    function_op("builtins.sum", [row], object_rprimitive, "Shapan_Sum", ERR_MAGIC, priority=FIRST)
    function_op("builtins.any", [row], c_function_name="Shapan_Any", **TELLS)
    for part in parts:
        function_op(f"{part}._is_part", [row, object_rprimitive, row], c_function_name="Shapan_IsPart", **TELLS)
