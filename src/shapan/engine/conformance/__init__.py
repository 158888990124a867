"""The conformance kit: one call that holds any game to the laws of the engine, without code per game."""

from shapan.engine.conformance.kit import LONG, USUAL, check
from shapan.engine.conformance.laws_end import digest_of_match
from shapan.engine.conformance.pairs import Grid, Pair
from shapan.engine.conformance.positions import FROM_POSITIONS, check_positions
from shapan.engine.conformance.report import Check, Failure, Interrupted, Report

__all__ = [
    "FROM_POSITIONS",
    "LONG",
    "USUAL",
    "Check",
    "Failure",
    "Grid",
    "Interrupted",
    "Pair",
    "Report",
    "check",
    "check_positions",
    "digest_of_match",
]
