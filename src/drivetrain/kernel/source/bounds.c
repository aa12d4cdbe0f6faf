/* Bounds of loads: sums q u that have to stay between two limits. */
#include <float.h>
#include <math.h>

#include "internal.h"

/* By which a load may exceed its bound, relative to the bound and to the terms that it adds up. */
#define OF_BOUND 1e-13
#define OF_TERMS (64.0 * DBL_EPSILON)

DT_INLINE int64_t row_start(const dt_bounds *bounds, int64_t n, int64_t i)
{
    return bounds->ptr ? bounds->ptr[i] : i * n;
}

DT_INLINE int64_t column_of(const dt_bounds *bounds, int64_t n, int64_t i, int64_t e)
{
    return bounds->ptr ? bounds->column[e] : e - i * n;
}

/* Load i of u[n]; `size`, if wanted, is the sum of the magnitudes of its terms. */
double dt_bounded_load(const dt_bounds *bounds, int64_t n, int64_t i, const double *u, double *size)
{
    double sum = 0.0, terms = 0.0;
    for (int64_t e = row_start(bounds, n, i); e < row_start(bounds, n, i + 1); ++e) {
        double term = bounds->q[e] * u[column_of(bounds, n, i, e)];
        sum += term;
        terms += fabs(term);
    }
    if (size)
        *size = terms;
    return sum;
}

/* The sum of the magnitudes of the coefficients of load i. */
double dt_bounded_size(const dt_bounds *bounds, int64_t n, int64_t i)
{
    double sum = 0.0;
    for (int64_t e = row_start(bounds, n, i); e < row_start(bounds, n, i + 1); ++e)
        sum += fabs(bounds->q[e]);
    return sum;
}

/* The only unknown that load i is a multiple of, and the factor; -1 if there are several, or none. */
int64_t dt_bounded_unknown(const dt_bounds *bounds, int64_t n, int64_t i, double *factor)
{
    int64_t found = -1;
    for (int64_t e = row_start(bounds, n, i); e < row_start(bounds, n, i + 1); ++e) {
        if (bounds->q[e] == 0.0)
            continue;
        if (found >= 0)
            return -1;
        found = column_of(bounds, n, i, e);
        *factor = bounds->q[e];
    }
    return found;
}

/* Rounding of load i, whose terms have this size. */
static double slack_of(const dt_bounds *bounds, int64_t i, double size)
{
    double bound = fmin(fabs(bounds->low[i]), fabs(bounds->high[i]));
    return OF_BOUND * (bound < INFINITY ? bound : 0.0) + OF_TERMS * size;
}

/* Whether all loads are within their bounds, but for rounding. Bounds that are exceeded are told as active. */
bool dt_within(const dt_bounds *bounds, int64_t n, const double *u)
{
    bool within = true;
    for (int64_t i = 0; i < bounds->count; ++i) {
        double size, load = dt_bounded_load(bounds, n, i, u, &size), slack = slack_of(bounds, i, size);
        bounds->active[i] = (load > bounds->high[i] + slack) - (load < bounds->low[i] - slack);
        within = within && bounds->active[i] == 0 && bounds->low[i] <= bounds->high[i] + slack;
    }
    return within;
}

/* Bounds of what is added to the loads of u, and by how much they may be exceeded. */
void dt_relative_bounds(const dt_bounds *bounds, int64_t n, const double *u, double *low, double *high,
                        double *slack)
{
    for (int64_t i = 0; i < bounds->count; ++i) {
        double size, load = dt_bounded_load(bounds, n, i, u, &size);
        low[i] = bounds->low[i] - load;
        high[i] = bounds->high[i] - load;
        slack[i] = slack_of(bounds, i, size);
    }
}

/* Unknowns that are loads themselves stand at the bounds that are active, or that they exceed by rounding. */
void dt_put_on_bounds(const dt_bounds *bounds, int64_t n, double *u)
{
    for (int64_t i = 0; i < bounds->count; ++i) {
        double factor, bound;
        int64_t j = dt_bounded_unknown(bounds, n, i, &factor);
        if (j < 0)
            continue;
        double load = factor * u[j];
        if (bounds->active[i] > 0 || load > bounds->high[i])
            bound = bounds->high[i];
        else if (bounds->active[i] < 0 || load < bounds->low[i])
            bound = bounds->low[i];
        else
            continue;
        u[j] = bound / factor;
    }
}
