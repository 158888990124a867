// Answers tried in worlds that a seat holds for possible: what was answered before is repeated, the world is dealt, the answer
// given, and all play on as they are rated, up to the horizon of the game (shapan.bots.lookahead.PlainLooks).
#pragma once

static __attribute__((noinline)) i64 weigh(State &s, double *to) {
    void *buffer[5];
    leave_to(buffer);
    if (__builtin_setjmp(buffer)) return why_out;
    const List<List<double>> rows = weighed(s);
    for (i64 seat = 0; seat < rows.n; seat++)
        for (i64 i = 0; i < rows.a[seat].n; i++) *to++ = rows.a[seat].a[i];
    return CUT;
}

// What is to be looked at, and where it goes, in the order of shapan.native.looks.
struct LookJob {
    const i64 *snapshot, *dealt;  // the state before all that was answered, and the world at the open question
    const i64 *answered, *end;    // what was answered in between
    const i64 *tried;             // answers to try, each behind its length
    i64 tries, seat, rounds;
    const uint8_t *key;           // of what is drawn among answers that are rated alike: 16 bytes
    i64 width;
    double *rows;                 // of each try: how it ended, the result; features by seat, or ranks and scores
};
DOOR i64 shapan_look(const LookJob *job) {
    static thread_local std::unique_ptr<State> snapshot(new State), dealt(new State), own(new State);
    i64 read = read_in(*snapshot, job->snapshot);
    if (read == FINISHED) read = read_in(*dealt, job->dealt);
    if (read != FINISHED) return read;
    State &s = *own;
    Key key;
    key.set(job->key, 16);
    const i64 *tried = job->tried;
    double *row = job->rows;
    for (i64 i = 0; i < job->tries; i++, row += job->width) {
        Look look{job->answered, job->end, dealt.get(), tried + 1, tried[0], job->seat, job->rounds};
        tried += 1 + tried[0];
        s = *snapshot;
        Table t(s);
        t.answers.start(key, true);
        t.look = &look;
        i64 why = play(s, t);
        row[0] = (double)why;
        row[1] = (double)s.result_;
        double *to = row + 2;
        if (why == CUT) row[0] = (double)weigh(s, to);
        if (why != FINISHED) continue;
        for (i64 seat = 0; seat < s.seats_; seat++) *to++ = seat < s.ranks_.n ? (double)s.ranks_.a[seat] : 0;
        for (i64 seat = 0; seat < s.scores_.n; seat++) *to++ = (double)s.scores_.a[seat];
    }
    return FINISHED;
}
