/* Find relations and real unknowns that are mutually consistent at an event (mode search).
 *
 * For fixed `pre`, find values of the relations that are consistent with the crossing functions computed from
 * them by the model. There are three methods, tried in turn, each bounded and each starting from the previous
 * modes:
 *   1. sweeps: every relation takes the sign of its crossing function;
 *   2. least-index pivoting: only the first inconsistent relation of the most upstream mixed
 *      system changes (Murty's rule, which cannot cycle for the definite complementarity problems of
 *      friction: Murty, Numer. Math. 23, 1974); if it does cycle, again with the relation whose crossing
 *      function is farthest off;
 *   3. search through the relations of one system that were ever inconsistent, then through more
 *      of it, in lexicographic order of changes.
 * Every pattern is evaluated with the torques nearest to those before the event. In 1 and 2 a relation of a
 * system becomes true only when none of that system must become false: an element that slides in the wrong
 * direction is tried at rest before the other direction is tried.
 *
 * A crossing function within rounding noise of 0 does not change a relation of a mixed system: its curve
 * parameter stays at the limit whenever another element holds the motion. A relation outside mixed systems
 * also keeps its value within noise, but exactly 0 counts, unless the relation was triggered and has just
 * crossed. The noise is absolute, or relative to the largest crossing function of the mixed system, because
 * `s > limit` is as accurate as `s` and the limit are, or relative to the largest unknown of a loop if that
 * is less; it may prove larger than initially assumed. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

/* Noise in last bits assumed in loops from the start, and the values assumed after that, or without loops. */
#define NOISE_LEAST 4096.0
#define NOISE_FIRST 256.0
#define NOISE_GROWTH 16.0
#define NOISE_MOST 1048576.0
#define SEARCH_MAX 16
#define WIDE_MAX 12
/* The same for a system of very many relations, of which a search covers only a small part anyway. */
#define LARGE 64
#define LARGE_MAX 8
#define FOLLOW_MAX 8
#define ANY_BLOCK (-2)

/* Measure noise by these crossing functions and by the solutions of the loops there from now on; both must
 * remain unchanged. */
void dt_measure_noise(dt_solver *s, const double *g, const double *unknowns)
{
    s->mode_search.noise_of = g;
    s->mode_search.noise_unknowns = unknowns;
    s->mode_search.noise_known = false;
}

/* Largest magnitude of the loop unknowns. A brake that could hold a thousand times its load has a large
 * crossing function, but does not increase rounding. */
static double largest_unknown(const dt_solver *s)
{
    double largest = s->model.n_memory ? 0.0 : INFINITY;
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        largest = dt_fmax(largest, fabs(s->mode_search.noise_unknowns[i]));
    return largest;
}

static void find_noise(dt_solver *s)
{
    const double *g = s->mode_search.noise_of;
    double *scale = s->mode_search.noise_scale;
    memset(scale, 0, (size_t)s->mode_search.n_blocks * sizeof *scale);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        int64_t block = s->model.rel_block[k];
        if (block >= 0 && fabs(g[k]) > scale[block])
            scale[block] = fabs(g[k]);
    }
    double largest = largest_unknown(s);
    for (int64_t block = 0; block < s->mode_search.n_blocks; ++block)
        scale[block] = dt_fmin(scale[block], largest);
    s->mode_search.noise_known = true;
}

/* Largest magnitude of crossing function k that rounding alone may produce. */
double dt_noise(dt_solver *s, int64_t k)
{
    int64_t block = s->model.rel_block[k];
    double noise = s->settings.event_noise;
    bool is_slip = dt_is_decided(s, k) && s->rel[k] != 0.0; /* which is unrelated to the magnitude of loads */
    if (block < 0 || is_slip || s->mode_search.noise_bits == 0.0)
        return noise;
    if (!s->mode_search.noise_known)
        find_noise(s);
    return dt_fmax(noise, s->mode_search.noise_bits * DBL_EPSILON * s->mode_search.noise_scale[block]);
}

static bool unblocked(const dt_solver *s, int64_t k)
{
    return k >= s->model.n_rel || s->model.rel_block[k] < 0;
}

/* Is the relation `>` of the same function true? Then so is `>=`, however it got its value. */
static bool twin_holds(const dt_solver *s, int64_t k)
{
    return k < s->model.n_rel && s->model.strict_twin[k] >= 0 &&
           s->rel[s->model.strict_twin[k]] != 0.0;
}

/* The data that determine relation k. */
static double *follows(const dt_solver *s, int64_t k)
{
    int64_t of_time = k - s->model.n_rel;
    return of_time < 0 ? s->io.g + k : s->io.t_event + of_time;
}

/* The value that relation k should have after the current evaluation. */
static bool wanted(dt_solver *s, int64_t k)
{
    if (k >= s->model.n_rel)
        return s->io.time >= s->io.t_event[k - s->model.n_rel];
    double g = s->io.g[k];
    bool literal = dt_relation_value(s, k, g), frozen = s->rel[k] != 0.0;
    /* Sides that are equal but for rounding are equal if there is no earlier value. */
    if (s->mode_search.literal && !unblocked(s, k) && fabs(g) <= dt_noise(s, k))
        return dt_relation_value(s, k, 0.0);
    if (literal == frozen || s->mode_search.literal || fabs(g) > dt_noise(s, k))
        return literal;
    if (g == 0.0 && unblocked(s, k) && !s->mode_search.triggered[k])
        return literal;
    return frozen || twin_holds(s, k);
}

static bool inconsistent(dt_solver *s, int64_t k)
{
    if (dt_is_decided(s, k))
        return false;
    return wanted(s, k) != (s->rel[k] != 0.0);
}

static bool all_consistent(dt_solver *s)
{
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        if (inconsistent(s, k))
            return false;
    return true;
}

/* Are all relations consistent with the current evaluation? */
bool dt_consistent(dt_solver *s)
{
    dt_measure_noise(s, s->io.g, s->io.memory);
    return all_consistent(s);
}

/* Are all relations of a mixed system, except those determined by contacts, consistent with the current
 * evaluation? */
bool dt_system_consistent(dt_solver *s, int64_t system)
{
    dt_measure_noise(s, s->io.g, s->io.memory);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (s->model.rel_block[k] == system && inconsistent(s, k))
            return false;
    return true;
}

static bool in_block(const dt_solver *s, int64_t k, int64_t block)
{
    return !unblocked(s, k) && !dt_is_decided(s, k) && (block == ANY_BLOCK || s->model.rel_block[k] == block);
}

static void change(dt_solver *s, int64_t k)
{
    s->rel[k] = 1.0 - s->rel[k];
    s->mode_search.ever[k] = 1;
}

/* Evaluate everything, having marked the relations outside mixed systems as unknown. */
static int evaluate_once(dt_solver *s)
{
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        if (unblocked(s, k))
            *follows(s, k) = NAN;
    ++s->stats.mixed_sweeps;
    dt_restore_memory(s);
    return dt_evaluate_full(s, s->time, s->x);
}

/* A loop has failed: update the relations that were already determined; false if all were up to date. */
static bool correct_known(dt_solver *s)
{
    bool wrong = false;
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        if (unblocked(s, k) && !isnan(*follows(s, k)) && inconsistent(s, k)) {
            change(s, k);
            wrong = true;
        }
    return wrong;
}

/* Every pattern takes the torques nearest to those before, whatever was tried in between. A loop may have no
 * solution only because a relation outside loops is still wrong: at zero speed, the branch that divides by
 * the speed is infinite. */
static int evaluate(dt_solver *s)
{
    int code = evaluate_once(s);
    for (int i = 0; code && i < FOLLOW_MAX && correct_known(s); ++i)
        code = evaluate_once(s);
    if (code == DT_OK)
        dt_measure_noise(s, s->io.g, s->io.memory);
    return code;
}

/* Record the present pattern; false if it occurred before (FNV-1a hash) or too many were tried. */
static bool remember_pattern(dt_solver *s)
{
    struct mode_search *m = &s->mode_search;
    uint64_t hash = 14695981039346656037u;
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        hash = (hash ^ (uint64_t)(s->rel[k] != 0.0)) * 1099511628211u;
    for (int64_t i = 0; i < m->n_seen; ++i)
        if (m->seen[i] == hash)
            return false;
    if (m->n_seen == m->seen_capacity)
        return false;
    m->seen[m->n_seen++] = hash;
    return true;
}

/* Mark the mixed systems in which a relation must become false. */
static void find_falling(dt_solver *s)
{
    memset(s->mode_search.falling, 0, (size_t)s->mode_search.n_blocks);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (!unblocked(s, k) && s->rel[k] != 0.0 && inconsistent(s, k))
            s->mode_search.falling[s->model.rel_block[k]] = 1;
}

/* Must relation k wait until others of its system have become false? */
static bool saturated(const dt_solver *s, int64_t k)
{
    return !unblocked(s, k) && s->rel[k] == 0.0 && s->mode_search.falling[s->model.rel_block[k]];
}

/* Change the relations that contradict the current evaluation; false if there are none. */
static bool correct(dt_solver *s)
{
    if (all_consistent(s))
        return false;
    find_falling(s);
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        if (inconsistent(s, k) && !saturated(s, k))
            change(s, k);
    return true;
}

/* Method 1. `solved` says whether the relations are consistent. Returns a dt_code. */
static int sweep(dt_solver *s, bool *solved)
{
    int64_t limit = 20 + s->n_all_rel;
    *solved = false;
    s->mode_search.n_seen = 0;
    for (int64_t i = 0; i < limit && !*solved && remember_pattern(s); ++i) {
        int code = evaluate(s);
        if (code)
            return code;
        *solved = !correct(s);
        s->mode_search.literal = false;
    }
    return DT_OK;
}

/* Is relation k of a mixed system true, with a crossing function within noise? */
bool dt_rests(dt_solver *s, int64_t k, const double *g)
{
    return !unblocked(s, k) && !dt_is_decided(s, k) && s->rel[k] != 0.0 && fabs(g[k]) <= dt_noise(s, k);
}

/* Evaluate, and update the relations that are not part of a loop. Returns a dt_code. */
static int evaluate_and_follow(dt_solver *s)
{
    for (int i = 0; i < FOLLOW_MAX; ++i) {
        int code = evaluate(s);
        if (code)
            return code;
        bool moved = false;
        for (int64_t k = 0; k < s->n_all_rel; ++k)
            if (unblocked(s, k) && inconsistent(s, k)) {
                s->rel[k] = 1.0 - s->rel[k];
                moved = true;
            }
        if (!moved)
            break;
    }
    return DT_OK;
}

/* First inconsistent relation of the most upstream mixed system, or the one with the largest inconsistency;
 * -1 if there is none. */
static int64_t next_inconsistent(dt_solver *s, bool by_size)
{
    int64_t next = -1;
    find_falling(s);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        if (unblocked(s, k) || !inconsistent(s, k) || saturated(s, k))
            continue;
        int64_t upstream = next < 0 ? -1 : s->model.rel_block[k] - s->model.rel_block[next];
        bool larger = by_size && upstream == 0 && fabs(s->io.g[k]) > fabs(s->io.g[next]);
        if (upstream < 0 || larger)
            next = k;
    }
    return next;
}

/* Update the relations of the block that are not searched; true if all are then consistent. The searched ones
 * are judged last: their crossing functions may change while others are updated. */
static bool completes(dt_solver *s, int64_t block, const uint8_t *searched)
{
    for (int i = 0; i < FOLLOW_MAX; ++i) {
        if (evaluate_and_follow(s))
            return false;
        bool moved = false;
        int64_t wrong = 0, last = -1;
        for (int64_t k = 0; k < s->model.n_rel; ++k) {
            if (!in_block(s, k, block) || !inconsistent(s, k))
                continue;
            if (searched[k]) {
                ++wrong;
                last = k;
            } else {
                s->rel[k] = 1.0 - s->rel[k];
                moved = true;
            }
        }
        if (!moved && wrong == 1)
            dt_note_contradiction(s, last);
        if (!moved)
            return !wrong;
    }
    return false;
}

/* Add the first relations of the block that were ever inconsistent, or never were, from `count` up to `most`
 * in the list. Returns the new length of the list. */
static int add_searched(dt_solver *s, int64_t block, bool ever, int64_t *list, int count, int most)
{
    for (int64_t k = 0; k < s->model.n_rel && count < most; ++k)
        if ((s->mode_search.ever[k] != 0) == ever && in_block(s, k, block))
            list[count++] = k;
    return count;
}

/* The previous modes, with the changes of this mask; the first relation is the highest bit. */
static void set_pattern(dt_solver *s, int64_t block, const int64_t *list, int count, uint32_t mask)
{
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (in_block(s, k, block))
            s->rel[k] = s->mode_search.start[k];
    for (int i = 0; i < count; ++i)
        if (mask >> (count - 1 - i) & 1u)
            s->rel[list[i]] = 1.0 - s->rel[list[i]];
}

/* No consistent modes: leave the point evaluated with the previous modes. The culprits are those in the list,
 * or else the relations that contradict these modes, or else all in mixed systems. */
static int fail_without_modes(dt_solver *s, const int64_t *list, int count)
{
    s->failure.n_relations = count;
    for (int i = 0; i < count; ++i)
        s->failed_relations[i] = list[i];
    memcpy(s->rel, s->mode_search.start, (size_t)s->n_all_rel * sizeof(double));
    if (evaluate(s) == DT_OK) {
        s->failure.assertion = dt_first_violated(s);
        for (int64_t k = 0; k < s->n_all_rel && count == 0; ++k)
            if (inconsistent(s, k))
                s->failed_relations[s->failure.n_relations++] = k;
    }
    if (s->failure.n_relations == 0)
        s->failure.n_relations =
            add_searched(s, ANY_BLOCK, false, s->failed_relations, 0, SEARCH_MAX);
    return dt_fail(s, DT_NO_MODES);
}

/* Does relation k have its present value, and not the previous one, only because its crossing function is
 * within noise? An element at its limit may stay there next to others that hold the motion, whatever load
 * they then take. */
bool dt_doubtful(dt_solver *s, int64_t k)
{
    return !unblocked(s, k) && !dt_is_decided(s, k) && s->rel[k] != s->mode_search.start[k] &&
           fabs(s->io.g[k]) <= dt_noise(s, k);
}

/* Are there consistent values of the relations in the list, with others of the block following them? */
static bool found_among(dt_solver *s, int64_t block, const int64_t *list, int count)
{
    uint8_t *searched = s->mode_search.searched;
    memset(searched, 0, (size_t)s->n_all_rel);
    for (int i = 0; i < count; ++i)
        searched[list[i]] = 1;
    for (uint32_t mask = 0; mask < (1u << count) && count > 0; ++mask) {
        set_pattern(s, block, list, count, mask);
        if (completes(s, block, searched))
            return true;
    }
    return false;
}

static int64_t count_relations(const dt_solver *s, int64_t block)
{
    int64_t count = 0;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        count += in_block(s, k, block);
    return count;
}

/* Method 3: first among the relations that were ever inconsistent, then among more of the block, the former
 * changing fastest. `code` is the reason for the search: 0 for a cycle, else a block that failed. */
static int search(dt_solver *s, int64_t block, int code)
{
    int64_t list[SEARCH_MAX], wide[SEARCH_MAX];
    int64_t failed_block = s->io.failed_block;
    bool large = count_relations(s, block) > LARGE;
    int most = large ? LARGE_MAX : SEARCH_MAX, widest = large ? LARGE_MAX : WIDE_MAX;
    int count = add_searched(s, block, true, list, 0, most);
    ++s->stats.searches;
    if (found_among(s, block, list, count))
        return DT_DONE;
    int others = add_searched(s, block, false, wide, 0, widest - count);
    int all = add_searched(s, block, true, wide, others, widest);
    if (others > 0 && found_among(s, block, wide, all))
        return DT_DONE;
    if (code) {
        s->io.failed_block = failed_block;
        return dt_fail_block(s, code);
    }
    return fail_without_modes(s, list, count);
}

/* Method 2, which passes a system that cycles on to method 3; first with the relation of the largest
 * inconsistency in place of the first one if that has cycled. */
static int pivot(dt_solver *s)
{
    struct mode_search *m = &s->mode_search;
    bool by_size = false;
    memcpy(s->rel, m->start, (size_t)s->n_all_rel * sizeof(double));
    m->n_seen = 0;
    for (int64_t searches = 0; searches <= m->n_blocks;) {
        int64_t block = ANY_BLOCK;
        int code = evaluate_and_follow(s);
        if (code == DT_OK) {
            int64_t k = next_inconsistent(s, by_size);
            if (k < 0)
                return DT_DONE;
            block = s->model.rel_block[k];
            if (remember_pattern(s)) {
                change(s, k);
                ++s->stats.pivots;
                continue;
            }
        }
        m->n_seen = 0;
        if (!by_size) {
            by_size = true;
            memcpy(s->rel, m->start, (size_t)s->n_all_rel * sizeof(double));
            continue;
        }
        int status = search(s, block, code);
        if (status != DT_DONE)
            return status;
        ++searches;
        by_size = false;
    }
    return fail_without_modes(s, NULL, 0);
}

static int settle(dt_solver *s)
{
    struct mode_search *m = &s->mode_search;
    bool solved;
    memset(m->ever, 0, (size_t)s->n_all_rel);
    dt_forget_contradictions(s);
    sweep(s, &solved);
    m->literal = false;
    if (!solved && m->sweeps_only)
        return dt_fail(s, DT_NO_MODES);
    return solved ? DT_DONE : pivot(s);
}

/* Reset the noise at the start of a run. */
void dt_reset_noise(dt_solver *s) { s->mode_search.noise_bits = s->model.n_memory ? NOISE_LEAST : 0.0; }

/* Assume more noise from now on; false if that would be more than rounding. */
bool dt_raise_noise(dt_solver *s)
{
    if (s->mode_search.noise_bits >= NOISE_MOST)
        return false;
    s->mode_search.noise_bits = dt_fmax(NOISE_FIRST, s->mode_search.noise_bits * NOISE_GROWTH);
    return true;
}

/* Make all relations consistent except those determined by contacts. Returns a dt_status.
 *
 * If there are none, rounding may be larger than assumed, as with nearly dependent equations. */
static int settle_modes(dt_solver *s)
{
    struct mode_search *m = &s->mode_search;
    memcpy(m->start, s->rel, (size_t)s->n_all_rel * sizeof(double));
    int status = settle(s);
    while (status == DT_NO_MODES && !m->sweeps_only && dt_raise_noise(s)) {
        dt_clear_failure(s);
        memcpy(s->rel, m->start, (size_t)s->n_all_rel * sizeof(double));
        status = settle(s);
    }
    if (status == DT_DONE)
        dt_forget_contradictions(s);
    return status;
}

/* Make all relations consistent for the present time, x and pre; `mode_search.start` keeps their previous
 * values. Returns a dt_status. */
int dt_find_modes(dt_solver *s)
{
    size_t size = (size_t)s->n_all_rel * sizeof(double);
    if (!s->model.n_contact)
        return settle_modes(s);
    memcpy(s->contact.before, s->rel, size);
    int status = dt_find_contacts(s, settle_modes);
    memcpy(s->mode_search.start, s->contact.before, size);
    return status;
}
