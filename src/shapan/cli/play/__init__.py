"""`shapan play`: a match in the terminal, against bots or with several people at one keyboard."""
