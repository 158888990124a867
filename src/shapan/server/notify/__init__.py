"""Notices: people are told that it is their turn while they are not at the table."""
