"""One match as the server holds it: who sits there, what is asked and answered, what everybody sees."""
