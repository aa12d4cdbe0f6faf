/* Loads within limits nearest to given ones, subject to equations: a dual active set method.
 *
 * A dual active set (D. Goldfarb, A. Idnani, Mathematical Programming 27, 1983): loads are fixed at limits
 * one after the other, and released where keeping them there would take a pull. Each solution is the nearest
 * one subject to fewer limits, so the distance grows with each load that is added, and the method terminates.
 * The response of a solution to pushing a load shows both how far the load is from its limit, and which
 * others are released on the way. Nothing else about the equations is needed here. */
#include <math.h>
#include <string.h>

#include "linalg.h"

/* Amount by which a load may exceed its limit, relative to the limit and to the largest load, and the
 * fraction of the push by which it must yield: rounding. */
#define NEAREST_EXCEEDS 1e-13
#define NEAREST_ROUNDING 1e-14
#define GIVES_WAY 1e-10
/* Strain of a fixed load that may be rounding, relative to the largest load. */
#define STRAINS 1e-12

static bool is_limit(double bound) { return fabs(bound) < DT_UNLIMITED; }

static double limit_at(const struct nearest *w, int64_t k, int side) { return side > 0 ? w->high[k] : w->low[k]; }

/* Possible error of a load near its limit: it is a sum of others. */
static double rounding(const struct nearest *w, double load, double limit)
{
    return fmax(NEAREST_EXCEEDS * (fabs(load) + fabs(limit)), NEAREST_ROUNDING * w->size);
}

/* Amount by which a load exceeds a limit, and which one; 0: it does not, except for rounding. */
static double excess(const struct nearest *w, int64_t k, int *side)
{
    double load = w->load[k];
    *side = load > w->high[k] ? 1 : -1;
    double limit = limit_at(w, k, *side), beyond = *side * (load - limit);
    return is_limit(limit) && beyond > rounding(w, load, limit) ? beyond : 0.0;
}

/* The load with the largest excess; -1: none. */
static int64_t most_exceeded(const struct nearest *w, int *side)
{
    int64_t found = -1;
    double most = 0.0;
    for (int64_t k = 0; k < w->count; ++k) {
        int at = 0;
        double beyond = w->kept[k] ? 0.0 : excess(w, k, &at);
        if (beyond > most) {
            most = beyond;
            found = k;
            *side = at;
        }
    }
    return found;
}

/* Release, one at a time, loads that are fixed although they would stay within their limits anyway. Returns a
 * dt_code. */
static int release(struct nearest *w)
{
    for (;;) {
        int code = w->solve(w, -1, 0.0);
        int64_t worst = -1;
        double least = 0.0;
        for (int64_t k = 0; k < w->count; ++k) {
            if (w->kept[k] && w->strain[k] < -STRAINS * w->size && w->strain[k] < least) {
                worst = k;
                least = w->strain[k];
            }
        }
        if (code != DT_OK || worst < 0)
            return code;
        w->kept[worst] = 0;
    }
}

/* The first fixed load to be released as another one is pushed further, and the push at which that happens,
 * for a push of the given size between two solutions; -1: none. */
static int64_t first_to_come_off(const struct nearest *w, double size, double *push)
{
    int64_t first = -1;
    for (int64_t k = 0; k < w->count; ++k) {
        double strain = fmax(w->strain_before[k], 0.0), change = w->strain[k] - w->strain_before[k];
        if (!w->kept[k] || !(change < -GIVES_WAY * size))
            continue;
        double needed = strain / -change * size;
        if (first < 0 || needed < *push) {
            first = k;
            *push = needed;
        }
    }
    return first;
}

static void remember(struct nearest *w)
{
    memcpy(w->strain_before, w->strain, (size_t)w->count * sizeof *w->strain);
}

/* Fix load k from now on. Returns a dt_code. */
static int keep(struct nearest *w, int64_t k, int side)
{
    w->kept[k] = (int8_t)side;
    return w->solve(w, -1, 0.0);
}

/* Push load k until it is at its limit, and fix it there. Returns a dt_code: DT_SINGULAR if it cannot be
 * reached. */
static int take_up(struct nearest *w, int64_t k, int side)
{
    double push = 0.0, limit = limit_at(w, k, side);
    for (int64_t round = 0; round <= w->count; ++round) {
        int code = w->solve(w, k, -side * push);
        double beyond = side * (w->load[k] - limit), size = fabs(beyond);
        remember(w);
        if (code == DT_OK && size > 0.0)
            code = w->solve(w, k, -side * (push + size));
        if (code != DT_OK)
            return code;
        double way = beyond - side * (w->load[k] - limit), step = INFINITY;
        int64_t other = first_to_come_off(w, size, &step);
        bool moves = way > GIVES_WAY * size;
        if (beyond <= 0.0 || (moves && (other < 0 || beyond / way * size <= step)))
            return keep(w, k, side);
        if (other < 0) /* it follows from the fixed ones, at its limit within rounding or not at all */
            return beyond <= rounding(w, limit, limit) ? w->solve(w, -1, 0.0) : DT_SINGULAR;
        w->kept[other] = 0;
        push += step;
    }
    return DT_SINGULAR;
}

/* Start with the loads already fixed. If no solution obeys all limits, the last one that obeys some is
 * returned. Returns a dt_code. */
int dt_find_nearest(struct nearest *w)
{
    int code = release(w), side = 0;
    if (code == DT_SINGULAR) {
        memset(w->kept, 0, (size_t)w->count);
        code = w->solve(w, -1, 0.0);
    }
    for (int64_t round = 0; code == DT_OK && round < 20 + 20 * w->count; ++round) {
        int64_t k = most_exceeded(w, &side);
        if (k < 0)
            return DT_OK;
        memcpy(w->kept_before, w->kept, (size_t)w->count);
        code = take_up(w, k, side);
        if (code == DT_SINGULAR) {
            memcpy(w->kept, w->kept_before, (size_t)w->count);
            return w->solve(w, -1, 0.0);
        }
    }
    return code;
}
