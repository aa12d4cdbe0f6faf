/* Explicit Runge-Kutta 5(4) pair of Bogacki & Shampine with a continuous extension of order 4; coefficients
 * in bogacki_shampine5.h. */
#include <float.h>
#include <math.h>

#include "bogacki_shampine5.h"
#include "methods.h"
#include "../model/model.h"
#include "../model/error_norm.h"

/* out = x + h * sum of the first `count` stages with these weights; the count is a constant. */
DT_INLINE void combine(int64_t n, const double *restrict x, double *const *k, double h,
                       const double *weight, int count, double *restrict out)
{
    const double *restrict k0 = k[0], *restrict k1 = k[1], *restrict k2 = k[2];
    const double *restrict k3 = k[3], *restrict k4 = k[4], *restrict k5 = k[5], *restrict k6 = k[6];
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
        if (count > 6)
            sum += weight[6] * k6[i];
        out[i] = x[i] + h * sum;
    }
}

/* Arguments of stage `stage`, from the stages before it. */
DT_CLONES static void place_stage(int64_t n, const double *x, double *const *k, double h, int stage,
                                  double *out)
{
    switch (stage) {
    case 1:
        combine(n, x, k, h, BS5_A[1], 1, out);
        break;
    case 2:
        combine(n, x, k, h, BS5_A[2], 2, out);
        break;
    case 3:
        combine(n, x, k, h, BS5_A[3], 3, out);
        break;
    case 4:
        combine(n, x, k, h, BS5_A[4], 4, out);
        break;
    case 5:
        combine(n, x, k, h, BS5_A[5], 5, out);
        break;
    case 6:
        combine(n, x, k, h, BS5_A[6], 6, out);
        break;
    default:
        combine(n, x, k, h, BS5_A[7], 7, out);
    }
}

/* Exchange the last stage with the first of the next step, or back. */
void dt_exchange_stages(dt_solver *s)
{
    double *first = s->k[0];
    s->k[0] = s->k[STAGES - 1];
    s->k[STAGES - 1] = first;
}

/* Move the present states to the rest of the point, after steps that exchanged them with the new ones. */
void dt_gather_point(dt_solver *s)
{
    double *elsewhere = s->x;
    if (elsewhere == s->point)
        return;
    for (int64_t i = 0; i < s->n; ++i) {
        double present = elsewhere[i];
        elsewhere[i] = s->point[i];
        s->point[i] = present;
    }
    if (s->io.x == elsewhere || s->io.x == s->point)
        s->io.x = s->io.x == elsewhere ? s->point : elsewhere;
    s->x = s->point;
    s->x_new = elsewhere;
}

/* An attempt of size h, with its stages. */
struct attempt {
    double h;
    const double *k0, *k2, *k3, *k4, *k5, *k6, *k7;
};

/* The same from state `first` on. */
DT_INLINE struct attempt attempt_of(const dt_solver *s, double h, int64_t first)
{
    double *const *k = s->k;
    return (struct attempt){h,            k[0] + first, k[2] + first, k[3] + first,
                            k[4] + first, k[5] + first, k[6] + first, k[7] + first};
}

/* Sum of all stages of state i except the second, times h and these weights; in this order, products of large
 * derivatives stay finite where the states do. */
DT_INLINE double weigh(const struct attempt *a, const double *weight, int64_t i)
{
    double h = a->h;
    return h * weight[0] * a->k0[i] + h * weight[2] * a->k2[i] + h * weight[3] * a->k3[i]
           + h * weight[4] * a->k4[i] + h * weight[5] * a->k5[i] + h * weight[6] * a->k6[i]
           + h * weight[7] * a->k7[i];
}

/* Estimated error of state i. */
DT_INLINE double estimate(const void *of, int64_t i) { return weigh(of, BS5_E, i); }

/* Data at the end of an attempt. */
struct view {
    struct sizes w;
    struct attempt a;
    const double *x_stage; /* argument of the last stage but one */
};

/* Results of the assessment, one per SIMD lane. */
struct found {
    double most[LANES], odd[LANES], over[LANES], under[LANES];
};

/* Add state i. A value that is not finite leaves a NaN in `odd`, everything else zero. */
DT_INLINE void take_in(const struct view *v, int64_t i, bool compare, int lane, struct found *f)
{
    const struct attempt *a = &v->a;
    double end = v->w.y[i], scale = dt_smaller(1.0 / dt_size_tolerance(v->w, i), DBL_MAX);
    f->most[lane] = dt_larger(f->most[lane], fabs(estimate(a, i)) * scale);
    f->odd[lane] += end - end;
    if (compare) {
        double upper = (a->k7[i] - a->k6[i]) * scale, lower = (end - v->x_stage[i]) * scale;
        f->over[lane] += upper * upper;
        f->under[lane] += lower * lower;
    }
}

DT_INLINE void take_in_all(int64_t n, struct view v, int64_t each, bool compare, struct attempt_result *o)
{
    v.w = dt_each(v.w, each);
    struct found f = {{0.0}, {0.0}, {0.0}, {0.0}};
    int64_t i = 0;
    for (int lane = 0; lane < LANES; ++lane) {
        f.over[lane] = o->over[lane];
        f.under[lane] = o->under[lane];
    }
    for (; i + LANES <= n; i += LANES)
        for (int lane = 0; lane < LANES; ++lane)
            take_in(&v, i + lane, compare, lane, &f);
    for (int lane = 0; i < n; ++i, ++lane)
        take_in(&v, i, compare, lane, &f);
    o->error = dt_larger(o->error, dt_largest(f.most));
    for (int lane = 1; lane < LANES; ++lane)
        f.odd[0] += f.odd[lane];
    o->finite &= f.odd[0] == 0.0;
    for (int lane = 0; lane < LANES; ++lane) {
        o->over[lane] = f.over[lane];
        o->under[lane] = f.under[lane];
    }
}

/* Assess some states: their estimated errors relative to their tolerances, whether they are finite, and the
 * difference of the last two stages if that is to be compared. A single pass: for short models the work per
 * pass is tiny, and long ones are read once. */
DT_CLONES static void look_at(int64_t n, const struct view *v, bool compare, struct attempt_result *o)
{
    if (v->w.each && compare)
        take_in_all(n, *v, 1, true, o);
    else if (v->w.each)
        take_in_all(n, *v, 1, false, o);
    else if (compare)
        take_in_all(n, *v, 0, true, o);
    else
        take_in_all(n, *v, 0, false, o);
}

static void look_from(dt_solver *s, double h, int64_t first, int64_t n, bool alike)
{
    struct view v = {dt_each(dt_sizes_from(s, s->x_new, first), !alike), attempt_of(s, h, first),
                     s->x_stage + first};
    look_at(n, &v, s->method_choice.free, &s->attempt_result);
}

static void begin_outcome(dt_solver *s)
{
    struct attempt_result *o = &s->attempt_result;
    o->known = false;
    o->finite = true;
    o->error = 0.0;
    for (int lane = 0; lane < LANES; ++lane)
        o->over[lane] = o->under[lane] = 0.0;
}

/* Quadratures have no tolerances. */
static void look_at_quadratures(dt_solver *s, int64_t first, int64_t n)
{
    int64_t bad = 0;
    for (int64_t i = first; i < first + n; ++i)
        bad |= s->x_new[i] - s->x_new[i] != 0.0;
    s->attempt_result.finite &= !bad;
}

static void look_at_all(dt_solver *s, double h)
{
    begin_outcome(s);
    look_from(s, h, 0, s->model.n_x, s->tiles.alike[0]);
    look_at_quadratures(s, s->model.n_x, s->model.n_q);
}

/* The estimated errors of all states. */
void dt_bs5_error(const dt_solver *s, double h, double *error)
{
    struct attempt a = attempt_of(s, h, 0);
    for (int64_t i = 0; i < s->model.n_x; ++i)
        error[i] = estimate(&a, i);
}

static double stage_time(const dt_solver *s, double t, double h, int stage)
{
    return stage >= STAGES - 2 ? s->time_end : t + BS5_C[stage] * h;
}

/* Where the derivatives of a tiled stage are stored. The second stage is no longer needed when the last one
 * is evaluated. */
static double *strip_rates(const dt_solver *s, int stage)
{
    return s->k[stage == 1 ? STAGES - 1 : stage];
}

/* The same for one tile of the states. */
static void place_strip(const dt_solver *s, double h, int stage, int64_t tile, double *out)
{
    const dt_model *m = &s->model;
    for (int64_t r = m->tile_ptr[tile]; r < m->tile_ptr[tile + 1]; ++r) {
        int64_t first = m->tile_first[r];
        double *k[STAGES];
        for (int j = 0; j < stage; ++j)
            k[j] = strip_rates(s, j) + first;
        for (int j = stage; j < STAGES; ++j)
            k[j] = NULL;
        place_stage(m->tile_size[r], s->x + first, k, h, stage, out + first);
    }
}

/* The derivatives of one tile at a stage, except those at the end of the tile. */
static int evaluate_strip(dt_solver *s, double time, int stage, int64_t tile, const double *x)
{
    s->io.time = time;
    s->io.x = x;
    s->io.xdot = strip_rates(s, stage);
    return s->model.tile(&s->io, tile, s->tiles.passed + stage * s->model.n_passed);
}

static bool all_equal(int64_t n, const double *v)
{
    for (int64_t i = 1; i < n; ++i)
        if (v[i] != v[0])
            return false;
    return true;
}

/* Do these states have the same tolerances? */
static bool have_same_tolerances(const dt_settings *set, int64_t first, int64_t n)
{
    return all_equal(n, set->atol + first) && all_equal(n, set->rtol + first) &&
           all_equal(n, set->size_limit + first);
}

/* Find the ranges of tiles whose states have the same tolerances: what need not be read is faster. */
void dt_tiles_prepare(dt_solver *s)
{
    const dt_model *m = &s->model;
    if (!m->tile)
        s->tiles.alike[0] = have_same_tolerances(&s->settings, 0, m->n_x);
    for (int64_t r = 0; m->tile && r < m->tile_ptr[m->n_tile]; ++r) {
        int64_t first = m->tile_first[r], left = m->n_x - first;
        int64_t n = m->tile_size[r] < left ? m->tile_size[r] : left;
        s->tiles.alike[r] = have_same_tolerances(&s->settings, first, n);
    }
}

/* Assess the end of the attempt in one tile, while it is in cache. */
static void look_at_strip(dt_solver *s, double h, int64_t tile)
{
    const dt_model *m = &s->model;
    for (int64_t r = m->tile_ptr[tile]; r < m->tile_ptr[tile + 1]; ++r) {
        int64_t first = m->tile_first[r], size = m->tile_size[r], left = dt_max(0, m->n_x - first);
        int64_t n = size < left ? size : left;
        look_from(s, h, first, n, s->tiles.alike[r]);
        look_at_quadratures(s, first + n, size - n);
    }
}

/* Stages 2 to `last` of a long model, each one tile behind the one before it, so that its inputs are still in
 * cache. The argument of a stage overwrites that of two stages before, which is no longer needed that far
 * behind. Returns a dt_code. */
static int make_strips(dt_solver *s, double t, double h, int last)
{
    double *kept = s->io.xdot;
    begin_outcome(s);
    int64_t n = s->model.n_tile;
    int code = DT_OK;
    for (int64_t front = 0; front < n + last && code == DT_OK; ++front) {
        for (int stage = 1; stage <= last && code == DT_OK; ++stage) {
            int64_t tile = front - (stage - 1);
            if (tile < 0 || tile >= n)
                continue;
            bool as_last = (STAGES - stage) % 2; /* the last but one is in x_stage */
            double *x = as_last ? s->x_new : s->x_stage;
            place_strip(s, h, stage, tile, x);
            code = evaluate_strip(s, stage_time(s, t, h, stage), stage, tile, x);
        }
        if (last == STAGES - 1 && front >= last)
            look_at_strip(s, h, front - last);
    }
    s->io.xdot = kept;
    s->stats.rhs_evaluations += last;
    return code;
}

/* Stages 2 to 8 of the step from t; k[0] is ready. The new states are in x_new. Returns a dt_code. */
int dt_bs5_stages(dt_solver *s, double t, double h)
{
    int stage = 1;
    if (s->model.tile && s->locks.n_resting == 0) {
        stage = s->model.n_rel ? STAGES - 1 : STAGES;
        s->failing_code = make_strips(s, t, h, stage - 1);
        if (s->failing_code)
            return s->failing_code;
        s->attempt_result.known = stage == STAGES;
    }
    for (; stage < STAGES; ++stage) {
        double *x = stage == STAGES - 1 ? s->x_new : s->x_stage;
        double time = stage_time(s, t, h, stage);
        int64_t n = stage == STAGES - 1 ? s->n : s->model.n_x; /* no stage reads quadratures */
        place_stage(n, s->x, s->k, h, stage, x);
        int code = stage == STAGES - 1 ? dt_evaluate_last_stage(s, s->k[stage])
                                       : dt_evaluate_ode(s, time, x, s->k[stage]);
        if (code)
            return code;
    }
    if (s->attempt_result.known)
        dt_note_end(s);
    else
        look_at_all(s, h);
    s->attempt_result.known = true;
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
        twist[i] = d - a.h * a.k7[i] - b;
        highest[i] = weigh(&a, BS5_D, i);
    }
}

/* Coefficients of the continuous extension, in the form that dt_interpolate reads. */
void dt_bs5_dense(dt_solver *s)
{
    double **d = s->dense;
    struct attempt a = attempt_of(s, s->time_end - s->time_start, 0);
    extend(s->n, s->x, s->x_new, a, d[0], d[1], d[2], d[3], d[4]);
    s->dense_ready = true;
    s->dense_fine = false;
}

/* Raise the continuous extension to order 5 at the cost of one stage. Returns a dt_code. */
int dt_bs5_refine(dt_solver *s)
{
    double h = s->time_end - s->time_start, *middle = s->dense[DT_DEGREE];
    struct attempt a = attempt_of(s, h, 0);
    if (!s->dense_ready)
        dt_bs5_dense(s);
    for (int64_t i = 0; i < s->n; ++i)
        s->x_point[i] = s->x[i] + weigh(&a, BS5_MIDDLE, i);
    int code = dt_evaluate_rates(s, s->time_start + 0.5 * h, s->x_point, middle);
    if (code)
        return code;
    for (int64_t i = 0; i < s->n; ++i) {
        double k = h * middle[i];
        s->dense[4][i] = weigh(&a, BS5_FINE[0], i) + BS5_FINE[0][BS5_STAGES] * k;
        s->dense[5][i] = weigh(&a, BS5_FINE[1], i) + BS5_FINE[1][BS5_STAGES] * k;
    }
    s->dense_fine = true;
    return DT_OK;
}
