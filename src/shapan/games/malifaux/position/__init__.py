"""13.1 to 13.4: written positions."""
