"""People: members and how they prove who they are. It knows nothing of requests."""
