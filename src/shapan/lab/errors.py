"""What is in the way of a run, in one line."""

from __future__ import annotations


class LabError(Exception):
    """Something a person has to put right: a folder of another plan, a bot that fails, a cluster that is not there."""


class MatchError(LabError):
    """A match that a bot or a game keeps from coming to an end."""
