// The table at which every seat has its player: one that answers at random as shapan.engine.table.RandomTable, or one that goes
// by the game's ratings as shapan.bots.bot.GreedyBot; `State` is the game's.
// A question is a class with `legal` or `next`, `rate`, and what the engine asks of it (shapan.native.questions).
#pragma once
#include "chance.h"

// Of so many answers (`of`) a player leaves some (`chance`) to chance; all where `of` is 0, none where it is 1 and `chance` 0.
struct Player { i64 chance, of; };

// What was answered where there was a choice: question, seat and code; further picks with -1 - question.
struct Log {
    i64 *at = nullptr, *end = nullptr;
    INLINE void add(i64 question, i64 seat, i64 code) {
        if (at + 3 > end) leave(NO_ROOM);
        at[0] = question; at[1] = seat; at[2] = code;
        at += 3;
    }
};

static State &seen(State &state, i64 seat);
static State &seen_of_facts(State &state, i64 seat);

// The valuation of the view at hand: one for all options of an answer.
template <class M> static INLINE M &mind_of(State &view, i64 seat) {
    static thread_local M mind;
    if (mind.number != valuations || mind.view_ != &view || mind.seat_ != seat) mind = M{&view, seat, ++valuations};
    return mind;
}

#ifdef STAGE
struct Stage;
static void observe(State &view, i64 seats, i64 observer, float *row);
template <class Q> static i64 staged(Stage *stage, i64 seat, i64 arg, const List<i64> &options, List<i64> &picked);
#endif

#ifdef LOOKS
static i64 progress_of(State &state);

// An answer that is tried: what was answered before the open question, the world that is dealt there, what is answered then.
struct Look {
    const i64 *at, *end;
    const State *dealt;
    const i64 *tried;  // null once it is given
    i64 size, seat, rounds, until = 0;
    bool repeats = true;
    // Tell whether the next answer was given already; at the open question the world is dealt.
    INLINE bool repeat(State &state) {
        if (!repeats) return false;
        if (at < end) return true;
        repeats = false;
        state = *dealt;
        until = progress_of(state) + rounds;
        return false;
    }
    INLINE i64 next() { if (at >= end) leave(RAISED); return *at++; }
    INLINE List<i64> row() {
        List<i64> found;
        for (i64 left = next(); left > 0; left--) found.append(next());
        return found;
    }
};
#endif

struct Table {
    State &state;
    Answers answers;
    i64 viewed = -1;  // the decision that `view` was made for
    State *view = nullptr;
    const Player *players = nullptr;  // by seat; all at random without them
    Log *log = nullptr;
    i64 decisions = 0;
#ifdef STAGE
    Stage *stage = nullptr;
    List<i64> waiting, given;  // of seats that are asked at once: who has yet to answer, and who has answered
#endif
#ifdef LOOKS
    Look *look = nullptr;
#endif
    INLINE explicit Table(State &s) : state(s) {}
    INLINE void count() { if (++decisions > BOUND) leave(NEVER_ENDS); }

    template <class Q> INLINE i64 choose(const Q &q, i64 seat, i64 arg, const List<i64> &options, List<i64> &picked) {
        if (!options.n) leave(NO_PLACE);
#ifdef STAGE
        if (stage) return staged<Q>(stage, seat, arg, options, picked);
#endif
#ifdef LOOKS
        if (!picked.n && progress_of(state) >= look->until) leave(CUT);
        return best(q, seat, arg, options, picked);
#endif
        if (__builtin_expect(players != nullptr, 0)) return rated(q, seat, arg, options, picked);
        return options.a[answers.below(options.n)];
    }
    template <class Q> __attribute__((noinline)) i64 rated(const Q &q, i64 seat, i64 arg, const List<i64> &options, List<i64> &picked) {
        const Player &player = players[seat];
        if (!player.of || (player.of > 1 && answers.below(player.of) < player.chance)) return options.a[answers.below(options.n)];
        return best(q, seat, arg, options, picked);
    }
    template <class Q> __attribute__((noinline)) i64 best(const Q &, i64 seat, i64 arg, const List<i64> &options, List<i64> &picked) {
        if (viewed != decisions) { viewed = decisions; view = &seen(state, seat); valuations++; }
#ifdef LOOKS
        const bool mixes = Q::mixes && Q::secret;  // as shapan.bots.search draws
#else
        const bool mixes = Q::mixes;
#endif
        if (mixes) {
            i64 code = mixed(options, Q::mixture(*view, seat, arg, picked));
            if (code >= 0) return code;
        }
        List<double> ratings;
        for (i64 i = 0; i < options.n; i++) ratings.append(Q::rate(*view, seat, arg, options.a[i], picked));
        if (Q::in_any_order) return above_stop(options, ratings);
        double best = ratings.a[0];
        for (i64 i = 1; i < ratings.n; i++) if (ratings.a[i] > best) best = ratings.a[i];
        List<i64> tied;
        for (i64 i = 0; i < ratings.n; i++) if (ratings.a[i] == best) tied.append(options.a[i]);
        return tied.a[answers.below(tied.n)];
    }
    // An option drawn as often as it is to be answered (shapan.engine.mixture), -1 where nothing is said of any.
    i64 mixed(const List<i64> &options, const Map<double> &weights) {
        Map<double> fitting;
        for (i64 i = 0; i < options.n; i++) {
            double weight = weights.get(options.a[i], 0.0);
            if (weight > 0.0) fitting.set(options.a[i], weight);
        }
        if (!fitting.keys.n) return -1;
        Sum<SUMS_KEPT> whole;
        for (i64 i = 0; i < fitting.values.n; i++) whole.add(fitting.values.a[i]);
        double point = (double)answers.below(1 << 24) / (1 << 24) * whole.result();
        for (i64 i = 0; i < fitting.values.n; i++) if ((point -= fitting.values.a[i]) < 0) return fitting.keys.a[i];
        return fitting.keys.a[fitting.keys.n - 1];
    }
    // Of picks whose order means nothing: shapan.bots.rating_policy.first_above_stop.
    static i64 above_stop(const List<i64> &options, const List<double> &ratings) {
        i64 done = 0, best = 0;
        while (done < options.n && options.a[done]) done++;
        if (done < options.n) {
            for (i64 i = 0; i < options.n; i++) if (ratings.a[i] > ratings.a[done]) return options.a[i];
            return 0;
        }
        for (i64 i = 1; i < ratings.n; i++) if (ratings.a[i] > ratings.a[best]) best = i;
        return options.a[best];
    }

    template <class Q> INLINE i64 ask(const Q &q, i64 seat, i64 arg = 0) {
#ifdef LOOKS
        if (look->repeat(state)) return look->next();
        if (look->tried && seat == look->seat) {
            i64 code = look->tried[0];
            look->tried = nullptr;
            return code;
        }
#endif
        const auto &options = Q::legal(state, seat, arg);
        if (options.n == 1) return options.a[0];
        count();
        List<i64> none;
        i64 code = choose(q, seat, arg, options, none);
        if (__builtin_expect(log != nullptr, 0)) log->add(Q::number, seat, code);
        return code;
    }
    template <class Q> INLINE i64 pick(const Q &q, i64 seat, i64 arg = 0) { i64 code = ask(q, seat, arg); return code ? code - Q::base : -1; }
    template <class Q, class R> INLINE List<i64> ask_all(const Q &q, const R &seats, i64 arg = 0) {
        List<i64> codes;
#ifdef LOOKS
        if (seats.n && look->repeat(state)) return look->row();
#endif
#ifdef STAGE
        if (stage) {
            codes = List<i64>(seats);
            waiting = List<i64>(seats);
            waiting.sort();
            while (waiting.n) {
                i64 seat = waiting.a[0], code = ask(q, seat, arg);
                for (i64 i = 0; i < seats.n; i++) if (seats.a[i] == seat) codes.a[i] = code;
                given.append(waiting.pop(0));
            }
            given.clear();
            return codes;
        }
#endif
        for (i64 i = 0; i < seats.n; i++) codes.append(ask(q, seats.a[i], arg));
        return codes;
    }
    template <class Q, class R> INLINE List<i64> window(const Q &q, const R &order, i64 arg = 0) {
        List<i64> found;
        found.append(-1);
        found.append(0);
#if defined(STAGE) || defined(LOOKS)
        List<i64> codes = ask_all(q, order, arg);
#endif
        for (i64 i = 0; i < order.n; i++) {
#if defined(STAGE) || defined(LOOKS)
            i64 seat = order.a[i], code = codes.a[i];
#else
            i64 seat = order.a[i], code = ask(q, seat, arg);
#endif
            if (code && found.a[0] < 0) { found.a[0] = seat; found.a[1] = code; }
        }
        return found;
    }
    template <class Q> INLINE List<i64> ask_many(const Q &q, i64 seat, i64 arg = 0) {
        List<i64> picked;
#ifdef LOOKS
        if (look->repeat(state)) return look->row();
        if (look->tried && seat == look->seat) {
            for (i64 i = 0; i < look->size; i++) picked.append(look->tried[i]);
            look->tried = nullptr;
            if (picked.n && !picked.a[picked.n - 1]) {
                picked.pop();
                return picked;
            }
        }
#endif
        bool is_choice = false;
        count();
        for (;;) {
            List<i64> options = Q::next(state, seat, arg, picked);
            if (picked.n && options.n) Q::sift(options, picked.a[picked.n - 1]);
            if (Q::limited && (!options.n || contains(options, 0)) && Q::breaks(state, seat, arg, picked)) {
                i64 k = 0;  // these picks are no answer: it may not stop here
                for (i64 i = 0; i < options.n; i++) if (options.a[i]) options.a[k++] = options.a[i];
                if (!(options.n = k)) leave(RAISED);
            }
            if (!options.n) break;
            is_choice = is_choice || options.n > 1;
            i64 code = options.n == 1 ? options.a[0] : choose(q, seat, arg, options, picked);
            if (!code) break;
            picked.append(code);
            if (Q::at_once) break;
        }
        if (__builtin_expect(log != nullptr && is_choice, 0)) {
            log->add(Q::number, seat, picked.n ? picked.a[0] : 0);
            for (i64 i = 1; i < picked.n; i++) log->add(-1 - Q::number, seat, picked.a[i]);
        }
        return picked;
    }
    template <class Q, class R> INLINE List<List<i64>> ask_all_many(const Q &q, const R &seats, i64 arg = 0) {
        List<List<i64>> found;
#ifdef LOOKS
        if (seats.n && look->repeat(state)) {
            for (i64 left = look->next(); left > 0; left--) found.append(look->row());
            return found;
        }
#endif
        for (i64 i = 0; i < seats.n; i++) found.append(ask_many(q, seats.a[i], arg));
        return found;
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
