/* Let steps end at the knots of smooth tables, where the curvature jumps between polynomials.
 *
 * The error of a step across a spline knot is underestimated many times, and a periodic table repeats the
 * same error again and again. So the mean of the table over a step is compared with the value that the stages
 * of the explicit pair yield: both follow from the arguments at its ends, without the model. Where these
 * differ by more than the tolerance allows, the step ends at a knot; if the argument continues as before, no
 * attempt beyond it is even made. The solution near a knot is smooth enough for a step to end slightly off
 * it. */
#include <math.h>

#include "../methods/bogacki_shampine5.h"
#include "discontinuities.h"
#include "../model/model.h"

/* Number of tolerances by which a step may misread the integral accumulated while a table runs through its
 * range: for a sine, about one tolerance of its integral. */
#define MISREAD 3.0
/* Fraction of a step at its ends within which a knot is harmless. */
#define BESIDE 1e-3
/* Pieces of a table within a step that are examined individually; if there are more, they are practically
 * smooth. */
#define MOST_PIECES 32

static const double *table_of(const dt_solver *s, int64_t k)
{
    return s->io.tables + s->io.table_offset[s->model.knot_table[k]];
}

/* The mean of a table from u to v, with no knots in between: Gauss's rule is exact for its cubics. */
static double mean_of_piece(const double *table, double u, double v, int64_t order)
{
    double middle = 0.5 * (u + v), reach = 0.5 * (v - u) / sqrt(3.0);
    return 0.5 * (dt_table(table, middle - reach, order) + dt_table(table, middle + reach, order));
}

/* The mean of a table from u to v, or of its derivative `order`. False: it has very many pieces there. */
static bool mean_of(const double *table, double u, double v, int64_t order, double *mean)
{
    double left = u, aside = 1e-9 * (v - u);
    *mean = 0.0;
    for (int pieces = 0; pieces < MOST_PIECES; ++pieces) {
        double right = dt_table_next(table, left + aside, v > u);
        bool last = v > u ? right >= v : right <= v;
        right = last ? v : right;
        *mean += (right - left) / (v - u) * mean_of_piece(table, left, right, order);
        if (last)
            return true;
        left = right;
    }
    return false;
}

/* The value that the stages of a step yield for that mean. */
static double mean_of_stages(const double *table, double u, double v, int64_t order)
{
    const double *weight = BS5_A[BS5_STAGES - 1];
    double sum = 0.0;
    for (int i = 0; i < BS5_STAGES - 1; ++i)
        if (weight[i] != 0.0)
            sum += weight[i] * dt_table(table, u + BS5_C[i] * (v - u), order);
    return sum;
}

void dt_prepare_knots(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_knot; ++k)
        s->oscillation.range[2 * k] = NAN;
}

/* The ranges over the whole table of the value read at knot k, and of its slope: computed once in a run,
 * since tables may be long. */
static const double *ranges_of(dt_solver *s, int64_t k)
{
    double *range = s->oscillation.range + 2 * k;
    if (isnan(range[0])) {
        range[0] = dt_table_range(table_of(s, k), s->model.knot_order[k]);
        range[1] = dt_table_range(table_of(s, k), s->model.knot_order[k] + 1);
    }
    return range;
}

/* Would a step from u to v misread table k? */
static bool misreads(dt_solver *s, int64_t k, double u, double v)
{
    const double *table = table_of(s, k);
    int64_t order = s->model.knot_order[k];
    double mean;
    if (!mean_of(table, u, v, order, &mean))
        return false;
    const double *range = ranges_of(s, k);
    double error = fabs(mean - mean_of_stages(table, u, v, order));
    double swept = fabs(v - u) * range[1];
    return error * fmin(range[0], swept) > MISREAD * s->settings.rtol[0] * range[0] * range[0];
}

/* Fraction of the way from u to v at which a step should end at a knot of table k; 1: it need not. On a long
 * way with many knots a half is tried, and a half of that; at the first knot it ends in any case. */
static double part_to_knot(dt_solver *s, int64_t k, double u, double v)
{
    const double *table = table_of(s, k);
    if (!isfinite(u) || !isfinite(v) || u == v)
        return 1.0;
    double way = v - u, first = (dt_table_next(table, u + BESIDE * way, way > 0.0) - u) / way;
    double part = 1.0;
    if (!(first < 1.0 - BESIDE))
        return 1.0;
    while (part > first && misreads(s, k, u, u + part * way)) {
        double half = u + 0.5 * part * way;
        part = fmax(first, (dt_table_next(table, half, way < 0.0) - u) / way);
    }
    return part;
}

/* The smallest fraction of a step of this size at which it may end. */
static double least_part(dt_solver *s, double h, const double *end)
{
    const struct oscillation *p = &s->oscillation;
    int64_t first = s->model.n_angle - s->model.n_knot;
    double part = 1.0;
    for (int64_t k = 0; k < s->model.n_knot && s->model.n_x; ++k) {
        double u = p->start[first + k];
        part = fmin(part, part_to_knot(s, k, u, end ? end[first + k] : u + h * p->rate[k]));
    }
    return part;
}

/* Fraction of the step of size h just made at which it should end, since it misreads tables; 1: it does
 * not. */
double dt_judge_knots(dt_solver *s, double h)
{
    struct oscillation *p = &s->oscillation;
    int64_t first = s->model.n_angle - s->model.n_knot;
    for (int64_t k = 0; k < s->model.n_knot; ++k)
        p->rate[k] = (p->end[first + k] - p->start[first + k]) / h;
    return least_part(s, h, p->end);
}

/* The same for an upcoming step, if the arguments continue as before. */
double dt_foresee_knots(dt_solver *s, double h) { return least_part(s, h, NULL); }

/* Discard the extrapolation of the arguments. */
void dt_forget_knots(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_knot; ++k)
        s->oscillation.rate[k] = 0.0;
    s->oscillation.beyond = 0.0;
}
