"""The store: the database of one server, its tables, what is read from them and written to them. It knows no rules."""
