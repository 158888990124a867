"""How Battlefield is played: what options are worth (section 10), and the exchange of combat rows."""
