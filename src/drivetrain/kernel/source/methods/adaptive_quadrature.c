/* Piecewise adaptive quadrature over a step that has changed its branch.
 *
 * Quadratures do not enter the error norm. That is acceptable as long as their rates are as smooth as those
 * of the states; but a step that is free to change branches is controlled by the error of the states alone,
 * which may not reveal a discontinuity: where the force of separating teeth is zero, those of their spring
 * and of their damper need not be, and the step continues far beyond the end of contact. The states within
 * such a step are accurately known. So its quadratures are integrated again, over the valid part of the step,
 * with panels that are divided where the rates have kinks (adaptive Lobatto rule with its Kronrod extension:
 * W. Gander, W. Gautschi, "Adaptive quadrature - revisited", BIT 40, 2000). */
#include <math.h>
#include <string.h>

#include "methods.h"
#include "../model/model.h"
#include "../linalg/linalg.h"

/* Fraction of the tolerance to which panels must agree, and their attainable accuracy. */
#define PANEL_SHARE 0.1
#define PANEL_LEAST 1e-12
/* Every quadrature counts at least as this fraction of the largest one. */
#define PANEL_SMALL 1e-3

/* Inner nodes of a panel within [-1, 1], and the weights of both rules at its ends and inner nodes. */
static const double NODE[PANELS_NODES] = {-0.816496580927726, -0.44721359549995794, 0.0,
                                          0.44721359549995794, 0.816496580927726};
#define LOBATTO_END (1.0 / 6.0)
static const double LOBATTO[PANELS_NODES] = {0.0, 5.0 / 6.0, 0.0, 5.0 / 6.0, 0.0};
#define KRONROD_END (77.0 / 1470.0)
static const double KRONROD[PANELS_NODES] = {432.0 / 1470.0, 625.0 / 1470.0, 672.0 / 1470.0,
                                             625.0 / 1470.0, 432.0 / 1470.0};

/* Nodes and weights of the Gauss rule, exact for the interpolant of a rate through all nodes of a panel. */
#define GAUSS 4
static const double PLACE[GAUSS] = {-0.8611363115940526, -0.33998104358485626, 0.33998104358485626,
                                    0.8611363115940526};
static const double WEIGHT[GAUSS] = {0.34785484513745385, 0.6521451548625461, 0.6521451548625461,
                                     0.34785484513745385};

/* A panel of the step, and the rates of the quadratures at its ends. */
struct piece {
    double left, right;
    const double *first, *last;
    int depth;
};

/* Rates of the quadratures at a time within the step; false if they are undefined. */
static bool find_rates(dt_solver *s, double t, double *rates)
{
    struct panels *p = &s->panels;
    int64_t n = s->model.n_q;
    dt_interpolate(s, t, s->x_stage);
    if (dt_evaluate_rates(s, t, s->x_stage, p->xdot) != DT_OK)
        return false;
    memcpy(rates, p->xdot + s->model.n_x, (size_t)n * sizeof *rates);
    return dt_all_finite(n, rates);
}

/* Integral k over a panel by the finer of two rules, the difference of both, and the magnitude of its
 * terms. */
static double integral(const dt_solver *s, struct piece piece, const double *inner, int64_t k,
                       double *difference, double *size)
{
    int64_t n = s->model.n_q;
    double half = 0.5 * (piece.right - piece.left), ends = piece.first[k] + piece.last[k];
    double coarse = LOBATTO_END * ends, fine = KRONROD_END * ends;
    *size = KRONROD_END * (fabs(piece.first[k]) + fabs(piece.last[k]));
    for (int j = 0; j < PANELS_NODES; ++j) {
        coarse += LOBATTO[j] * inner[j * n + k];
        fine += KRONROD[j] * inner[j * n + k];
        *size += KRONROD[j] * fabs(inner[j * n + k]);
    }
    *difference = half * fabs(fine - coarse);
    *size *= half;
    return half * fine;
}

/* Do both rules agree, relative to the accumulated quadratures? One that is negligible compared with others
 * is not examined more closely than these. */
static bool agrees(dt_solver *s, struct piece piece, const double *inner)
{
    struct panels *p = &s->panels;
    bool good = true;
    for (int64_t k = 0; k < s->model.n_q; ++k) {
        double difference, size;
        integral(s, piece, inner, k, &difference, &size);
        p->size[k] = fmax(p->size[k], size);
        p->largest = fmax(p->largest, p->size[k]);
        good = good && difference <= p->enough * fmax(p->size[k], PANEL_SMALL * p->largest);
    }
    return good;
}

/* Store a panel that is not divided, and add the integrals over it. */
static void keep_piece(dt_solver *s, struct piece piece, const double *inner)
{
    struct panels *p = &s->panels;
    int64_t n = s->model.n_q;
    size_t bytes = (size_t)n * sizeof(double);
    double *rate = p->rate + p->count * (PANELS_NODES + 1) * n, *sum = p->sum + p->count * n;
    memcpy(rate, piece.first, bytes);
    memcpy(rate + n, inner, PANELS_NODES * bytes);
    memcpy(rate + (PANELS_NODES + 1) * n, piece.last, bytes);
    for (int64_t k = 0; k < n; ++k) {
        double difference, size;
        sum[n + k] = sum[k] + integral(s, piece, inner, k, &difference, &size);
    }
    p->end[p->count++] = piece.right;
}

/* Integrate over a panel, divided if necessary; false if the rates are undefined somewhere. */
static bool add_piece(dt_solver *s, struct piece piece)
{
    struct panels *p = &s->panels;
    int64_t n = s->model.n_q;
    double *inner = p->inner + piece.depth * PANELS_NODES * n, t[PANELS_NODES + 2];
    t[0] = piece.left;
    t[PANELS_NODES + 1] = piece.right;
    for (int j = 0; j < PANELS_NODES; ++j) {
        t[j + 1] = piece.left + 0.5 * (1.0 + NODE[j]) * (piece.right - piece.left);
        if (!find_rates(s, t[j + 1], inner + j * n))
            return false;
    }
    if (agrees(s, piece, inner) || piece.depth + 1 == PANELS_DEPTH ||
        p->planned + PANELS_NODES > PANELS_MOST) {
        keep_piece(s, piece, inner);
        return true;
    }
    p->planned += PANELS_NODES;
    for (int j = 0; j <= PANELS_NODES; ++j) {
        const double *first = j == 0 ? piece.first : inner + (j - 1) * n;
        const double *last = j == PANELS_NODES ? piece.last : inner + j * n;
        if (!add_piece(s, (struct piece){t[j], t[j + 1], first, last, piece.depth + 1}))
            return false;
    }
    return true;
}

/* Node j of a panel, including its ends. */
static double node(int j)
{
    return j == 0 ? -1.0 : j == PANELS_NODES + 1 ? 1.0 : NODE[j - 1];
}

/* Weights of the rate at each node of a panel in the integral from its left end, -1, to u. */
static void find_weights(double u, double *weight)
{
    double half = 0.5 * (u + 1.0);
    for (int j = 0; j < PANELS_NODES + 2; ++j) {
        weight[j] = 0.0;
        for (int g = 0; g < GAUSS; ++g) {
            double at = half * (1.0 + PLACE[g]) - 1.0, product = half * WEIGHT[g];
            for (int i = 0; i < PANELS_NODES + 2; ++i)
                product *= i == j ? 1.0 : (at - node(i)) / (node(j) - node(i));
            weight[j] += product;
        }
    }
}

/* Write the quadratures at a time within the step to their places after the states. */
void dt_interpolate_panels(const dt_solver *s, double t, double *x)
{
    const struct panels *p = &s->panels;
    int64_t n = s->model.n_q, n_x = s->model.n_x, i = 0;
    double weight[PANELS_NODES + 2];
    while (i + 1 < p->count && t > p->end[i])
        ++i;
    double left = i == 0 ? s->time_start : p->end[i - 1], right = p->end[i];
    const double *rate = p->rate + i * (PANELS_NODES + 1) * n, *sum = p->sum + i * n;
    find_weights(fmin(1.0, 2.0 * (t - left) / (right - left) - 1.0), weight);
    for (int64_t k = 0; k < n; ++k) {
        double mean = 0.0;
        for (int j = 0; j < PANELS_NODES + 2; ++j)
            mean += weight[j] * rate[j * n + k];
        x[n_x + k] = s->x[n_x + k] + (sum[k] + 0.5 * (right - left) * mean);
    }
}

/* Fraction of the integrals to which panels must agree. */
static double enough(const dt_solver *s)
{
    double least = s->model.n_x ? 1.0 : PANEL_LEAST;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        least = fmin(least, s->settings.rtol[i]);
    return fmax(PANEL_SHARE * least, PANEL_LEAST);
}

/* Reset the panels for a step that begins here. */
static void begin(dt_solver *s)
{
    struct panels *p = &s->panels;
    int64_t n = s->model.n_q;
    p->count = 0;
    p->planned = 2;
    p->enough = enough(s);
    p->largest = 0.0;
    for (int64_t k = 0; k < n; ++k) {
        p->sum[k] = 0.0;
        p->size[k] = fabs(s->x[s->model.n_x + k]);
        p->largest = fmax(p->largest, p->size[k]);
    }
    memcpy(p->first, s->k[0] + s->model.n_x, (size_t)n * sizeof(double));
}

/* Store the integrals found as the quadratures at the ends of the step. */
static void finish(dt_solver *s)
{
    const struct panels *p = &s->panels;
    int64_t n = s->model.n_q, n_x = s->model.n_x;
    for (int64_t k = 0; k < n; ++k) {
        double end = s->x[n_x + k] + p->sum[p->count * n + k];
        s->x_point[n_x + k] = end;
        if (s->time_due == s->time_end)
            s->x_new[n_x + k] = end;
    }
}

/* Integrate quadratures again over the valid part of the current step, if it has changed its branch. Where
 * the rates are undefined they stay unchanged. */
void dt_integrate_panels(dt_solver *s)
{
    struct panels *p = &s->panels;
    double start = s->time_start, due = s->time_due, middle = 0.5 * (start + due);
    if (!s->model.n_q || !dt_changes_branches(s) || !(middle > start && middle < due))
        return;
    begin(s);
    p->known = find_rates(s, middle, p->middle) && find_rates(s, due, p->last) &&
               add_piece(s, (struct piece){start, middle, p->first, p->middle, 0}) &&
               add_piece(s, (struct piece){middle, due, p->middle, p->last, 0});
    if (p->known)
        finish(s);
}
