"""The conformance kit: one call that holds any game to the laws of the engine, without code per game."""

from shapan.engine.conformance.kit import LONG, USUAL, check
from shapan.engine.conformance.laws_end import digest_of_match
from shapan.engine.conformance.report import Check, Failure, Interrupted, Report

__all__ = ["LONG", "USUAL", "Check", "Failure", "Interrupted", "Report", "check", "digest_of_match"]
