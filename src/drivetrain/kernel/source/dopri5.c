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

/* The same from state `first` on. */
DT_INLINE struct attempt attempt_of(const dt_solver *s, double h, int64_t first)
{
    double *const *k = s->k;
    return (struct attempt){h,            k[0] + first, k[2] + first, k[3] + first,
                            k[4] + first, k[5] + first, k[6] + first};
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
    if (s->strips.looked)
        return s->strips.error;
    return norm_of_estimate(s->model.n_x, dt_sizes(s, s->x_new), attempt_of(s, h, 0));
}

/* The estimated errors of all states. */
void dt_dopri5_error(const dt_solver *s, double h, double *error)
{
    struct attempt a = attempt_of(s, h, 0);
    for (int64_t i = 0; i < s->model.n_x; ++i)
        error[i] = estimate(&a, i);
}

static double stage_time(const dt_solver *s, double t, double h, int stage)
{
    return stage >= STAGES - 2 ? s->time_end : t + C[stage] * h;
}

/* The same for one strip of the states. */
static void place_strip(const dt_solver *s, double h, int stage, int64_t strip, double *out)
{
    const dt_model *m = &s->model;
    for (int64_t r = m->strip_ptr[strip]; r < m->strip_ptr[strip + 1]; ++r) {
        int64_t first = m->strip_first[r];
        double *k[STAGES];
        for (int j = 0; j < stage; ++j)
            k[j] = s->k[j] + first;
        for (int j = stage; j < STAGES; ++j)
            k[j] = NULL;
        place_stage(m->strip_size[r], s->x + first, k, h, stage, out + first);
    }
}

/* The derivatives of one strip at a stage, those at its end excepted. */
static int evaluate_strip(dt_solver *s, double time, int stage, int64_t strip, const double *x)
{
    s->io.time = time;
    s->io.x = x;
    s->io.xdot = s->k[stage];
    return s->model.strip(&s->io, strip, s->strips.passed + stage * s->model.n_passed);
}

/* Look at the end of the attempt in one strip, while it is near. */
static void look_at_strip(dt_solver *s, double h, int64_t strip)
{
    const dt_model *m = &s->model;
    struct strips *look = &s->strips;
    for (int64_t r = m->strip_ptr[strip]; r < m->strip_ptr[strip + 1]; ++r) {
        int64_t first = m->strip_first[r], size = m->strip_size[r];
        look->finite = look->finite && dt_all_finite(size, s->x_new + first);
        size = size < m->n_x - first ? size : m->n_x - first; /* quadratures do not count */
        double error = norm_of_estimate(size, dt_sizes_from(s, s->x_new, first),
                                        attempt_of(s, h, first));
        look->error = dt_larger(look->error, error);
        if (s->choice.free)
            dt_compare_stages(s, first, size, &look->distances);
    }
}

/* Stages 2 to `last` of a long model, each one strip behind the one before it, so that what they read is
 * still near. A stage but the last is placed where that two stages before it was, whose states are
 * not needed any more so far behind. Returns a dt_code. */
static int make_strips(dt_solver *s, double t, double h, int last)
{
    double *kept = s->io.xdot;
    s->strips.error = 0.0;
    s->strips.finite = true;
    s->strips.distances = (struct distances){{0.0}, {0.0}};
    int64_t n = s->model.n_strip;
    int code = DT_OK;
    for (int64_t front = 0; front < n + last && code == DT_OK; ++front) {
        for (int stage = 1; stage <= last && code == DT_OK; ++stage) {
            int64_t strip = front - (stage - 1);
            if (strip < 0 || strip >= n)
                continue;
            double *x = stage == STAGES - 1 ? s->x_new : stage % 2 ? s->x_stage : s->strips.x_even;
            place_strip(s, h, stage, strip, x);
            code = evaluate_strip(s, stage_time(s, t, h, stage), stage, strip, x);
        }
        if (last == STAGES - 1 && front >= last)
            look_at_strip(s, h, front - last);
    }
    s->io.xdot = kept;
    s->stats.rhs_evaluations += last;
    return code;
}

/* Stages 2 to 7 of the step from t; k[0] is ready. The new states are in x_new. Returns a dt_code. */
int dt_dopri5_stages(dt_solver *s, double t, double h)
{
    int stage = 1;
    if (s->model.strip && s->hold.n_resting == 0) {
        stage = s->model.n_rel ? STAGES - 1 : STAGES;
        s->failing_code = make_strips(s, t, h, stage - 1);
        if (s->failing_code)
            return s->failing_code;
        s->strips.looked = stage == STAGES;
    }
    for (; stage < STAGES; ++stage) {
        double *x = stage == STAGES - 1 ? s->x_new : s->x_stage;
        double time = stage_time(s, t, h, stage);
        place_stage(s->n, s->x, s->k, h, stage, x);
        int code = stage == STAGES - 1 ? dt_evaluate_last_stage(s, s->k[stage])
                                       : dt_evaluate_ode(s, time, x, s->k[stage]);
        if (code)
            return code;
    }
    if (s->strips.looked)
        dt_note_end(s);
    s->dense_ready = false;
    return DT_OK;
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
    struct attempt a = attempt_of(s, s->time_end - s->time_start, 0);
    extend(s->n, s->x, s->x_new, a, d[0], d[1], d[2], d[3], d[4]);
    s->dense_ready = true;
}
