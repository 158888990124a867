// What has been worked out once: by a valuation as long as it is the same one, by functions without a state for good.
#pragma once
#include <array>
#include <deque>
#include <vector>
#include "runtime.h"

// The number of the valuation at hand; those of one view and seat are one.
static thread_local i64 valuations;

INLINE uint64_t mixed(uint64_t x, i64 y) { x = (x ^ (uint64_t)y) * 0x9E3779B97F4A7C15UL; return x ^ x >> 29; }

// What a valuation keeps of one function, by integers. What is found keeps its place as long as the valuation is at hand.
template <int N, class R> struct Kept {
    struct Cell { i64 of = 0, place = 0; };
    i64 of = 0;
    size_t n = 0;
    std::vector<Cell> cells = std::vector<Cell>(64);
    std::vector<std::array<i64, N>> keys;
    std::deque<R> found;
    Cell &cell(const std::array<i64, N> &key) {
        uint64_t at = N;
        for (i64 one : key) at = mixed(at, one);
        for (;; at++) {
            Cell &c = cells[at & (cells.size() - 1)];
            if (c.of != of || keys[c.place] == key) return c;
        }
    }
    R *find(i64 valuation, const std::array<i64, N> &key) {
        if (of != valuation) {
            if (valuation < of) leave(RAISED);  // an older one: what it kept is gone
            of = valuation;
            n = 0;
        }
        Cell &c = cell(key);
        return c.of == of ? &found[c.place] : nullptr;
    }
    R &put(const std::array<i64, N> &key, const R &made) {
        if (n == found.size()) { found.emplace_back(); keys.emplace_back(); }
        if (2 * (n + 1) > cells.size()) {
            cells.assign(2 * cells.size(), Cell());
            for (size_t i = 0; i < n; i++) cell(keys[i]) = Cell{of, (i64)i};
        }
        keys[n] = key;
        found[n] = made;
        cell(key) = Cell{of, (i64)n};
        return found[n++];
    }
};

// What a function returns for the same numbers: both as they are written out.
struct Cached {
    std::vector<std::vector<i64>> rows = std::vector<std::vector<i64>>(256);  // of a key: its length, it, and what is returned
    size_t n = 0;
    std::vector<i64> &row(const i64 *key, i64 length) {
        uint64_t at = (uint64_t)length;
        for (i64 i = 0; i < length; i++) at = mixed(at, key[i]);
        for (;; at++) {
            std::vector<i64> &r = rows[at & (rows.size() - 1)];
            if (r.empty() || (r[0] == length && std::equal(key, key + length, r.begin() + 1))) return r;
        }
    }
    const i64 *find(const i64 *key, i64 length) {
        std::vector<i64> &r = row(key, length);
        return r.empty() ? nullptr : &r[1 + length];
    }
    void put(const i64 *key, i64 length, const i64 *made, i64 size) {
        if (2 * ++n > rows.size()) {
            std::vector<std::vector<i64>> old(2 * rows.size());
            old.swap(rows);
            for (auto &r : old) if (!r.empty()) row(&r[1], r[0]).swap(r);
        }
        std::vector<i64> &r = row(key, length);
        r.push_back(length);
        r.insert(r.end(), key, key + length);
        r.insert(r.end(), made, made + size);
    }
};
// As many numbers as what is cached may be long, with its arguments.
#define LONG_KEY 256
#define LONG_RESULT 8192
