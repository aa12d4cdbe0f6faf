/* Lobatto quadrature over a finished step, for methods that do not integrate quadratures themselves.
 *
 * Nothing depends on quadratures, so they are integrated over the finished step by the Lobatto rule with four
 * nodes (order 6) on the continuous extension of the states: the derivatives at both ends are known anyway,
 * so it costs two evaluations. */
#include "methods.h"
#include "../model/model.h"

/* Abscissa of the inner nodes of the Lobatto rule. */
#define LOBATTO 0.44721359549995794

/* Integrals over the step and their continuous extension: the integral of the polynomial through
 * the derivatives at the four nodes k[0], k[1], k[2], k[STAGES - 1]. */
static void integrate(dt_solver *s, double h)
{
    const double *first = s->k[0], *a = s->k[1], *b = s->k[2], *last = s->k[STAGES - 1];
    double **d = s->dense;
    for (int64_t i = s->model.n_x; i < s->n; ++i) {
        double difference = h / 12.0 * (first[i] + 5.0 * (a[i] + b[i]) + last[i]);
        s->x_new[i] = s->x[i] + difference;
        d[0][i] = s->x[i];
        d[1][i] = difference;
        d[2][i] = h * first[i] - difference;
        d[3][i] = difference - h * last[i] - d[2][i];
        d[4][i] = -(h * (b[i] - a[i]) / LOBATTO + 2.0 * d[2][i] + d[3][i]) / 0.8;
    }
}

/* Complete an accepted attempt: derivatives at its end, with which the next step begins, and the quadratures.
 * Returns a dt_code. */
int dt_complete_step(dt_solver *s, double h)
{
    int code = DT_OK;
    for (int node = 0; s->model.n_q && node < 2 && code == DT_OK; ++node) {
        double t = s->time_start + 0.5 * (1.0 + (node ? LOBATTO : -LOBATTO)) * h;
        dt_interpolate(s, t, s->x_stage);
        code = dt_evaluate_ode(s, t, s->x_stage, s->k[1 + node]);
        dt_note_branches(s);
        s->end_known = false;
    }
    if (code == DT_OK)
        code = dt_evaluate_last_stage(s, s->k[STAGES - 1]);
    if (code == DT_OK && s->model.n_q)
        integrate(s, h);
    return code;
}
