"""Teaches mypyc to search lists of numbers, and to multiply, by functions of `compile_ops.h` (`scripts/compile.py`).

mypyc chooses what it calls by the types of what is given, as it does for its own primitives: these stand before them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

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


def teach(parts: list[str]) -> None:
    """Add the functions to those that mypyc knows; `parts` are modules with an `_is_part` (`compile_loops.py`)."""
    for name, left, function in (
        ("in", int_rprimitive, "Shapan_Contains"),
        ("==", list_rprimitive, "Shapan_Equal"),
        ("!=", list_rprimitive, "Shapan_Differ"),
    ):
        binary_op(
            name=name,
            arg_types=[left, list_rprimitive],
            return_type=c_int_rprimitive,
            c_function_name=function,
            error_kind=ERR_NEG_INT,
            truncated_type=bool_rprimitive,
            priority=FIRST,
        )
    for name in ("*", "*="):
        binary_op(
            name=name,
            arg_types=[int_rprimitive, int_rprimitive],
            return_type=int_rprimitive,
            c_function_name="Shapan_Multiply",
            error_kind=ERR_NEVER,
            priority=FIRST,
        )
    for name, returned, function in (
        ("index", int_rprimitive, "Shapan_Index"),
        ("count", short_int_rprimitive, "Shapan_Count"),
    ):
        method_op(
            name=name,
            arg_types=[list_rprimitive, int_rprimitive],
            return_type=returned,
            c_function_name=function,
            error_kind=ERR_MAGIC,
            priority=FIRST,
        )
    function_op(
        name="builtins.sum",
        arg_types=[list_rprimitive],
        return_type=object_rprimitive,
        c_function_name="Shapan_Sum",
        error_kind=ERR_MAGIC,
        priority=FIRST,
    )
    function_op(
        name="builtins.any",
        arg_types=[list_rprimitive],
        return_type=c_int_rprimitive,
        c_function_name="Shapan_Any",
        error_kind=ERR_NEG_INT,
        truncated_type=bool_rprimitive,
        priority=FIRST,
    )
    for part in parts:
        function_op(
            name=f"{part}._is_part",
            arg_types=[list_rprimitive, object_rprimitive, list_rprimitive],
            return_type=c_int_rprimitive,
            c_function_name="Shapan_IsPart",
            error_kind=ERR_NEG_INT,
            truncated_type=bool_rprimitive,
            priority=FIRST,
        )
