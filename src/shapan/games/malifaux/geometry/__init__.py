"""The table of Malifaux in integers (MFX-13): bases, terrain, sight, moves, zones and places that bots look at.

Only the standard library is used, and no number reaches 2**62: the results are the same everywhere, compiled or not.
A unit is 0.001 inch. Areas must overlap, lines need only touch; what is tested, and why in this way, says
`docs/rules/malifaux-geometry.md`.

- `unit`: the unit, rounding, lengths, points along a leg, the 64 directions
- `disc`: base against base, base against leg
- `polygon`: convex parts, and how outlines are cut into them
- `terrain`: pieces with height and traits, the ground that they lie on
- `layout`: the maps, and the maker of random ones
- `zone`: deployment zones, table halves and quarters, the centreline
- `sight`: lines of sight
- `cover`: concealment, cover and what 1 inch of a piece is
- `engagement`: reach, and whom a marker touches
- `slow`: which steps of a leg end in Severe terrain
- `leg`: the legs of a move, and what a path costs
- `push`: where pushes end
- `spot`: standing, places, contact, the nearest legal spot
- `reach`: the area that a move can reach, for display
- `candidate`: the places that bots and keyboards choose from
"""
