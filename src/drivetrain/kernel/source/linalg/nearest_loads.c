/* Of the loads that do what is asked of them, those nearest to given ones within their limits.
 *
 * A dual active set (D. Goldfarb, A. Idnani, Mathematical Programming 27, 1983): loads are kept at limits one after
 * the other, and come off again where what keeps them there would have to pull. Each solution is the nearest one of
 * fewer limits, so that the distance grows with each load that is taken up, and there is an end. How a solution
 * answers when a load is pushed tells both how far it takes to its limit, and what comes off on the way. Who solves
 * the equations with some loads kept need not know more. */
#include <math.h>
#include <string.h>

#include "linalg.h"

/* By how much a load may exceed its limit, compared with that and with the largest load, and by what part of the push
 * it has to give way: rounding. */
#define EXCEEDS 1e-13
#define ROUNDING 1e-14
#define GIVES_WAY 1e-10
/* Strain of a load that is kept which may be rounding, compared with the largest load. */
#define STRAINS 1e-12

static bool is_limit(double bound) { return fabs(bound) < DT_UNLIMITED; }

static double limit_at(const struct nearest *w, int64_t k, int side) { return side > 0 ? w->high[k] : w->low[k]; }

/* What a load beside its limit may be off by: it is a sum of others. */
static double rounding(const struct nearest *w, double load, double limit)
{
    return fmax(EXCEEDS * (fabs(load) + fabs(limit)), ROUNDING * w->size);
}

/* By how much a load is beyond its limit, and at which side; 0: it is not, but for rounding. */
static double excess(const struct nearest *w, int64_t k, int *side)
{
    double load = w->load[k];
    *side = load > w->high[k] ? 1 : -1;
    double limit = limit_at(w, k, *side), beyond = *side * (load - limit);
    return is_limit(limit) && beyond > rounding(w, load, limit) ? beyond : 0.0;
}

/* The load that is beyond its limit by most; -1: none is. */
static int64_t most_exceeded(const struct nearest *w, int *side)
{
    int64_t found = -1;
    double most = 0.0;
    for (int64_t k = 0; k < w->count; ++k) {
        int at;
        double beyond = w->kept[k] ? 0.0 : excess(w, k, &at);
        if (beyond > most) {
            most = beyond;
            found = k;
            *side = at;
        }
    }
    return found;
}

/* Let those go, one at a time, that are kept although they would stay within their limits by themselves.
 * Returns a dt_code. */
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

/* Which kept load comes off first if another one is pushed on, and after how much of a push of the given size
 * between two solutions; -1: none does. */
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

/* Keep load k from now on. Returns a dt_code. */
static int keep(struct nearest *w, int64_t k, int side)
{
    w->kept[k] = (int8_t)side;
    return w->solve(w, -1, 0.0);
}

/* Push load k until it is at its limit, and keep it there. Returns a dt_code: DT_SINGULAR if nothing takes it there. */
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
        if (other < 0) /* it follows from what is kept, at its limit but for rounding or not at all */
            return beyond <= rounding(w, limit, limit) ? w->solve(w, -1, 0.0) : DT_SINGULAR;
        w->kept[other] = 0;
        push += step;
    }
    return DT_SINGULAR;
}

/* Begin with what is kept already. Where nothing obeys all limits, the last solution stands that obeys some. Returns a
 * dt_code. */
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
