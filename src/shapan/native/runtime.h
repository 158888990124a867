// What translated rules run on: rows with their room inside, Python's division and places, faults that leave a match.
// Nothing here has a destructor, so that a match may be left from any depth (see `leave`).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <type_traits>

typedef int64_t i64;
#define INLINE inline __attribute__((always_inline))
#define FAST __attribute__((always_inline))

#ifndef ROOM
#define ROOM 48   // of a row of numbers
#define NESTED 8  // of a row of rows or records
#endif
#ifndef SUMS_KEPT
#define SUMS_KEPT 0  // whether `sum` adds what is lost in rounding at the end, as Python does since 3.12
#endif
#ifdef STAGE
#define DEEP (3 << 17)  // a match that is answered from outside has a small stack of its own
#else
#define DEEP (1 << 21)
#endif

// Why a match cannot be played here. Python plays it instead, and says what is wrong if anything is.
enum Fault : i64 { NO_FAULT = 0, FINISHED = 1, NO_ROOM = 2, NO_PLACE = 3, NOT_THERE = 4, RAISED = 5, BY_NOTHING = 6, NEVER_ENDS = 7, TOO_LARGE = 8, CUT = 9 };

static thread_local void **way_out;
static thread_local Fault why_out;

static thread_local char *deepest;
// Where faults jump to; and how deep functions may call themselves, for a stack that is too deep ends the whole process.
static INLINE void leave_to(void **buffer) {
    way_out = buffer;
    deepest = (char *)__builtin_frame_address(0) - DEEP;
}

[[noreturn]] __attribute__((noinline, cold)) static void leave(Fault why) {
    why_out = why;
    __builtin_longjmp(way_out, 1);
}

template <class T> struct room_of { static constexpr int value = NESTED; };
template <> struct room_of<i64> { static constexpr int value = ROOM; };
template <> struct room_of<bool> { static constexpr int value = ROOM; };
template <> struct room_of<double> { static constexpr int value = ROOM; };

// A Python list: its room is fixed, copies take what is in it.
template <class T> struct List {
    static constexpr int room = room_of<T>::value;
    i64 n;
    T a[room];
    INLINE List() : n(0) {}
    INLINE List(std::initializer_list<T> row) : n(0) { for (const T &x : row) append(x); }
    INLINE List(const List &o) : n(o.n) { for (i64 i = 0; i < n; i++) a[i] = o.a[i]; }
    INLINE List &operator=(const List &o) { n = o.n; for (i64 i = 0; i < n; i++) a[i] = o.a[i]; return *this; }
    template <class R> INLINE explicit List(const R &o) : n(0) { for (i64 i = 0; i < o.n; i++) append((T)o.a[i]); }
    INLINE i64 place(i64 i) const {
        if (__builtin_expect((uint64_t)i < (uint64_t)n, 1)) return i;
        if (i < 0 && i + n >= 0) return i + n;
        leave(NO_PLACE);
    }
    INLINE T &operator[](i64 i) { return a[place(i)]; }
    INLINE const T &operator[](i64 i) const { return a[place(i)]; }
    INLINE void append(const T &x) { if (__builtin_expect(n >= room, 0)) leave(NO_ROOM); a[n++] = x; }
    INLINE void insert(i64 at, const T &x) {
        if (n >= room) leave(NO_ROOM);
        at = at < 0 ? std::max<i64>(0, at + n) : std::min(at, n);
        for (i64 i = n++; i > at; i--) a[i] = a[i - 1];
        a[at] = x;
    }
    INLINE T pop(i64 at) { at = place(at); T x = a[at]; n--; for (i64 i = at; i < n; i++) a[i] = a[i + 1]; return x; }
    INLINE T pop() { if (!n) leave(NO_PLACE); return a[--n]; }
    INLINE i64 index(const T &x) const { for (i64 i = 0; i < n; i++) if (a[i] == x) return i; leave(NOT_THERE); }
    INLINE void remove(const T &x) { pop(index(x)); }
    INLINE i64 count(const T &x) const { i64 c = 0; for (i64 i = 0; i < n; i++) c += a[i] == x; return c; }
    INLINE void clear() { n = 0; }
    INLINE void reverse() { std::reverse(a, a + n); }
    INLINE void sort() { for (i64 i = 1; i < n; i++) { T x = a[i]; i64 j = i; for (; j && x < a[j - 1]; j--) a[j] = a[j - 1]; a[j] = x; } }
    template <class R> INLINE void extend(const R &o) {
        i64 m = o.n;
        if (__builtin_expect(n + m > room, 0)) leave(NO_ROOM);
        for (i64 i = 0; i < m; i++) a[n + i] = o.a[i];
        n += m;
    }
    INLINE void add(const T &x) { for (i64 i = 0; i < n; i++) if (a[i] == x) return; append(x); }  // of a set
    template <class R> INLINE bool isdisjoint(const R &o) const { for (i64 i = 0; i < o.n; i++) if (count(o.a[i])) return false; return true; }
};

// A row that never changes: one of the game's constants.
template <class T, int N> struct Row {
    static constexpr i64 n = N;
    T a[N];
    INLINE i64 place(i64 i) const {
        if (__builtin_expect((uint64_t)i < (uint64_t)N, 1)) return i;
        if (i < 0 && i + N >= 0) return i + N;
        leave(NO_PLACE);
    }
    INLINE const T &operator[](i64 i) const { return a[place(i)]; }
    INLINE i64 index(const T &x) const { for (i64 i = 0; i < N; i++) if (a[i] == x) return i; leave(NOT_THERE); }
    INLINE i64 count(const T &x) const { i64 c = 0; for (i64 i = 0; i < N; i++) c += a[i] == x; return c; }
};

// A row within such a row: of those the longest has `N`.
template <class T, int N> struct Part {
    i64 n;
    T a[N];
    INLINE i64 place(i64 i) const {
        if (__builtin_expect((uint64_t)i < (uint64_t)n, 1)) return i;
        if (i < 0 && i + n >= 0) return i + n;
        leave(NO_PLACE);
    }
    INLINE const T &operator[](i64 i) const { return a[place(i)]; }
    INLINE i64 index(const T &x) const { for (i64 i = 0; i < n; i++) if (a[i] == x) return i; leave(NOT_THERE); }
    INLINE i64 count(const T &x) const { i64 c = 0; for (i64 i = 0; i < n; i++) c += a[i] == x; return c; }
    template <class U> INLINE operator List<U>() const { return List<U>(*this); }
};

// Numbers by integers, such as by seat, in the order in which the keys came.
template <class V> struct Map {
    List<i64> keys;
    List<V> values;
    INLINE void set(i64 key, V value) {
        for (i64 i = 0; i < keys.n; i++) if (keys.a[i] == key) { values.a[i] = value; return; }
        keys.append(key);
        values.append(value);
    }
    INLINE V get(i64 key, V otherwise) const {
        for (i64 i = 0; i < keys.n; i++) if (keys.a[i] == key) return values.a[i];
        return otherwise;
    }
    INLINE V at(i64 key) const { return values.a[keys.index(key)]; }
};

// What stands side by side: a row of `zip` that is kept.
template <int N> struct Tuple { static constexpr i64 n = N; i64 a[N]; };
template <int N> struct room_of<Tuple<N>> { static constexpr int value = ROOM; };

// A record or row that may be missing.
template <class T> struct Maybe {
    bool some = false;
    T value;
    INLINE T *at() { return some ? &value : nullptr; }
    INLINE const T *at() const { return some ? &value : nullptr; }
    INLINE T *put(const T &x) { value = x; some = true; return &value; }
    INLINE T *put(const T *x) { some = x != nullptr; if (some && x != &value) value = *x; return at(); }
    INLINE T *put(std::nullptr_t) { some = false; return nullptr; }
};

template <class T, class R, class F> static INLINE bool compare(const T &x, const R &y, F on) {
    for (i64 i = 0; i < x.n && i < y.n; i++) if (!(x.a[i] == y.a[i])) return on(x.a[i] < y.a[i] ? -1 : 1);
    return on(x.n == y.n ? 0 : x.n < y.n ? -1 : 1);
}
template <class X> struct is_row : std::false_type {};
template <class T> struct is_row<List<T>> : std::true_type {};
template <class T, int N> struct is_row<Row<T, N>> : std::true_type {};
template <int N> struct is_row<Tuple<N>> : std::true_type {};
template <class T, int N> struct is_row<Part<T, N>> : std::true_type {};
#define COMPARED(OP) template <class X, class Y, class = std::enable_if_t<is_row<X>::value && is_row<Y>::value>> \
    INLINE bool operator OP(const X &x, const Y &y) { return compare(x, y, [](int way) { return way OP 0; }); }
COMPARED(<) COMPARED(<=) COMPARED(>) COMPARED(>=) COMPARED(==) COMPARED(!=)

template <class R, class X> INLINE bool contains(const R &row, const X &x) { for (i64 i = 0; i < row.n; i++) if (row.a[i] == x) return true; return false; }
template <class T, class R> INLINE List<T> slice(const R &row, i64 from, i64 to, i64 by = 1) {
    List<T> r;
    from = from < 0 ? std::max<i64>(0, from + row.n) : std::min<i64>(from, row.n);
    to = to < 0 ? std::max<i64>(0, to + row.n) : std::min<i64>(to, row.n);
    for (i64 i = from; i < to; i += by) r.append(row.a[i]);
    return r;
}
template <class T> INLINE void erase(List<T> &row, i64 from, i64 to) {
    from = from < 0 ? std::max<i64>(0, from + row.n) : std::min<i64>(from, row.n);
    to = to < 0 ? std::max<i64>(0, to + row.n) : std::min<i64>(to, row.n);
    if (to <= from) return;
    for (i64 i = to; i < row.n; i++) row.a[from + i - to] = row.a[i];
    row.n -= to - from;
}
template <class T, class R> INLINE List<T> plus(List<T> x, const R &y) { x.extend(y); return x; }
template <class T> INLINE List<T> times(const List<T> &x, i64 n) { List<T> r; for (i64 i = 0; i < n; i++) r.extend(x); return r; }
template <class T> INLINE void insort(List<T> &row, const T &x) { i64 at = row.n; while (at && x < row.a[at - 1]) at--; row.insert(at, x); }
template <class T, class K> INLINE void sort_by(List<T> &row, List<K> &keys) {
    for (i64 i = 1; i < row.n; i++) {
        T x = row.a[i];
        K key = keys.a[i];
        i64 j = i;
        for (; j && key < keys.a[j - 1]; j--) { row.a[j] = row.a[j - 1]; keys.a[j] = keys.a[j - 1]; }
        row.a[j] = x;
        keys.a[j] = key;
    }
}
template <class R> INLINE List<i64> row_of(const R &row) { return List<i64>(row); }
INLINE List<i64> numbers(i64 from, i64 to, i64 by) {
    List<i64> r;
    if (!by) leave(RAISED);
    for (i64 i = from; by > 0 ? i < to : i > to; i += by) r.append(i);
    return r;
}

INLINE i64 absolute(i64 x) { return x < 0 ? -x : x; }
INLINE double absolute(double x) { return __builtin_fabs(x); }
// Integers as in Python: none wraps round, the quotient is rounded down, the rest has the sign of the divisor.
INLINE bool is_small(i64 x, i64 y) { return (((uint64_t)x | (uint64_t)y) >> 32) == 0; }
INLINE i64 floordiv(i64 x, i64 y) {
    if (!y) leave(BY_NOTHING);
    if (is_small(x, y)) return (uint32_t)x / (uint32_t)y;
    i64 q = x / y;
    return q - (x % y != 0 && (x < 0) != (y < 0));
}
INLINE i64 modulo(i64 x, i64 y) {
    if (!y) leave(BY_NOTHING);
    if (is_small(x, y)) return (uint32_t)x % (uint32_t)y;
    i64 r = x % y;
    return r && (r < 0) != (y < 0) ? r + y : r;
}
INLINE i64 added(i64 x, i64 y) { i64 r; if (__builtin_expect(__builtin_add_overflow(x, y, &r), 0)) leave(TOO_LARGE); return r; }
INLINE i64 less(i64 x, i64 y) { i64 r; if (__builtin_expect(__builtin_sub_overflow(x, y, &r), 0)) leave(TOO_LARGE); return r; }
INLINE i64 multiplied(i64 x, i64 y) { i64 r; if (__builtin_expect(__builtin_mul_overflow(x, y, &r), 0)) leave(TOO_LARGE); return r; }
// An integer as a fraction: none that would be rounded, as Python compares and divides such by all their digits.
INLINE double fraction(i64 x) { if (__builtin_expect((uint64_t)(x + (1L << 53)) > (1UL << 54), 0)) leave(TOO_LARGE); return (double)x; }
INLINE double fraction(double x) { return x; }
INLINE i64 whole(double x) { if (!(x > -0x1p62 && x < 0x1p62)) leave(TOO_LARGE); return (i64)x; }
// A sum of fractions as Python's `sum` has it: since 3.12 what is lost in rounding is kept and added at the end.
template <bool KEPT> struct Sum {
    double r = 0, lost = 0;
    INLINE void add(double x) {
        double t = r + x;
        if (KEPT) lost += absolute(r) >= absolute(x) ? (r - t) + x : (x - t) + r;
        r = t;
    }
    INLINE double result() const { return KEPT && lost && lost - lost == 0 ? r + lost : r; }
};
INLINE double divided(double x, double y) { if (y == 0.0) leave(BY_NOTHING); return x / y; }
// The function that Python calls, not what a compiler makes of it
static double (*volatile exponential_of)(double) = std::exp;
INLINE double exponential(double x) {
    double r = exponential_of(x);
    if (std::isinf(r) && !std::isinf(x)) leave(RAISED);
    return r;
}
// Powers: by the very function that Python calls (a compiler would make products of some).
static double (*volatile power_of)(double, double) = std::pow;
static double raised(double x, double y) {
    if (y == 0.0) return 1.0;
    if (x == 0.0 && y < 0.0) leave(BY_NOTHING);
    if (!(x - x == 0.0) || !(y - y == 0.0) || (x < 0.0 && y != std::floor(y))) leave(RAISED);
    double r = power_of(x < 0.0 ? -x : x, y);
    if (r - r != 0.0) leave(TOO_LARGE);
    return x < 0.0 && std::fmod(y, 2.0) != 0.0 ? -r : r;
}
INLINE i64 raised(i64 x, i64 times) { i64 r = 1; for (i64 i = 0; i < times; i++) r = multiplied(r, x); return r; }
INLINE i64 bit_count(i64 x) { return __builtin_popcountll((uint64_t)(x < 0 ? -x : x)); }
INLINE i64 bit_length(i64 x) { return x ? 64 - __builtin_clzll((uint64_t)(x < 0 ? -x : x)) : 0; }
INLINE i64 shifted_left(i64 x, i64 by) {
    if (by < 0 || by > 62) leave(RAISED);
    i64 r = (i64)((uint64_t)x << by);
    if (r >> by != x) leave(TOO_LARGE);
    return r;
}
INLINE i64 shifted_right(i64 x, i64 by) { if (by < 0) leave(RAISED); return x >> (by > 63 ? 63 : by); }

// A loop without end would hang the process, where no clock could look at it: Python is to hang instead.
static INLINE void goes_on(i64 times) { if (__builtin_expect(times > 100000000, 0)) leave(NEVER_ENDS); }
static INLINE void not_too_deep() { if ((char *)__builtin_frame_address(0) < deepest) leave(NO_ROOM); }

// What may be missing, and has to be there; a row of so many.
template <class T> INLINE T *there(T *x) { if (__builtin_expect(!x, 0)) leave(NOT_THERE); return x; }
template <class R> INLINE R &of(R &row, i64 size) { if (row.n != size) leave(RAISED); return row; }

// Numbers in and out: how a state comes and goes.
struct Reader { const i64 *at; INLINE i64 next() { return *at++; } };
struct Writer {
    i64 *at, *end;
    INLINE void put(i64 x) { if (at >= end) leave(NO_ROOM); *at++ = x; }
};
INLINE void get(Reader &r, i64 &x) { x = r.next(); }
INLINE void get(Reader &r, bool &x) { x = r.next() != 0; }
INLINE void get(Reader &r, double &x) { i64 bits = r.next(); memcpy(&x, &bits, 8); }
INLINE void put(Writer &w, i64 x) { w.put(x); }
INLINE void put(Writer &w, bool x) { w.put(x); }
INLINE void put(Writer &w, double x) { i64 bits; memcpy(&bits, &x, 8); w.put(bits); }
template <class T> void get(Reader &r, List<T> &x) { x.n = 0; for (i64 n = r.next(); n > 0; n--) { if (x.n >= x.room) leave(NO_ROOM); get(r, x.a[x.n]); x.n++; } }
template <class T> void put(Writer &w, const List<T> &x) { w.put(x.n); for (i64 i = 0; i < x.n; i++) put(w, x.a[i]); }
template <class T> void get(Reader &r, Maybe<T> &x) { x.some = r.next() != 0; if (x.some) get(r, x.value); }
template <class T> void put(Writer &w, const Maybe<T> &x) { w.put(x.some); if (x.some) put(w, x.value); }

// The code of a family with one parameter, by its value.
template <i64 BASE, i64 SIZE> INLINE i64 code_of(i64 value) {
    if (value < 0) value += SIZE;
    if ((uint64_t)value >= (uint64_t)SIZE) leave(NO_PLACE);
    return BASE | value;
}
// The place of one of `SIZE` constants: by its number, by its key where keys are 0, 1, ..., by any key.
template <i64 SIZE> INLINE i64 place_among(i64 at) {
    if (at < 0) at += SIZE;
    if ((uint64_t)at >= (uint64_t)SIZE) leave(NO_PLACE);
    return at;
}
template <i64 SIZE> INLINE i64 place_by_key(i64 key) { if ((uint64_t)key >= (uint64_t)SIZE) leave(NOT_THERE); return key; }
template <class R> INLINE i64 place_or_end(const R &keys, i64 key) { for (i64 i = 0; i < keys.n; i++) if (keys.a[i] == key) return i; return keys.n; }
template <class R, class X> INLINE i64 place_by_row(const R &keys, const X &key) { for (i64 i = 0; i < keys.n; i++) if (keys.a[i] == key) return i; leave(NOT_THERE); }
// The place of one of several constants, of which nothing can be made for some.
template <class R> INLINE i64 sound(const R &row, i64 at) { if (!row.a[at]) leave(RAISED); return at; }
// Whether something lies within a variable.
template <class T, class V> INLINE bool lies_in(const T &x, const V &own) { return (const char *)&x >= (const char *)&own && (const char *)&x < (const char *)(&own + 1); }
INLINE i64 within(i64 value, i64 mask) { if (value < 0 || value > mask) leave(RAISED); return value; }
