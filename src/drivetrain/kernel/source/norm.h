/* Root mean square of what is small relative to the tolerances of the states.
 *
 * Long states do not fit into the caches: what a norm is taken of is computed where it is squared,
 * so that it need not be stored. */
#ifndef DRIVETRAIN_KERNEL_NORM_H
#define DRIVETRAIN_KERNEL_NORM_H

#include "internal.h"

#define LANES 8

/* What the tolerances depend on; the states are of the size of x and y. */
struct sizes {
    const double *x, *y, *atol, *rtol, *limit;
};

DT_INLINE struct sizes dt_sizes(const dt_solver *s, const double *y)
{
    const dt_settings *set = &s->settings;
    return (struct sizes){s->x, y, set->atol, set->rtol, set->size_limit};
}

DT_INLINE double dt_size_tolerance(struct sizes w, int64_t i)
{
    double left = fabs(w.x[i]), right = fabs(w.y[i]), size = left > right ? left : right;
    return dt_tolerance(w.atol[i], w.rtol[i], w.limit[i], size);
}

DT_INLINE double dt_square_ratio(struct sizes w, int64_t i, double value)
{
    double ratio = value / dt_size_tolerance(w, i);
    return ratio * ratio;
}

/* Number i of what the norm is taken of. */
typedef double dt_number(const void *of, int64_t i);

/* The order of the sum is that of LANES numbers side by side, on every processor. */
DT_INLINE double dt_norm(int64_t n, struct sizes w, dt_number *number, const void *of)
{
    double part[LANES] = {0.0}, sum = 0.0;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; ++lane)
            part[lane] += dt_square_ratio(w, i + lane, number(of, i + lane));
    for (int lane = 0; i < n; ++i, ++lane)
        part[lane] += dt_square_ratio(w, i, number(of, i));
    for (int lane = 0; lane < LANES; ++lane)
        sum += part[lane];
    return n ? sqrt(sum / (double)n) : 0.0;
}

#endif
