/* Sensitivities over a step of the explicit pair: its formula is differentiated, stage by stage ("internal
 * differentiation", H. G. Bock, "Numerical treatment of inverse problems in chemical reaction kinetics",
 * 1981), so that they are those of the numbers that the run consists of. */
#include <string.h>

#include "bogacki_shampine5.h"
#include "methods.h"
#include "../model/model.h"
#include "../sensitivity/sensitivity.h"

/* out = base + h times the sum of the first `count` of these rates with these weights. */
static void combine(int64_t n, const double *base, double *const *rate, double h, const double *weight,
                    int count, double *out)
{
    if (n)
        memcpy(out, base, (size_t)n * sizeof *out);
    for (int j = 0; j < count; ++j) {
        double factor = h * weight[j];
        const double *one = rate[j];
        for (int64_t i = 0; factor != 0.0 && i < n; ++i)
            out[i] += factor * one[i];
    }
}

static int64_t size_of(const struct sensitivity *w) { return w->of->n_row * w->of->n_direction; }

static int pass_stage(dt_solver *s, int stage, double t, double h)
{
    struct sensitivity *w = s->sensitivity;
    double time = stage >= STAGES - 2 ? s->time_end : t + BS5_C[stage] * h;
    combine(s->model.n_x, s->x, s->k, h, BS5_A[stage], stage, w->x);
    combine(size_of(w), w->now, w->rate, h, BS5_A[stage], stage, w->stage);
    return dt_evaluate_tangent(s, time, w->x, w->rate[stage]);
}

/* The step just made, whose stages are still there. Returns a dt_code. */
int dt_bs5_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    double t = s->time_start, h = s->time_end - t;
    int code = DT_OK;
    for (int stage = w->first_known; stage < STAGES && code == DT_OK; ++stage)
        code = pass_stage(s, stage, t, h);
    if (size_of(w))
        memcpy(w->next, w->stage, (size_t)size_of(w) * sizeof(double));
    w->middle_known = false;
    return code;
}

/* The stage of the extension of order 5. */
static int find_middle(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    double t = s->time_start, h = s->time_end - t;
    combine(s->model.n_x, s->x, s->k, h, BS5_MIDDLE, STAGES, w->x);
    combine(size_of(w), w->now, w->rate, h, BS5_MIDDLE, STAGES, w->stage);
    w->middle_known = true;
    return dt_evaluate_tangent(s, t + 0.5 * h, w->x, w->rate[STAGES]);
}

/* Weights of the rates at this part of the step: the continuous extension of the states is linear in them. */
static void find_weights(const dt_solver *s, double a, double weight[STAGES + 1])
{
    double b = 1.0 - a, bump = a * a * b * b;
    for (int j = 0; j < STAGES; ++j) {
        double sum = j < STAGES - 1 ? BS5_A[STAGES - 1][j] : 0.0;
        weight[j] = a * sum * (1.0 - b + 2.0 * a * b);
        weight[j] += bump * (s->dense_fine ? BS5_FINE[0][j] + a * BS5_FINE[1][j] : BS5_D[j]);
    }
    weight[0] += a * b - a * a * b;
    weight[STAGES - 1] -= a * a * b;
    weight[STAGES] = s->dense_fine ? bump * (BS5_FINE[0][STAGES] + a * BS5_FINE[1][STAGES]) : 0.0;
}

/* The same within this step, at time t. Returns a dt_code. */
int dt_bs5_sensitivity_at(dt_solver *s, double t, double *out)
{
    struct sensitivity *w = s->sensitivity;
    double h = s->time_end - s->time_start, weight[STAGES + 1];
    int code = s->dense_fine && !w->middle_known ? find_middle(s) : DT_OK;
    find_weights(s, (t - s->time_start) / h, weight);
    combine(size_of(w), w->now, w->rate, h, weight, s->dense_fine ? STAGES + 1 : STAGES, out);
    return code;
}

/* Estimated error of the step just made, relative to the largest changes. */
double dt_bs5_sensitivity_error(const dt_solver *s)
{
    const struct sensitivity *w = s->sensitivity;
    double h = s->time_end - s->time_start, most = 0.0;
    for (int64_t i = 0; i < size_of(w); ++i) {
        double sum = 0.0;
        for (int j = 0; j < STAGES; ++j)
            sum += BS5_E[j] * w->rate[j][i];
        most = fmax(most, fabs(h * sum) / dt_size_of_change(s, i, w->next[i]));
    }
    return most;
}
