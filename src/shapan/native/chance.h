// Chance as in shapan.engine.chance: sixteen numbers are a block, blake2b of key, stream and the block's number.
#pragma once
#include "runtime.h"

static const uint64_t BLAKE[8] = {0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
                                  0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};
static constexpr uint8_t TURNS[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

// `W` is a word, or four side by side, each of another block.
typedef uint64_t Four __attribute__((vector_size(32)));
template <int BY, class W> INLINE W turned(const W &x) { return x >> BY | x << (64 - BY); }
template <class W> INLINE void mixed(W &a, W &b, W &c, W &d, const W &x, const W &y) {
    a += b + x; d = turned<32>(d ^ a); c += d; b = turned<24>(b ^ c);
    a += b + y; d = turned<16>(d ^ a); c += d; b = turned<63>(b ^ c);
}
// `ONE`: of the message all words but the first are 0.
template <bool ONE, int ROUND, int PLACE, class W> INLINE W word(const W *m) {
    constexpr int at = TURNS[ROUND][PLACE];
    if constexpr (ONE && at) return W{};
    else return m[at];
}
template <bool ONE, int ROUND, class W> INLINE void rounds(W *v, const W *m) {
    if constexpr (ROUND < 12) {
#define WORD(PLACE) word<ONE, ROUND, PLACE>(m)
        mixed(v[0], v[4], v[8], v[12], WORD(0), WORD(1)); mixed(v[1], v[5], v[9], v[13], WORD(2), WORD(3));
        mixed(v[2], v[6], v[10], v[14], WORD(4), WORD(5)); mixed(v[3], v[7], v[11], v[15], WORD(6), WORD(7));
        mixed(v[0], v[5], v[10], v[15], WORD(8), WORD(9)); mixed(v[1], v[6], v[11], v[12], WORD(10), WORD(11));
        mixed(v[2], v[7], v[8], v[13], WORD(12), WORD(13)); mixed(v[3], v[4], v[9], v[14], WORD(14), WORD(15));
#undef WORD
        rounds<ONE, ROUND + 1>(v, m);
    }
}
template <bool ONE, class W> INLINE void compress(W h[8], const W *m, uint64_t length, bool is_last) {
    W v[16];
    for (int i = 0; i < 8; i++) { v[i] = h[i]; v[i + 8] = W{} + BLAKE[i]; }
    v[12] ^= length;
    if (is_last) v[14] = ~v[14];
    rounds<ONE, 0>(v, m);
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}
static __attribute__((noinline)) void one_block(const uint64_t *start, uint64_t number, uint64_t length, uint32_t *row) {
    uint64_t h[8];
    memcpy(h, start, 64);
    compress<true>(h, &number, length, true);
    memcpy(row, h, 64);
}
// Four blocks of a stream, `by` apart in what is hashed.
INLINE void several(const uint64_t *start, uint64_t number, uint64_t by, uint64_t length, uint32_t *rows) {
    Four h[8], m = {number, number + by, number + 2 * by, number + 3 * by};
    for (int i = 0; i < 8; i++) h[i] = Four{} + start[i];
    compress<true>(h, &m, length, true);
    for (int lane = 0; lane < 4; lane++)
        for (int i = 0; i < 8; i++) { uint64_t x = h[i][lane]; memcpy(rows + 16 * lane + 2 * i, &x, 8); }
}
static __attribute__((noinline)) void four_blocks_anywhere(const uint64_t *start, uint64_t number, uint64_t by, uint64_t length, uint32_t *rows) {
    several(start, number, by, length, rows);
}
#ifdef __x86_64__
__attribute__((target("avx2"), noinline)) static void four_blocks_wide(const uint64_t *start, uint64_t number, uint64_t by, uint64_t length, uint32_t *rows) {
    several(start, number, by, length, rows);
}
static const bool is_wide = __builtin_cpu_supports("avx2");
#define four_blocks (is_wide ? four_blocks_wide : four_blocks_anywhere)
#else
#define four_blocks four_blocks_anywhere
#endif

// A key of up to 64 bytes; without one the number is hashed alone, as Python does.
struct Key {
    i64 length;
    uint8_t bytes[64];
    uint64_t h[8];
    void set(const uint8_t *from, i64 size) {
        length = size;
        memset(bytes, 0, 64);
        memcpy(bytes, from, size);
        for (int i = 0; i < 8; i++) h[i] = BLAKE[i];
        h[0] ^= 0x01010000u ^ (uint64_t)size << 8 ^ 64;
        uint64_t m[16] = {0};
        memcpy(m, bytes, 64);
        if (size) compress<false>(h, m, 128, false);
    }
};

// The numbers of a stream: the first block alone, as few matches need more of some streams, then four at once.
struct Numbers {
    i64 first, size;
    uint32_t row[64];
    INLINE void clear() { first = 0; size = 0; }
    __attribute__((noinline)) void fill(const Key &key, uint64_t stream, uint64_t by, i64 count) {
        uint64_t block = (uint64_t)count >> 4, number = block * by + stream, length = key.length ? 136 : 8;
        first = (i64)(block << 4);
        size = block ? 64 : 16;
        if (block) four_blocks(key.h, number, by, length, row);
        else one_block(key.h, number, length, row);
    }
    INLINE uint32_t at(const Key &key, uint64_t stream, uint64_t by, i64 count) {
        if (__builtin_expect((uint64_t)(count - first) >= (uint64_t)size, 0)) fill(key, stream, by, count);
        return row[count - first];
    }
};

struct Chance {
    Key key;
    i64 counts[STREAMS];
    Numbers streams[STREAMS];
    void rekey(const uint8_t *from, i64 size) {
        key.set(from, size);
        for (int i = 0; i < STREAMS; i++) { counts[i] = 0; streams[i].clear(); }
    }
    INLINE i64 number(i64 stream, i64 size) {
        if ((uint64_t)stream >= STREAMS) leave(NO_PLACE);
        i64 count = counts[stream]++;
        return (i64)((uint64_t)streams[stream].at(key, (uint64_t)stream, 256, count) * (uint64_t)size >> 32);
    }
};
inline void get(Reader &r, Chance &x) {
    uint8_t bytes[64];
    i64 size = r.next();
    if (size > 64) leave(NO_ROOM);
    for (i64 i = 0; i < size; i++) bytes[i] = (uint8_t)r.next();
    x.rekey(bytes, size);
    i64 n = r.next();
    if (n > STREAMS) leave(NO_ROOM);
    for (i64 i = 0; i < n; i++) x.counts[i] = r.next();
}
inline void put(Writer &w, const Chance &x) {
    w.put(x.key.length);
    for (i64 i = 0; i < x.key.length; i++) w.put(x.key.bytes[i]);
    w.put(STREAMS);
    for (i64 i = 0; i < STREAMS; i++) w.put(x.counts[i]);
}

// What answers are drawn from, each block from its end: a stream beside those of the match from the same key
// (shapan.native.answers), or the only one of a key of its own (shapan.engine.chance.Stream).
struct Answers {
    const Key *key;
    uint64_t stream, by;
    i64 count;
    Numbers numbers;
    void start(const Key &from, bool is_own) { key = &from; stream = is_own ? 0 : 255; by = is_own ? 1 : 256; count = 0; numbers.clear(); }
    INLINE i64 below(i64 size) {
        i64 place = count++ ^ 15;
        return (i64)((uint64_t)numbers.at(*key, stream, by, place) * (uint64_t)size >> 32);
    }
};

struct Step { i64 n; i64 a[6]; };
struct Steps {
    i64 n;
    Step a[16];
    INLINE void push(std::initializer_list<i64> step) {
        if (n >= 16 || step.size() > 6) leave(NO_ROOM);
        a[n].n = 0;
        for (i64 x : step) a[n].a[a[n].n++] = x;
        n++;
    }
    INLINE Step pop() { return a[--n]; }
    INLINE void drop() { if (!n) leave(NO_PLACE); n--; }
};
inline void get(Reader &r, Steps &x) {
    x.n = r.next();
    if (x.n > 16) leave(NO_ROOM);
    for (i64 i = 0; i < x.n; i++) { x.a[i].n = r.next(); if (x.a[i].n > 6) leave(NO_ROOM); for (i64 j = 0; j < x.a[i].n; j++) x.a[i].a[j] = r.next(); }
}
inline void put(Writer &w, const Steps &x) {
    w.put(x.n);
    for (i64 i = 0; i < x.n; i++) { w.put(x.a[i].n); for (i64 j = 0; j < x.a[i].n; j++) w.put(x.a[i].a[j]); }
}
