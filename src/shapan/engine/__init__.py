"""The engine: rules asked as plain functions, everything else by running them again."""
