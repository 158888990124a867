"""Alembic's revisions of the database."""
