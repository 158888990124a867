"""All matches of one server: opened, kept in memory, looked after by bots, clocks and keepers."""
