/* Linear complementarity problem with bounds for contacts at rest, by principal pivoting.
 *
 * Loads x and slip accelerations a = a0 + A x; each load is between its limits, which may depend on the loads
 * too, and a contact accelerates only against a load that is at its limit. Patterns (holds, at its lower
 * limit, at its upper limit) are changed where they are contradictory: all at once as long as that reduces
 * the number of contradictions, then only the first one (J. J. Júdice, F. M. Pires, Computers & Operations
 * Research 21, 1994).
 *
 * If the load drops as a contact begins to slide, the set of sliding contacts is no longer unique. They are
 * found one group after the other from the limits at rest, and then a smaller set is sought: a contact lets
 * go only if there is no consistent solution in which it holds. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact.h"

/* Pivots below this fraction of the largest are rounding: slopes are differences. */
#define RANK 1e-9
/* Fraction of the terms of an acceleration that counts as zero. */
#define PACE_NOISE 1e-10
#define PACE_ROUNDING 1e-14
/* A response to a load below this fraction of the largest one is rounding. */
#define DEAD 1e-15
/* Patterns without a reduction of contradictions before changing one at a time. */
#define PIVOT_PATIENCE 8
/* Number of smaller sets tried. */
#define MOST_SETS 4000
#define MOST_MEMBERS 12

enum state { HOLDS, AT_LOW, AT_HIGH, SLIDES_LOW, SLIDES_HIGH };
enum { MOTION, LOW, HIGH, FROM_LOW, FROM_HIGH };

static double *matrix(const struct decision *d) { return d->work; }
static double *right(const struct decision *d) { return d->work + d->m * d->m; }
static double *change(const struct decision *d) { return right(d) + d->m; }
static double *motion(const struct decision *d) { return change(d) + d->m; }
static double *left(const struct decision *d) { return motion(d) + d->m; }
static double *scale(const struct decision *d) { return left(d) + d->m; }
static double *result(const struct decision *d) { return scale(d) + d->m; }

static double slope(const struct decision *d, int k, int64_t i, int64_t j)
{
    return d->slope[(k * d->m + i) * d->m + j];
}

/* Quantity k of contact i with the present loads. */
static double value(const struct decision *d, int k, int64_t i)
{
    double sum = d->first[DT_ANSWERS * i + k];
    if (fabs(sum) >= DT_UNLIMITED)
        return sum;
    for (int64_t j = 0; j < d->m; ++j)
        sum += slope(d, k, i, j) * change(d)[j];
    return sum;
}

static int limit_of(enum state state)
{
    switch (state) {
    case AT_LOW:
        return LOW;
    case AT_HIGH:
        return HIGH;
    case SLIDES_LOW:
        return FROM_LOW;
    default:
        return FROM_HIGH;
    }
}

/* A contact that has just passed its limit carries slightly less than that. */
static double shortened(const struct decision *d, int64_t i, int k, double limit)
{
    int side = k == HIGH || k == FROM_HIGH ? 1 : -1;
    bool just = d->passed[i] * side > 0 && fabs(limit) < DT_UNLIMITED;
    return just ? limit - side * DT_PASSED * fabs(limit) : limit;
}

/* Is the load of contact i given by its limit? Load-dependent limits are equations. */
static bool is_given(const struct decision *d, int64_t i)
{
    return d->state[i] != HOLDS && !d->limits_follow;
}

static double limit_now(const struct decision *d, int64_t i)
{
    int k = limit_of((enum state)d->state[i]);
    return shortened(d, i, k, d->first[DT_ANSWERS * i + k]);
}

/* Equations between the changes of some loads; those of the others are given. */
struct equations {
    int64_t n, rank;
    int64_t *row, *column;    /* [n] contacts, in the order of elimination */
    double *M, *r;            /* [n * n], [n] */
};

/* The equation of the contact in row e for the changes of the loads. */
static void write_row(const struct decision *d, const struct equations *q, int64_t e)
{
    int64_t i = q->row[e];
    double *row = q->M + e * q->n, *x = change(d);
    bool holds = d->state[i] == HOLDS;
    int k = holds ? MOTION : limit_of((enum state)d->state[i]);
    double right = holds ? -d->first[DT_ANSWERS * i] : limit_now(d, i) - d->load[i];
    for (int64_t j = 0; j < d->m; ++j) /* the given ones; none where limits are equations */
        right -= holds && x[j] != 0.0 ? slope(d, k, i, j) * x[j] : 0.0;
    for (int64_t c = 0; c < q->n; ++c) {
        int64_t j = q->column[c];
        row[c] = holds ? slope(d, MOTION, i, j) * scale(d)[i] * scale(d)[j]
                       : ((i == j) - slope(d, k, i, j)) * scale(d)[j] / scale(d)[i];
    }
    q->r[e] = holds ? right * scale(d)[i] : right / scale(d)[i];
}

static struct equations write_equations(const struct decision *d)
{
    struct equations q = {0, 0, d->order, d->order + d->m, matrix(d), right(d)};
    for (int64_t i = 0; i < d->m; ++i) {
        left(d)[i] = change(d)[i] = 0.0;
        if (is_given(d, i)) {
            change(d)[i] = limit_now(d, i) - d->load[i];
            continue;
        }
        q.row[q.n] = q.column[q.n] = i;
        ++q.n;
    }
    for (int64_t e = 0; e < q.n; ++e)
        write_row(d, &q, e);
    return q;
}

static void swap_numbers(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

static void swap_places(int64_t *a, int64_t *b)
{
    int64_t t = *a;
    *a = *b;
    *b = t;
}

/* Move the pivot in row p and column c to the next pivot position. */
static void bring(struct equations *q, int64_t p, int64_t c)
{
    int64_t n = q->n, k = q->rank;
    for (int64_t j = 0; j < n && p != k; ++j)
        swap_numbers(q->M + p * n + j, q->M + k * n + j);
    for (int64_t i = 0; i < n && c != k; ++i)
        swap_numbers(q->M + i * n + c, q->M + i * n + k);
    swap_numbers(q->r + p, q->r + k);
    swap_places(q->row + p, q->row + k);
    swap_places(q->column + c, q->column + k);
}

/* The largest remaining element. */
static double find_pivot(const struct equations *q, int64_t *p, int64_t *c)
{
    double best = 0.0;
    for (int64_t i = q->rank; i < q->n; ++i)
        for (int64_t j = q->rank; j < q->n; ++j)
            if (fabs(q->M[i * q->n + j]) > best) {
                best = fabs(q->M[i * q->n + j]);
                *p = i;
                *c = j;
            }
    return best;
}

/* Elimination with complete pivoting. */
static void eliminate(struct equations *q)
{
    int64_t n = q->n, p = 0, c = 0;
    for (; q->rank < n && find_pivot(q, &p, &c) > RANK; ++q->rank) {
        bring(q, p, c);
        const double *pivot = q->M + q->rank * n;
        for (int64_t i = q->rank + 1; i < n; ++i) {
            double *row = q->M + i * n, factor = row[q->rank] / pivot[q->rank];
            if (factor == 0.0)
                continue;
            for (int64_t j = q->rank + 1; j < n; ++j)
                row[j] -= factor * pivot[j];
            row[q->rank] = 0.0;
            q->r[i] -= factor * q->r[q->rank];
        }
    }
}

/* The solution in which loads that are undetermined by the equations do not change. */
static void substitute(const struct decision *d, const struct equations *q)
{
    double *x = change(d);
    for (int64_t i = q->rank - 1; i >= 0; --i) {
        double sum = q->r[i];
        for (int64_t j = i + 1; j < q->rank; ++j)
            sum -= q->M[i * q->n + j] * x[q->column[j]];
        x[q->column[i]] = sum / q->M[i * q->n + i];
    }
    for (int64_t i = 0; i < q->rank; ++i)
        x[q->column[i]] *= scale(d)[q->column[i]];
}

/* Solve the equations of the pattern; undetermined loads stay unchanged. `left` receives the residuals of
 * dependent equations. */
static void solve(const struct decision *d)
{
    struct equations q = write_equations(d);
    eliminate(&q);
    for (int64_t i = q.rank; i < q.n; ++i)
        left(d)[q.row[i]] = -q.r[i];
    substitute(d, &q);
}

/* Accelerations with the present loads, and their rounding errors. */
static void find_paces(const struct decision *d)
{
    double largest = 0.0;
    for (int64_t i = 0; i < d->m; ++i) {
        double sum = d->first[DT_ANSWERS * i], size = fabs(sum);
        for (int64_t j = 0; j < d->m; ++j) {
            double term = slope(d, MOTION, i, j) * change(d)[j];
            sum += term;
            size += fabs(term) + fabs(slope(d, MOTION, i, j) * d->load[j]);
        }
        motion(d)[i] = sum;
        d->noise[i] = PACE_NOISE * size;
        largest = fmax(largest, size);
    }
    for (int64_t i = 0; i < d->m; ++i) /* what cancels for one has terms as large as those of others */
        d->noise[i] += PACE_ROUNDING * largest;
}

/* The state that contact i should take; its present one if there is no contradiction. */
static enum state wanted(const struct decision *d, int64_t i)
{
    enum state state = (enum state)d->state[i];
    if (state == HOLDS) {
        double missing = left(d)[i] / scale(d)[i], load = d->load[i] + change(d)[i];
        if (fabs(missing) > d->noise[i])
            return missing > 0.0 ? AT_HIGH : AT_LOW;
        double high = shortened(d, i, HIGH, value(d, HIGH, i)), low = shortened(d, i, LOW, value(d, LOW, i));
        double noise = DT_LOAD_NOISE * (fabs(load) + fmin(fabs(low), fabs(high)) + fabs(d->load[i]));
        if (load > high + noise)
            return AT_HIGH;
        return load < low - noise ? AT_LOW : HOLDS;
    }
    if (state == AT_HIGH && motion(d)[i] < -d->noise[i])
        return HOLDS;
    return state == AT_LOW && motion(d)[i] > d->noise[i] ? HOLDS : state;
}

/* Change contradictory states: all, or the first one. Returns their number. */
static int64_t correct(const struct decision *d, bool one)
{
    int64_t count = 0;
    for (int64_t i = 0; i < d->m; ++i) {
        enum state next = wanted(d, i);
        if (next == (enum state)d->state[i])
            continue;
        if (!one || count == 0)
            d->next[i] = (int8_t)next;
        ++count;
    }
    return count;
}

/* Find a pattern without contradictions; sliding states stay fixed. False if there is none. */
static bool settle(const struct decision *d)
{
    int64_t fewest = INT64_MAX, patience = PIVOT_PATIENCE;
    for (int64_t i = 0; i < d->m; ++i)
        if (d->state[i] < SLIDES_LOW)
            d->state[i] = HOLDS;
    for (int64_t round = 0; round < 50 + 20 * d->m; ++round) {
        solve(d);
        find_paces(d);
        memcpy(d->next, d->state, (size_t)d->m);
        int64_t count = correct(d, patience <= 0);
        if (count == 0)
            return true;
        if (count < fewest) {
            fewest = count;
            patience = PIVOT_PATIENCE;
        } else
            --patience;
        memcpy(d->state, d->next, (size_t)d->m);
        for (int64_t i = 0; i < d->m; ++i)
            if (d->state[i] != HOLDS &&
                fabs(d->first[DT_ANSWERS * i + limit_of((enum state)d->state[i])]) >= DT_UNLIMITED)
                return false;
    }
    return false;
}

/* Does contact i move in the pattern found, and in which direction? */
static int moves(const struct decision *d, int64_t i)
{
    enum state state = (enum state)d->state[i];
    if (state == HOLDS)
        return 0;
    int way = state == AT_HIGH || state == SLIDES_HIGH ? 1 : -1;
    bool just = d->passed[i] * way > 0;
    return way * motion(d)[i] > d->noise[i] || (just && way * motion(d)[i] >= -d->noise[i]) ? way : 0;
}

/* Let the contacts that move slide, and those that are dragged the other way hold again. Returns whether
 * anything changes. */
static bool take_over(const struct decision *d)
{
    bool changed = false;
    for (int64_t i = 0; i < d->m; ++i) {
        int way = moves(d, i);
        if (d->state[i] >= SLIDES_LOW && way == 0) {
            d->state[i] = HOLDS;
            d->way[i] = 0;
            changed = true;
        } else if (d->state[i] < SLIDES_LOW && way != 0) {
            d->state[i] = way > 0 ? SLIDES_HIGH : SLIDES_LOW;
            d->way[i] = (int8_t)way;
            changed = true;
        }
    }
    return changed;
}

static bool drops(const struct decision *d, int64_t i)
{
    const double *q = d->first + DT_ANSWERS * i;
    return d->way[i] && (q[LOW] != q[FROM_LOW] || q[HIGH] != q[FROM_HIGH]);
}

/* Is it consistent if exactly these slide? They are tried starting from the given directions. */
static bool is_consistent(const struct decision *d, const int8_t *way)
{
    for (int64_t i = 0; i < d->m; ++i)
        d->state[i] = way[i] == 0 ? HOLDS : way[i] > 0 ? SLIDES_HIGH : SLIDES_LOW;
    if (!settle(d))
        return false;
    for (int64_t i = 0; i < d->m; ++i)
        if (moves(d, i) != way[i])
            return false;
    return true;
}

/* Try all sets of `left` more members from contact i on, in each direction. */
static bool try_sets(const struct decision *d, int8_t *way, int64_t i, int64_t missing, int64_t *spent)
{
    if (missing == 0)
        return ++*spent <= MOST_SETS && is_consistent(d, way);
    for (; i + missing <= d->m && *spent <= MOST_SETS; ++i) {
        if (d->m > MOST_MEMBERS && d->way[i] == 0)
            continue;
        for (int one = 1; one >= -1; one -= 2) {
            way[i] = (int8_t)one;
            if (try_sets(d, way, i + 1, missing - 1, spent))
                return true;
        }
        way[i] = 0;
    }
    return false;
}

/* Search for a smaller consistent set of sliding contacts. */
static void find_smallest(const struct decision *d)
{
    int64_t members = 0, spent = 0;
    for (int64_t i = 0; i < d->m; ++i)
        members += d->way[i] != 0;
    for (int64_t size = 1; size < members; ++size) {
        memset(d->trial, 0, (size_t)d->m);
        if (try_sets(d, d->trial, 0, size, &spent)) {
            memcpy(d->way, d->trial, (size_t)d->m);
            memcpy(result(d), change(d), (size_t)d->m * sizeof(double));
            return;
        }
    }
}

/* A contact on which loads have no effect beyond rounding is affected by none. */
static void clear_dead(struct decision *d)
{
    double largest = 0.0;
    for (int64_t i = 0; i < d->m; ++i)
        largest = fmax(largest, fabs(slope(d, MOTION, i, i)));
    for (int64_t i = 0; i < d->m; ++i) {
        if (fabs(slope(d, MOTION, i, i)) > DEAD * largest)
            continue;
        for (int64_t j = 0; j < d->m; ++j)
            d->slope[i * d->m + j] = d->slope[j * d->m + i] = 0.0;
    }
}

/* Patterns of sliding contacts, one after the other. False if none is consistent. */
static bool find_sliding(const struct decision *d)
{
    for (int64_t round = 0; round < 10 + 4 * d->m; ++round) {
        if (!settle(d))
            return false;
        if (!take_over(d))
            return true;
    }
    return false;
}

/* Do limits of m contacts depend on their loads, by the slopes of their answers? */
bool dt_limits_follow(int64_t m, const double *slope)
{
    for (int64_t e = m * m; e < DT_ANSWERS * m * m; ++e)
        if (slope[e] != 0.0)
            return true;
    return false;
}

/* How much less than required was assumed for loads that have just passed their limits. */
static double missing_load(const struct decision *d)
{
    double sum = 0.0;
    for (int64_t i = 0; i < d->m; ++i)
        sum += d->passed[i] ? DT_PASSED * fabs(d->load[i]) : 0.0;
    return sum;
}

/* Add that to the rounding of all contacts, as others transmit it. The load of a contact that holds may
 * exceed its limit by that much. */
static void find_noise(const struct decision *d)
{
    double missing = missing_load(d);
    for (int64_t i = 0; i < d->m; ++i) {
        double own = fabs(slope(d, MOTION, i, i)), of_load = own > 0.0 ? d->noise[i] / own + missing : 0.0;
        d->noise[i] = d->way[i] ? d->noise[i] + own * missing : of_load;
    }
}

/* Fill in `way`, the loads found, and in `noise` the rounding error of accelerations, or of loads where
 * contacts hold. False if nothing is consistent. */
bool dt_decide(struct decision *d)
{
    bool any_drops = false;
    clear_dead(d);
    d->limits_follow = dt_limits_follow(d->m, d->slope);
    for (int64_t i = 0; i < d->m; ++i) {
        double own = fabs(slope(d, MOTION, i, i));
        scale(d)[i] = own > 0.0 ? 1.0 / sqrt(own) : 1.0;
        d->state[i] = HOLDS;
        d->way[i] = 0;
    }
    bool good = find_sliding(d);
    memcpy(result(d), change(d), (size_t)d->m * sizeof(double));
    for (int64_t i = 0; i < d->m; ++i)
        any_drops = any_drops || drops(d, i);
    if (good && any_drops)
        find_smallest(d);
    for (int64_t i = 0; i < d->m; ++i) /* answers refer to the original loads */
        d->load[i] += result(d)[i];
    find_noise(d);
    return good;
}
