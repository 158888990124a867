"""The API: frames down, answers up. Its contract is `docs/reference/server-api.md`."""
