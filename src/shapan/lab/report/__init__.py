"""Report pages: what a folder of results says, in words, figures and tables."""
