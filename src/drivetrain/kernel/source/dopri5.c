/* The explicit Runge-Kutta pair of order 5(4) of Dormand and Prince (J. Comp. Appl. Math. 6, 1980)
 * with the continuous extension of order 4 of Shampine (Math. Comp. 46, 1986) as arranged in
 * Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.6. */
#include "internal.h"
#include "norm.h"

static const double C[STAGES] = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};

/* The last row holds the weights of order 5 too: the last stage is the first of the next step. */
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

/* Weights of order 5 minus weights of order 4. */
static const double E[STAGES] = {71.0 / 57600,        0.0,        -71.0 / 16695, 71.0 / 1920,
                                 -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double D[STAGES] = {-12715105075.0 / 11282082432.0, 0.0,
                                 87487479700.0 / 32700410799.0,  -10690763975.0 / 1880347072.0,
                                 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                 69997945.0 / 29380423.0};

/* out = x + h * sum of the first `count` stages with these weights; the count is a constant. */
DT_INLINE void combine(int64_t n, const double *restrict x, double *const *k, double h,
                       const double *weight, int count, double *restrict out)
{
    const double *restrict k0 = k[0], *restrict k1 = k[1], *restrict k2 = k[2];
    const double *restrict k3 = k[3], *restrict k4 = k[4], *restrict k5 = k[5];
    for (int64_t i = 0; i < n; ++i) {
        double sum = weight[0] * k0[i];
        if (count > 1 && weight[1] != 0.0)
            sum += weight[1] * k1[i];
        if (count > 2)
            sum += weight[2] * k2[i];
        if (count > 3)
            sum += weight[3] * k3[i];
        if (count > 4)
            sum += weight[4] * k4[i];
        if (count > 5)
            sum += weight[5] * k5[i];
        out[i] = x[i] + h * sum;
    }
}

/* Where stage `stage` is evaluated, stages before it being known. */
DT_CLONES static void place_stage(int64_t n, const double *x, double *const *k, double h, int stage,
                                  double *out)
{
    switch (stage) {
    case 1:
        combine(n, x, k, h, A[1], 1, out);
        break;
    case 2:
        combine(n, x, k, h, A[2], 2, out);
        break;
    case 3:
        combine(n, x, k, h, A[3], 3, out);
        break;
    case 4:
        combine(n, x, k, h, A[4], 4, out);
        break;
    case 5:
        combine(n, x, k, h, A[5], 5, out);
        break;
    default:
        combine(n, x, k, h, A[6], 6, out);
    }
}

/* Stages 2 to 7 of the step from t; k[0] is ready. The new states are in x_new. Returns a dt_code. */
int dt_dopri5_stages(dt_solver *s, double t, double h)
{
    for (int stage = 1; stage < STAGES; ++stage) {
        double *x = stage == STAGES - 1 ? s->x_new : s->x_stage;
        double time = stage >= STAGES - 2 ? s->time_end : t + C[stage] * h;
        place_stage(s->n, s->x, s->k, h, stage, x);
        int code = stage == STAGES - 1 ? dt_evaluate_last_stage(s, s->k[stage])
                                       : dt_evaluate_ode(s, time, x, s->k[stage]);
        if (code)
            return code;
    }
    s->dense_ready = false;
    return DT_OK;
}

/* The last stage becomes the first of the next step, or the other way round. */
void dt_exchange_stages(dt_solver *s)
{
    double *first = s->k[0];
    s->k[0] = s->k[STAGES - 1];
    s->k[STAGES - 1] = first;
}

/* An attempt of size h, with its stages. */
struct attempt {
    double h;
    const double *k0, *k2, *k3, *k4, *k5, *k6;
};

DT_INLINE struct attempt attempt_of(const dt_solver *s, double h)
{
    double *const *k = s->k;
    return (struct attempt){h, k[0], k[2], k[3], k[4], k[5], k[6]};
}

/* h * sum of all stages of state i but the second with these weights. */
DT_INLINE double weigh(const struct attempt *a, const double *weight, int64_t i)
{
    return a->h * (weight[0] * a->k0[i] + weight[2] * a->k2[i] + weight[3] * a->k3[i]
                   + weight[4] * a->k4[i] + weight[5] * a->k5[i] + weight[6] * a->k6[i]);
}

/* Estimated error of state i. */
DT_INLINE double estimate(const void *of, int64_t i) { return weigh(of, E, i); }

DT_CLONES static double norm_of_estimate(int64_t n, struct sizes w, struct attempt a)
{
    return dt_norm(n, w, estimate, &a);
}

/* The largest of the estimated errors relative to their tolerances. */
double dt_dopri5_error_norm(const dt_solver *s, double h)
{
    return norm_of_estimate(s->model.n_x, dt_sizes(s, s->x_new), attempt_of(s, h));
}

/* The estimated errors of all states. */
void dt_dopri5_error(const dt_solver *s, double h, double *error)
{
    struct attempt a = attempt_of(s, h);
    for (int64_t i = 0; i < s->model.n_x; ++i)
        error[i] = estimate(&a, i);
}

DT_CLONES static void extend(int64_t n, const double *restrict x, const double *restrict x_new,
                             struct attempt a, double *restrict start,
                             double *restrict difference, double *restrict bend,
                             double *restrict twist, double *restrict highest)
{
    for (int64_t i = 0; i < n; ++i) {
        double d = x_new[i] - x[i], b = a.h * a.k0[i] - d;
        start[i] = x[i];
        difference[i] = d;
        bend[i] = b;
        twist[i] = d - a.h * a.k6[i] - b;
        highest[i] = weigh(&a, D, i);
    }
}

/* Coefficients of the continuous extension, in the form that dt_interpolate reads. */
void dt_dopri5_dense(dt_solver *s)
{
    double **d = s->dense;
    struct attempt a = attempt_of(s, s->time_end - s->time_start);
    extend(s->n, s->x, s->x_new, a, d[0], d[1], d[2], d[3], d[4]);
    s->dense_ready = true;
}
