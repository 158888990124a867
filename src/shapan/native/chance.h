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

INLINE uint64_t turned(uint64_t x, int by) { return x >> by | x << (64 - by); }
INLINE void mixed(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x; v[d] = turned(v[d] ^ v[a], 32); v[c] += v[d]; v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y; v[d] = turned(v[d] ^ v[a], 16); v[c] += v[d]; v[b] = turned(v[b] ^ v[c], 63);
}
static void compress(uint64_t h[8], const uint64_t m[16], uint64_t length, bool is_last) {
    uint64_t v[16];
    for (int i = 0; i < 8; i++) { v[i] = h[i]; v[i + 8] = BLAKE[i]; }
    v[12] ^= length;
    if (is_last) v[14] = ~v[14];
#pragma GCC unroll 12
    for (int r = 0; r < 12; r++) {
        const uint8_t *t = TURNS[r];
        mixed(v, 0, 4, 8, 12, m[t[0]], m[t[1]]); mixed(v, 1, 5, 9, 13, m[t[2]], m[t[3]]);
        mixed(v, 2, 6, 10, 14, m[t[4]], m[t[5]]); mixed(v, 3, 7, 11, 15, m[t[6]], m[t[7]]);
        mixed(v, 0, 5, 10, 15, m[t[8]], m[t[9]]); mixed(v, 1, 6, 11, 12, m[t[10]], m[t[11]]);
        mixed(v, 2, 7, 8, 13, m[t[12]], m[t[13]]); mixed(v, 3, 4, 9, 14, m[t[14]], m[t[15]]);
    }
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
}

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
        if (size) compress(h, m, 128, false);
    }
    void block(uint64_t number, uint32_t row[16]) const {
        uint64_t g[8], m[16] = {number};
        memcpy(g, h, 64);
        compress(g, m, length ? 136 : 8, true);
        memcpy(row, g, 64);
    }
};

struct Chance {
    Key key;
    i64 counts[STREAMS];
    bool made[STREAMS];
    uint32_t rows[STREAMS][16];
    void rekey(const uint8_t *from, i64 size) {
        key.set(from, size);
        for (int i = 0; i < STREAMS; i++) { counts[i] = 0; made[i] = false; }
    }
    INLINE i64 number(i64 stream, i64 size) {
        if ((uint64_t)stream >= STREAMS) leave(NO_PLACE);
        i64 count = counts[stream]++, place = count & 15;
        if (!place || !made[stream]) {
            key.block((uint64_t)(count >> 4 << 8 | stream), rows[stream]);
            made[stream] = true;
        }
        return (i64)((uint64_t)rows[stream][place] * (uint64_t)size >> 32);
    }
};
inline void get(Reader &r, Chance &x) {
    uint8_t bytes[64];
    i64 size = r.next();
    for (i64 i = 0; i < size; i++) bytes[i] = (uint8_t)r.next();
    x.rekey(bytes, size);
    for (i64 i = 0, n = r.next(); i < n; i++) x.counts[i] = r.next();
}
inline void put(Writer &w, const Chance &x) {
    w.put(x.key.length);
    for (i64 i = 0; i < x.key.length; i++) w.put(x.key.bytes[i]);
    w.put(STREAMS);
    for (i64 i = 0; i < STREAMS; i++) w.put(x.counts[i]);
}

// Random answers: a stream beside those of the match, from the same key (shapan.native.answers).
struct Answers {
    const Key *key;
    uint64_t block;
    int left;
    uint32_t row[16];
    void start(const Key &from) { key = &from; block = 0; left = 0; }
    INLINE i64 below(i64 size) {
        if (!left) { key->block(block++ << 8 | 255, row); left = 16; }
        return (i64)((uint64_t)row[--left] * (uint64_t)size >> 32);
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
