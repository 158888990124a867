"""Test games: small games that prove the engine on hard mechanics of big ones."""
