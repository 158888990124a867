"""Tournaments of clubs: who meets whom, what it comes to, and how a server sees to it."""
