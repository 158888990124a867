// The door: random matches from one beginning, each with its own key.
#define DOOR extern "C" __attribute__((visibility("default")))

// Apart from `play`: what is returned to by a jump keeps nothing in registers.
static __attribute__((noinline)) void run(State &s, Table &t) {
    for (i64 steps = 0; s.agenda_.n;) {
        goes_on(++steps);
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

// What is to be played, and where it goes: numbers and addresses, in the order of shapan.native.library.Job.
struct Job {
    i64 matches;
    const i64 *start;           // the beginning of all
    const uint8_t *keys;        // of each match, one after another, with their `sizes`
    const i64 *sizes;
    const uint8_t *answer_keys; // 16 bytes a match: what its answers are drawn from; null: its own key
    const Player *players;      // of each match, by seat; null: all at random
    i64 *rows;                  // of each: how it was left, decisions, result, ranks and scores by seat (0 where there are none)
    i64 *states, room;          // last states, one after another; null: not wanted
    i64 *lengths;               // numbers in each of them
    i64 *log, log_room;         // what was answered (`Log`), likewise
    i64 *log_lengths;
};
DOOR i64 shapan_play(const Job *job) {
    std::unique_ptr<State> own_start(new State), own(new State);  // no thread_local: each use would ask for its address
    State &start = *own_start, &s = *own;
    i64 read = read_in(start, job->start);
    if (read != FINISHED) return read;
    Writer w{job->states, job->states + job->room};
    Log log;
    if (job->log) { log.at = job->log; log.end = job->log + job->log_room; }
    const uint8_t *keys = job->keys;
    i64 *rows = job->rows;
    Key answers;
    for (i64 match = 0; match < job->matches; match++) {
        s = start;
        s.chance_.rekey(keys, job->sizes[match]);
        keys += job->sizes[match];
        Table t(s);
        if (job->answer_keys) answers.set(job->answer_keys + 16 * match, 16);
        t.answers.start(job->answer_keys ? answers : s.chance_.key, job->answer_keys != nullptr);
        if (job->players) t.players = job->players + match * s.seats_;
        if (job->log) t.log = &log;
        i64 *log_before = log.at;
        *rows++ = play(s, t);
        *rows++ = t.decisions;
        *rows++ = s.result_;
        for (i64 seat = 0; seat < s.seats_; seat++) *rows++ = seat < s.ranks_.n ? s.ranks_.a[seat] : 0;
        for (i64 seat = 0; seat < s.seats_; seat++) *rows++ = seat < s.scores_.n ? s.scores_.a[seat] : 0;
        if (job->log) job->log_lengths[match] = log.at - log_before;
        if (job->states) {
            i64 *before = w.at;
            if (write_out(s, w) != FINISHED) return NO_ROOM;
            job->lengths[match] = w.at - before;
        }
    }
    return FINISHED;
}
