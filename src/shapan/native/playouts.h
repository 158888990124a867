// The door: random matches from one beginning, each with its own key.
#define DOOR extern "C" __attribute__((visibility("default")))

// Apart from `play`: what is returned to by a jump keeps nothing in registers.
static __attribute__((noinline)) void run(State &s, Table &t) {
    while (s.agenda_.n) {
        if (t.decisions > BOUND) leave(NEVER_ENDS);
        Step step = s.agenda_.pop();
        advance(s, t, step);
    }
}
static __attribute__((noinline)) i64 play(State &s, Table &t) {
    void *buffer[5];
    leave_to(buffer);
    if (__builtin_setjmp(buffer)) return why_out;
    run(s, t);
    return FINISHED;
}
static __attribute__((noinline)) i64 read_in(State &s, const i64 *from) {
    void *buffer[5];
    leave_to(buffer);
    if (__builtin_setjmp(buffer)) return why_out;
    Reader r{from};
    get(r, s);
    return FINISHED;
}
static __attribute__((noinline)) i64 write_out(const State &s, Writer &w) {
    void *buffer[5];
    leave_to(buffer);
    if (__builtin_setjmp(buffer)) return why_out;
    put(w, s);
    return FINISHED;
}

// Plays matches; `rows` takes of each: how it was left, decisions, result, ranks and scores by seat (0 where there are none).
// `states` takes the last states, one after another, with the length of each in `lengths`; it may be missing.
DOOR i64 shapan_playouts(const i64 *from, const uint8_t *keys, const i64 *sizes, i64 matches, i64 *rows, i64 *states, i64 room, i64 *lengths) {
    std::unique_ptr<State> own_start(new State), own(new State);  // no thread_local: each use would ask for its address
    State &start = *own_start, &s = *own;
    i64 read = read_in(start, from);
    if (read != FINISHED) return read;
    Writer w{states, states + room};
    for (i64 match = 0; match < matches; match++) {
        s = start;
        s.chance_.rekey(keys, sizes[match]);
        keys += sizes[match];
        Table t(s);
        t.answers.start(s.chance_.key);
        *rows++ = play(s, t);
        *rows++ = t.decisions;
        *rows++ = s.result_;
        for (i64 seat = 0; seat < s.seats_; seat++) *rows++ = seat < s.ranks_.n ? s.ranks_.a[seat] : 0;
        for (i64 seat = 0; seat < s.seats_; seat++) *rows++ = seat < s.scores_.n ? s.scores_.a[seat] : 0;
        if (states) {
            i64 *before = w.at;
            if (write_out(s, w) != FINISHED) return NO_ROOM;
            lengths[match] = w.at - before;
        }
    }
    return FINISHED;
}
