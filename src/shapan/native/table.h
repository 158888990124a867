// The table at which every legal answer is equally likely, as shapan.engine.table.RandomTable; `State` is the game's.
// A question is a class with `legal` or `next`, and what the engine asks of it (shapan.native.questions).
#pragma once
#include "chance.h"

struct Table {
    State &state;
    Answers answers;
    i64 decisions = 0;
    INLINE explicit Table(State &s) : state(s) {}
    template <class Q> INLINE i64 ask(const Q &, i64 seat, i64 arg = 0) {
        const auto &options = Q::legal(state, seat, arg);
        if (options.n == 1) return options.a[0];
        decisions++;
        if (!options.n) leave(NO_PLACE);
        return options.a[answers.below(options.n)];
    }
    template <class Q> INLINE i64 pick(const Q &q, i64 seat, i64 arg = 0) { i64 code = ask(q, seat, arg); return code ? code - Q::base : -1; }
    template <class Q, class R> INLINE List<i64> ask_all(const Q &q, const R &seats, i64 arg = 0) {
        List<i64> codes;
        for (i64 i = 0; i < seats.n; i++) codes.append(ask(q, seats.a[i], arg));
        return codes;
    }
    template <class Q, class R> INLINE List<i64> window(const Q &q, const R &order, i64 arg = 0) {
        List<i64> found;
        found.append(-1);
        found.append(0);
        for (i64 i = 0; i < order.n; i++) {
            i64 seat = order.a[i], code = ask(q, seat, arg);
            if (code && found.a[0] < 0) { found.a[0] = seat; found.a[1] = code; }
        }
        return found;
    }
    template <class Q> INLINE List<i64> ask_many(const Q &, i64 seat, i64 arg = 0) {
        List<i64> picked;
        decisions++;
        for (;;) {
            List<i64> options = Q::next(state, seat, arg, picked);
            if (picked.n && options.n) Q::sift(options, picked.a[picked.n - 1]);
            if (!options.n) break;
            i64 code = options.n == 1 ? options.a[0] : options.a[answers.below(options.n)];
            if (!code) break;
            picked.append(code);
            if (Q::at_once) break;
        }
        return picked;
    }
    template <class Q> INLINE List<i64> pick_many(const Q &q, i64 seat, i64 arg = 0) {
        List<i64> values = ask_many(q, seat, arg);
        for (i64 i = 0; i < values.n; i++) values.a[i] -= Q::base;
        return values;
    }
    template <class R, class P> [[noreturn]] void finish(i64 result, const R &ranks, const P &scores) {
        state.result_ = result;
        state.ranks_ = List<i64>(ranks);
        state.scores_ = List<i64>(scores);
        leave(FINISHED);
    }
};
