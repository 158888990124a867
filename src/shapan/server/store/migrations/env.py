"""Alembic's environment: runs on the connection that `shapan.server.store.revision.upgrade` gives it."""

from alembic import context

from shapan.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
