"""The cards of Malifaux as data: models, the language of their effects (`docs/rules/malifaux-crews.md`), a loader.

Nothing here knows of the engine or of a running match. `loader.standard()` gives the printed set, `loader.load` reads
it with files of players behind it; numbers follow the order of the files.

- `model`, `action`, `ability`, `trigger`, `upgrade`, `marker_type`, `name`: what a card says
- `library`: all cards that were read together, with their numbers
- `effect`, `selector`, `expression_tree`, `amount`, `cost`, `place`, `action_filter`: the parts of the language
- `operations`, `expression_words`, `hooks`, `flags`, `words`: everything that may be written in it
- `kinds`: what the structs of cards declare of their fields, from which reading and writing follow
- `loader`, `row`, `fault`, and `model_reader`, `ability_reader`, `effect_reader`, `selector_reader`, `name_reader`:
  reading and refusing
- `references`: ids that are looked up when all files are read
- `writer`: effects as a file has them
- `crew`: ready crews
"""
