/* Stages and error estimate of the stiff method Rodas5P (coefficients in rodas5p.h). Its Jacobian covers the
 * states only; quadratures are added when the step is finished (step_quadrature.c). */
#include <string.h>

#include "methods.h"
#include "../model/model.h"
#include "rodas5p.h"

/* Derivatives of xdot at the start of the step, once per step. Returns a dt_code. */
static int prepare_jacobian(dt_solver *s)
{
    if (s->stiff.jacobian_ready)
        return DT_OK;
    if (s->model.jacobian == dt_jacobian_to_come)
        return DT_NO_JACOBIAN;
    dt_restore_memory(s);
    int code = dt_evaluate_jacobian(s, s->time, s->x);
    s->stiff.jacobian_ready = code == DT_OK;
    return code;
}

/* out = base + sum of the first `count` stages with these weights, over the states. */
static void combine(const dt_solver *s, const double *base, const double *weight, int count,
                    double factor, double *out)
{
    double *const *u = s->stiff.u;
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        double sum = 0.0;
        for (int j = 0; j < count; ++j)
            sum += weight[j] * u[j][i];
        out[i] = base[i] + factor * sum;
    }
}

static int pass_stage(dt_solver *s, int stage, double t, double h)
{
    const double *f = s->k[0];
    double *u = s->stiff.u[stage], drift = RODAS_D[stage] * h;
    if (stage > 0) {
        double time = RODAS_C[stage] == 1.0 ? s->time_end : t + RODAS_C[stage] * h;
        combine(s, s->x, RODAS_A[stage], stage, 1.0, s->x_stage);
        int code = dt_evaluate_ode(s, time, s->x_stage, s->k[1]);
        if (code)
            return code;
        f = s->k[1];
    }
    combine(s, f, RODAS_G[stage], stage, 1.0 / h, u);
    for (int64_t i = 0; drift != 0.0 && i < s->model.n_x; ++i)
        u[i] += drift * s->stiff.dfdt[i];
    dt_matrix_solve(&s->stiff.matrix, u);
    return DT_OK;
}

/* All stages of the step from t; k[0] is ready. The new states are in x_new. Returns a dt_code;
 * jacobian_ready and factored say how far it got. */
int dt_rodas_stages(dt_solver *s, double t, double h)
{
    struct stiff *w = &s->stiff;
    w->factored = false;
    int code = prepare_jacobian(s);
    if (code)
        return code;
    ++s->stats.factorisations;
    code = dt_matrix_factor(&w->matrix, &s->model, w->jac, 1.0 / (h * RODAS_GAMMA));
    if (code)
        return code;
    w->factored = true;
    dt_restore_memory(s);
    for (int stage = 0; stage < RODAS_STAGES; ++stage) {
        code = pass_stage(s, stage, t, h);
        if (code)
            return code;
    }
    memcpy(s->x_new, s->x, (size_t)s->n * sizeof(double));
    const double *last = w->u[RODAS_STAGES - 1];
    for (int64_t i = 0; i < s->model.n_x; ++i)
        s->x_new[i] = s->x_stage[i] + last[i];
    s->dense_ready = false;
    return DT_OK;
}

/* Estimated errors of the states: the contribution of the last stage. */
const double *dt_rodas_error(const dt_solver *s) { return s->stiff.u[RODAS_STAGES - 1]; }

/* Coefficients of the continuous extension of the states, in the form that dt_interpolate reads. */
void dt_rodas_dense(dt_solver *s)
{
    double *const *u = s->stiff.u;
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        double H[3] = {0.0, 0.0, 0.0};
        for (int j = 0; j < RODAS_STAGES; ++j)
            for (int k = 0; k < 3; ++k)
                H[k] += RODAS_H[k][j] * u[j][i];
        s->dense[0][i] = s->x[i];
        s->dense[1][i] = s->x_new[i] - s->x[i];
        s->dense[2][i] = H[0];
        s->dense[3][i] = H[1] + H[2];
        s->dense[4][i] = -H[2];
    }
    s->dense_ready = true;
    s->dense_fine = false;
}
