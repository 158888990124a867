"""What is kept of a match besides its records: recordings, reviews, match files."""
