/* Steps made by an external integrator, one at a time.
 *
 * dt_advance returns DT_STEP; the caller gets the span of the next step, makes it with the services here and
 * hands over its end and a polynomial. From then on it is treated like any other step: crossings are sought
 * on the polynomial, and events, rows, quadratures and the history of delays follow. */
#include <math.h>
#include <string.h>

#include "stepping.h"
#include "../model/model.h"

/* Spans of fewer last bits of time are covered along the tangent: other integrators reject them. */
#define TINY 64.0

void dt_get_span(const dt_solver *s, dt_span *span)
{
    *span = (dt_span){.start = s->time,
                      .end = dt_choose_end(s, INFINITY),
                      .fresh = s->external.fresh,
                      .x = s->x,
                      .xdot = s->k[0]};
}

/* Undefined values or failures on the way to the current step are remembered, in case it fails. */
int dt_rates(dt_solver *s, double t, const double *x, double *xdot)
{
    dt_restore_memory(s);
    int code = dt_evaluate_ode(s, t, x, xdot);
    if (code) {
        s->external.code = code;
        s->external.block = s->io.failed_block;
    }
    for (int64_t i = s->model.n_x - 1; code == DT_OK && i >= 0; --i)
        if (!isfinite(xdot[i]))
            s->external.undefined = i;
    return code;
}

int dt_rates_jacobian(dt_solver *s, double t, const double *x, const double **jac)
{
    dt_restore_memory(s);
    *jac = s->io.jac;
    return dt_evaluate_jacobian(s, t, x);
}

void dt_take_step(dt_solver *s, double end, const double *x_end, const double *coefficients)
{
    size_t bytes = (size_t)s->model.n_x * sizeof(double);
    s->time_end = end;
    memcpy(s->x_new, s->x, (size_t)s->n * sizeof(double));
    if (bytes)
        memcpy(s->x_new, x_end, bytes);
    for (int k = 0; bytes && k <= DT_DEGREE; ++k)
        memcpy(s->dense[k], coefficients + k * s->model.n_x, bytes);
    s->external = (struct external){.on = true, .taken = true, .undefined = -1};
}

/* There is no step: DT_STEP if other modes allow one, else the reason. */
int dt_give_up(dt_solver *s)
{
    s->io.failed_block = s->external.block;
    s->failing_code = s->external.code;
    if (s->failing_code && dt_change_modes(s)) {
        s->external = (struct external){.on = true, .fresh = true, .undefined = -1};
        return DT_STEP;
    }
    if (s->failing_code)
        return dt_fail_step(s, DT_BLOCK_FAILED, -1);
    if (s->external.undefined >= 0)
        return dt_fail_step(s, DT_NON_FINITE, s->external.undefined);
    return dt_fail_step(s, DT_STEP_TOO_SMALL, dt_worst_state(s));
}

/* A step of almost zero length, or of no states, along the tangent. */
static void take_tangent(dt_solver *s, double end)
{
    s->time_end = end;
    memcpy(s->x_new, s->x, (size_t)s->n * sizeof(double));
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        double change = (end - s->time) * s->k[0][i];
        s->x_new[i] += change;
        s->dense[0][i] = s->x[i];
        s->dense[1][i] = change;
        for (int k = 2; k <= DT_DEGREE; ++k)
            s->dense[k][i] = 0.0;
    }
    s->external.fresh = true;
}

/* Make the step handed over the current one; DT_STEP if there is none. Its error is controlled externally:
 * the rates of the states are stored in place of an estimate. */
int dt_external_step(dt_solver *s)
{
    memcpy(s->error, s->k[0], (size_t)s->n * sizeof(double));
    double end = dt_choose_end(s, INFINITY);
    if (s->model.n_x == 0 || end - s->time < TINY * dt_ulp(s->time))
        take_tangent(s, end);
    else if (!s->external.taken)
        return DT_STEP;
    s->external.taken = false;
    s->time_start = s->time;
    s->stiff_step = false;
    s->dense_ready = true;
    return DT_DONE;
}
