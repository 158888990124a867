"""The play server: matches kept in a log, frames sent to every viewer, a lobby that works without scripts.

Public doors: `shapan.server.app.create_app(settings)` and `shapan.server.run.serve(settings)`. No game is named here.
"""
