// Matches that are answered from outside, step by step: each runs on a stack of its own, and stops where it asks.
#pragma once
#include <sys/mman.h>
#include <ucontext.h>

static constexpr size_t STACK = 1 << 19;

struct Stage {
    std::unique_ptr<State> state;
    std::unique_ptr<Table> table;
    ucontext_t here, *home;
    char *stack;
    float *row;
    int8_t *mask;
    i64 *seat, *result;
    i64 action = 0;
    template <class Q> i64 ask(i64 asked, i64 arg, const List<i64> &options, List<i64> &picked) {
        Table &t = *table;
        memset(row, 0, WIDTH * sizeof(float));
        memset(mask, 0, ACTIONS);
        State *view = &seen(*state, asked);
        if (Q::shows && t.given.n) {
            static thread_local State shown;
            shown = *view;
            view = &shown;
            Q::show(*view, t.given);
        }
        observe(*view, SEATS, asked, row);
        row[VIEW_WIDTH + asked] = 1;
        if (t.waiting.n) for (i64 i = 0; i < t.waiting.n; i++) row[ASKED_AT + modulo(t.waiting.a[i] - asked, SEATS)] = 1;
        else row[ASKED_AT] = 1;
        row[PROMPTS_AT + Q::column] = 1;
        for (i64 bit = 0; bit < 16; bit++) if (arg >> bit & 1) row[ARGUMENT_AT + bit] = 1;
        for (i64 i = 0; i < picked.n; i++) row[PICKS_AT + place_of(picked.a[i])] = (float)((double)(i + 1) / (double)picked.n);
        for (i64 i = 0; i < options.n; i++) mask[place_of(options.a[i])] = 1;
        *seat = asked;
        void **way = way_out;
        char *floor = deepest;
        swapcontext(&here, home);
        way_out = way;
        deepest = floor;
        return CODES[action];
    }
};
template <class Q> static i64 staged(Stage *stage, i64 seat, i64 arg, const List<i64> &options, List<i64> &picked) {
    return stage->ask<Q>(seat, arg, options, picked);
}

static thread_local Stage *beginning;
static void act_out() {
    Stage *stage = beginning;
    *stage->result = play(*stage->state, *stage->table);
    *stage->seat = -1;
    swapcontext(&stage->here, stage->home);
}

struct Stages {
    i64 count;
    State start;
    ucontext_t home;
    std::unique_ptr<Stage[]> all;
    void go_on(Stage &stage) { stage.home = &home; swapcontext(&home, &stage.here); }
};
static __attribute__((noinline)) i64 read_start(Stages &stages, const i64 *from) { return read_in(stages.start, from); }

// Makes so many matches; rows, masks, seats and results are written there from then on. Null where it cannot be.
DOOR void *shapan_stages(i64 count, const i64 *from, float *rows, int8_t *masks, i64 *seats, i64 *results) {
    std::unique_ptr<Stages> stages(new Stages);
    if (read_start(*stages, from) != FINISHED) return nullptr;
    stages->count = count;
    stages->all.reset(new Stage[count]);
    for (i64 i = 0; i < count; i++) {
        Stage &stage = stages->all[i];
        stage.state.reset(new State);
        void *room = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED) return nullptr;
        stage.stack = (char *)room;
        stage.row = rows + i * WIDTH;
        stage.mask = masks + i * ACTIONS;
        stage.seat = seats + i;
        stage.result = results + i;
    }
    return stages.release();
}
DOOR void shapan_end(void *all) {
    std::unique_ptr<Stages> stages((Stages *)all);
    for (i64 i = 0; i < stages->count; i++) munmap(stages->all[i].stack, STACK);
}
// Begins a match with a key, and plays to its first question.
DOOR void shapan_begin(void *all, i64 which, const uint8_t *key, i64 size) {
    Stages &stages = *(Stages *)all;
    Stage &stage = stages.all[which];
    *stage.state = stages.start;
    stage.state->chance_.rekey(key, size);
    stage.table.reset(new Table(*stage.state));
    stage.table->stage = &stage;
    *stage.result = NO_FAULT;
    getcontext(&stage.here);
    stage.here.uc_stack.ss_sp = stage.stack;
    stage.here.uc_stack.ss_size = STACK;
    stage.here.uc_link = nullptr;
    makecontext(&stage.here, act_out, 0);
    beginning = &stage;
    stages.go_on(stage);
}
// Takes an action in each match that is not over; returns the first that may not be taken, and takes none, or -1.
DOOR i64 shapan_step(void *all, const i64 *actions) {
    Stages &stages = *(Stages *)all;
    for (i64 i = 0; i < stages.count; i++) {
        Stage &stage = stages.all[i];
        if (*stage.seat >= 0 && ((uint64_t)actions[i] >= ACTIONS || !stage.mask[actions[i]])) return i;
    }
    for (i64 i = 0; i < stages.count; i++) {
        Stage &stage = stages.all[i];
        if (*stage.seat < 0) continue;
        stage.action = actions[i];
        stages.go_on(stage);
    }
    return -1;
}
// Writes how a match has ended: its result, how many scores there are, ranks and scores by seat (0 where there are none).
DOOR void shapan_outcome(void *all, i64 which, i64 *to) {
    const State &s = *((Stages *)all)->all[which].state;
    *to++ = s.result_;
    *to++ = s.scores_.n;
    for (i64 seat = 0; seat < SEATS; seat++) *to++ = seat < s.ranks_.n ? s.ranks_.a[seat] : 0;
    for (i64 seat = 0; seat < SEATS; seat++) *to++ = seat < s.scores_.n ? s.scores_.a[seat] : 0;
}
