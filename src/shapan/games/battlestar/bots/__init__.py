"""Play of bots, from the view of a seat alone: `rating.rate` for an option, `judgement` for a whole table."""
