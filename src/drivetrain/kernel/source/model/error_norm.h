/* Weighted maximum norm of the error.
 *
 * A mean over the states would let a large model compute each of its shafts less accurately than a small one.
 * Long state vectors do not fit into the caches: the argument of a norm is computed where it is compared, so
 * that it need not be stored. */
#ifndef DRIVETRAIN_KERNEL_NORM_H
#define DRIVETRAIN_KERNEL_NORM_H

#include "../state/solver.h"

/* Data that determine the tolerances; the states have the magnitudes of x and y. */
struct sizes {
    const double *x, *y, *atol, *rtol, *limit;
    int64_t each; /* 1: every state has its own tolerances; 0: all have those of the first one */
};

/* The same from state `first` on. */
DT_INLINE struct sizes dt_sizes_from(const dt_solver *s, const double *y, int64_t first)
{
    const dt_settings *set = &s->settings;
    return (struct sizes){s->x + first, y + first, set->atol + first, set->rtol + first,
                          set->size_limit + first, 1};
}

/* The same again; if `each` is a constant, so are the loop strides. */
DT_INLINE struct sizes dt_each(struct sizes w, int64_t each)
{
    w.each = each;
    return w;
}

DT_INLINE struct sizes dt_sizes(const dt_solver *s, const double *y) { return dt_sizes_from(s, y, 0); }

DT_INLINE double dt_size_tolerance(struct sizes w, int64_t i)
{
    double left = fabs(w.x[i]), right = fabs(w.y[i]), size = left > right ? left : right;
    return dt_tolerance(w.atol[i * w.each], w.rtol[i * w.each], w.limit[i * w.each], size);
}

DT_INLINE double dt_part(struct sizes w, int64_t i, double value)
{
    return fabs(value) / dt_size_tolerance(w, i);
}

/* The larger one; NaN propagates. */
DT_INLINE double dt_larger(double a, double b) { return ((b > a) | (b != b)) ? b : a; }

DT_INLINE double dt_smaller(double a, double b) { return a < b ? a : b; }

/* The largest of all lanes. */
DT_INLINE double dt_largest(double *most)
{
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; ++lane)
            most[lane] = dt_larger(most[lane], most[lane + half]);
    return most[0];
}

/* Element i of the argument of the norm. */
typedef double dt_number(const void *of, int64_t i);

DT_INLINE double dt_norm(int64_t n, struct sizes w, dt_number *number, const void *of)
{
    double most[LANES] = {0.0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; ++lane)
            most[lane] = dt_larger(most[lane], dt_part(w, i + lane, number(of, i + lane)));
    for (int lane = 0; i < n; ++i, ++lane)
        most[lane] = dt_larger(most[lane], dt_part(w, i, number(of, i)));
    return dt_largest(most);
}

#endif
