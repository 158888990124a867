// Planet Masters played at random under its standard options, in C: `planet_masters SEATS MATCHES [SEED]`.
// What the machine could do. Writes decisions and seconds of CPU; then rounds, caps and wins in turn order, by which
// bench/twin.py sees that this is the same game. Decisions are counted as RandomTable counts them: none where one
// option is open, one for an answer of several picks.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXHAUSTED, RESOURCE, INFLUENCE, MARINES, RACE };
enum { TRANSPORTER = 5, SIX = 6, MOST = 100, DICE = 36, FIRST_COLONY = 6, FIRST_WEAPON = 18 };

static const int HOME[6] = {RACE, EXHAUSTED, RESOURCE, RESOURCE, INFLUENCE, INFLUENCE};
static const int COLONY[6] = {MARINES, EXHAUSTED, RESOURCE, RESOURCE, INFLUENCE, INFLUENCE};
static const int ATTACK[6] = {1, 2, 3, 0, 0, 0}, DEFENSE[6] = {1, 2, 3, 1, 2, 0};
// By race: gaia, mors, roachkin, pacal, matrix, freewalkers.
static const int MINES[6] = {0, 1, 0, 0, 0, 0}, VOTES[6] = {0, 0, 0, 1, 0, 0}, RAID[6] = {0, 0, 0, 0, 0, 1};
static const int GUARD[6] = {2, 0, 0, 0, 2, 1}, GAIN[6] = {0, 0, 1, 0, 0, 0}, WINS[6] = {0, 1, 0, 1, 0, 0};

typedef struct {
    int size, dice[20];
} Heap;

static uint64_t seed;
static int seats, active, winner, face[DICE], race[SIX], fresh[DICE];
static Heap colonies[SIX], fleet[SIX], galaxy, supply;
static long decisions;

static int number(int size) {
    seed += 0x9E3779B97F4A7C15u;
    uint64_t value = seed;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return (int)(((value >> 32) * (uint64_t)size) >> 32);
}

static int choose(int options) {
    if (options == 1) return 0;
    decisions++;
    return number(options);
}

static void add(Heap *heap, int die) {
    int place = heap->size++;
    for (; place && heap->dice[place - 1] > die; place--) heap->dice[place] = heap->dice[place - 1];
    heap->dice[place] = die;
}

static int take(Heap *heap, int place) {
    int die = heap->dice[place];
    heap->size--;
    memmove(heap->dice + place, heap->dice + place + 1, sizeof(int) * (heap->size - place));
    return die;
}

static int showing(int seat, int wanted) {
    int count = face[seat] == wanted;
    for (int i = 0; i < colonies[seat].size; i++) count += face[colonies[seat].dice[i]] == wanted;
    return count;
}

static int works(int seat) { return face[seat] == RACE; }

static int power(int seat, const int *powers, const int *races, int sum) {
    for (int i = 0; i < fleet[seat].size; i++) sum += powers[face[fleet[seat].dice[i]]];
    return sum + (works(seat) ? races[race[seat]] : 0);
}

static int has_won(int seat) {
    if (1 + colonies[seat].size < seats + 1) return 0;
    if (showing(seat, EXHAUSTED) || showing(seat, MARINES)) return 0;
    return face[seat] != RACE || WINS[race[seat]];
}

static int check_point(void) {  // PM-0.5
    for (int turn = 0; turn < seats && winner < 0; turn++)
        if (has_won((active + turn) % seats)) winner = (active + turn) % seats;
    return winner >= 0;
}

static void gain(int seat, int is_fresh) {  // PM-3.5
    if (!galaxy.size) return;
    int die = take(&galaxy, 0);
    add(&colonies[seat], die);
    fresh[die] = is_fresh;
    face[die] = COLONY[number(6)];
}

static int limit(int seat) { return 1 + colonies[seat].size; }

static int build(int seat) {  // PM-3
    int points = showing(seat, RESOURCE) + (works(seat) ? MINES[race[seat]] : 0);
    for (; points; points--) {
        int may = fleet[seat].size < limit(seat) && supply.size, count = fleet[seat].size;
        int choice = choose(may + count + 1), die;
        if (choice == may + count) break;
        if (may && !choice) add(&fleet[seat], die = take(&supply, 0));
        else die = fleet[seat].dice[choice - may];
        face[die] = number(6);
        if (face[die] == TRANSPORTER) gain(seat, 1);
        if (check_point()) return 1;
    }
    return 0;
}

static int manage(int seat) {  // PM-4: each pick is open to all later dice, or to stop
    int dice[16], count = 0, picked[16], picks = 0, at = 0;
    dice[count++] = seat;
    for (int i = 0; i < colonies[seat].size; i++)
        if (!fresh[colonies[seat].dice[i]]) dice[count++] = colonies[seat].dice[i];
    decisions++;
    while (at < count) {
        int choice = number(count - at + 1);
        if (!choice) break;
        at += choice;
        picked[picks++] = dice[at - 1];
    }
    if (!picks) return 0;
    for (int i = 0; i < picks; i++) face[picked[i]] = (picked[i] == seat ? HOME : COLONY)[number(6)];
    if (GAIN[race[seat]] && picked[0] == seat && face[seat] == RACE) gain(seat, 0);
    return check_point();
}

static void to_supply(int seat, int place) { add(&supply, take(&fleet[seat], place)); }

static int conquer(int seat, int other) {  // PM-5.1
    if (showing(other, INFLUENCE) > showing(seat, INFLUENCE) && !choose(2)) return 0;
    if (power(seat, ATTACK, RAID, 0) <= power(other, DEFENSE, GUARD, showing(other, MARINES))) return 0;
    int taken = colonies[other].size, weapons = fleet[other].size, choice = choose(taken + weapons + 2);
    if (choice < taken) {
        int die = take(&colonies[other], choice);
        add(&colonies[seat], die);
        face[die] = COLONY[number(6)];
        if (check_point()) return 1;
        int excess = fleet[other].size - limit(other), first = 0;
        if (excess > 0) decisions++;
        for (; excess > 0; excess--) {
            int place = first + number(fleet[other].size - excess + 1 - first);
            to_supply(other, place);
            first = place;
        }
    } else if (choice < taken + weapons) {
        to_supply(other, choice - taken);
    } else if (choice == taken + weapons) {
        face[other] = HOME[number(6)];
        return check_point();
    }
    return 0;
}

static void council(int candidate) {  // PM-5.6
    int sums[2] = {0, 0};
    for (int seat = 0; seat < seats; seat++) {
        int votes = 1 + showing(seat, INFLUENCE) + (works(seat) ? VOTES[race[seat]] : 0);
        sums[choose(2)] += votes;
    }
    if (sums[1] > sums[0] && fleet[candidate].size) to_supply(candidate, choose(fleet[candidate].size));
}

static int play(int *first) {
    winner = -1;
    galaxy.size = supply.size = 0;
    for (int i = 0; i < seats; i++) galaxy.dice[galaxy.size++] = FIRST_COLONY + i;
    for (int i = 0; i < 2 * seats; i++) supply.dice[supply.size++] = FIRST_WEAPON + i;
    *first = number(seats);
    int left[SIX] = {0, 1, 2, 3, 4, 5}, races = SIX;
    for (int turn = 0; turn < seats; turn++) {
        int seat = (*first + turn) % seats, place = choose(races);
        race[seat] = left[place];
        races--;
        memmove(left + place, left + place + 1, sizeof(int) * (races - place));
        colonies[seat].size = fleet[seat].size = 0;
    }
    for (int turn = 0; turn < seats; turn++) face[(*first + turn) % seats] = HOME[number(6)];
    active = *first;
    for (int round = 1;; ) {
        if (build(active) || manage(active)) return round;
        int choice = choose(2 * seats);
        if (choice < seats - 1) {
            if (conquer(active, choice + (choice >= active))) return round;
        } else if (choice < 2 * seats - 1) {
            council(choice - (seats - 1));
        }
        memset(fresh, 0, sizeof fresh);
        active = (active + 1) % seats;
        if (active == *first && round++ >= MOST) return round - 1;
    }
}

int main(int count, char **words) {
    if (count < 3) return 2;
    seats = atoi(words[1]);
    long matches = atol(words[2]), rounds = 0, squares = 0, caps = 0, wins[SIX] = {0};
    seed = count > 3 ? (uint64_t)atol(words[3]) : (uint64_t)time(NULL);
    clock_t begin = clock();
    for (long match = 0; match < matches; match++) {
        int first, length = play(&first);
        rounds += length;
        squares += (long)length * length;
        if (winner < 0) caps++;
        else wins[(winner - first + seats) % seats]++;
    }
    double spent = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%ld %.6f\n%ld %ld %ld %ld", decisions, spent, matches, rounds, squares, caps);
    for (int seat = 0; seat < seats; seat++) printf(" %ld", wins[seat]);
    printf("\n");
    return 0;
}
