/* Automatic switching between the explicit and the stiff method (stiffness detection).
 *
 * A run starts with the explicit pair. Stability limits its step to about 1.7 (fast oscillations) to 4 (fast
 * decay) divided by the spectral radius of the Jacobian, which is estimated in two ways:
 *   - periodically, by a power iteration with a few differences of derivatives (as in the codes
 *     for stabilised methods: Sommeijer, Shampine & Verwer, J. Comp. Appl. Math. 88, 1998). If the error of
 *     the last step allows steps far beyond the limit, the model is stiff, and this is detected before the
 *     explicit method has excited its fast modes;
 *   - the last two stages lie at the same instant, so their difference gives the magnitude of the
 *     Jacobian along the growing direction (Hairer & Wanner, Solving Ordinary Differential Equations II,
 *     IV.2). Beyond 4 the step is limited by stability; between 1.5 and 4 it may be limited by accuracy as
 *     well, and more evidence is needed.
 * With enough evidence the Rosenbrock method is tried. It stays as long as it covers much more time per
 * attempt than the explicit one, and is tried ever more rarely if it does not. It hands back when the
 * explicit method would have been stable for a while. */
#include <math.h>

#include "stepping.h"
#include "../model/model.h"
#include "../model/error_norm.h"

/* Step size times spectral radius: above LIMIT the explicit method is unstable, below HARMLESS
 * stable, whatever the direction of the eigenvalues. */
#define LIMIT 4.0
#define DOUBTFUL 1.5
#define HARMLESS 1.2
/* Evidence required for a trial: strong evidence once, doubtful evidence this often. */
#define FIRST_PATIENCE 20.0
#define MOST_PATIENCE 1e4
/* The Rosenbrock method is assessed each time after this many steps. */
#define TRIAL_STEPS 30
/* A trial continues while this many steps cover more time than as many before. */
#define WINDOW 10
#define LONGEST_TRIAL 120
#define CALM_STEPS 10
/* Progress must grow by this factor to pay for Jacobian, factorisation and solves. */
#define GAIN 3.0
#define FAR (GAIN * LIMIT)
/* Explicit steps between estimates of the spectral radius, and before one required by a long step. */
#define LOOK_EVERY 50
#define LOOK_AGAIN 5
#define FIRST_ROUNDS 6
/* Size of the differences, as a fraction of the tolerances. */
#define DIFFERENCE 1e-2

#define METHOD_GOLDEN 0.6180339887498949

/* Between -1/2 and 1/2 without any regularity that a model might share. */
static double start_direction(int64_t i)
{
    double turns = METHOD_GOLDEN * (double)(i + 1);
    return turns - (double)(int64_t)turns - 0.5;
}

void dt_choice_start(dt_solver *s)
{
    struct method_choice *c = &s->method_choice;
    bool possible = s->model.jacobian && s->model.n_x > 0;
    *c = (struct method_choice){.patience = FIRST_PATIENCE, .age = LOOK_EVERY - LOOK_AGAIN};
    s->use_stiff = possible && s->settings.method == DT_STIFF;
    c->free = possible && s->settings.method == DT_AUTO;
    for (int64_t i = 0; c->free && i < s->model.n_x; ++i)
        s->stiff.direction[i] = start_direction(i);
}

/* The spectral radius may have changed with the modes: estimate it soon. */
void dt_choice_event(dt_solver *s)
{
    s->method_choice.age += LOOK_EVERY - LOOK_AGAIN;
    ++s->method_choice.events;
}

/* Product of the Jacobian of the stiff method with v. */
static bool multiply(dt_solver *s, const double *v, double *out)
{
    const dt_model *m = &s->model;
    for (int64_t i = 0; i < m->n_x; ++i)
        out[i] = 0.0;
    for (int64_t j = 0; j < m->n_x; ++j)
        for (int64_t e = m->jac_ptr[j]; e < m->jac_ptr[j + 1]; ++e)
            out[m->jac_row[e]] += s->stiff.jac[e] * v[j];
    return true;
}

/* The same without Jacobian: difference of the derivatives over a displacement that is a small fraction of
 * the tolerances, from the start of the explicit step just made. False if they cannot be evaluated. */
static bool difference(dt_solver *s, const double *v, double *out)
{
    double step = DIFFERENCE / dt_tolerance_norm(s, v, s->x_new);
    if (!isfinite(step))
        return false;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        s->x_stage[i] = s->x[i] + step * v[i];
    dt_restore_memory(s);
    if (dt_evaluate_ode(s, s->time_start, s->x_stage, out))
        return false;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        out[i] = (out[i] - s->k[0][i]) / step;
    return true;
}

static double square(const dt_solver *s, const double *v)
{
    double sum = 0.0;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        sum += v[i] * v[i];
    return sum;
}

/* One round of the power iteration: two products, since fast oscillating modes reverse their direction with
 * each one. */
static void follow_radius(dt_solver *s, bool (*product)(dt_solver *, const double *, double *))
{
    double *v = s->stiff.direction, before = square(s, v);
    if (!product(s, v, s->stiff.image) || !product(s, s->stiff.image, v))
        before = 0.0;
    double after = square(s, v), scale = 1.0 / sqrt(after);
    bool regular = before > 0.0 && isfinite(scale) && scale > 0.0;
    s->method_choice.radius = regular ? sqrt(sqrt(after / before)) : 0.0;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        v[i] = regular ? v[i] * scale : start_direction(i);
}

/* Step size times magnitude of the Jacobian from the last two stages of the explicit pair. */
static double size_from_stages(const dt_solver *s, double h)
{
    double over = s->attempt_result.over[0], under = s->attempt_result.under[0];
    for (int lane = 1; lane < LANES; ++lane) {
        over += s->attempt_result.over[lane];
        under += s->attempt_result.under[lane];
    }
    return under > 0.0 ? h * sqrt(over / under) : 0.0;
}

static int64_t attempts(const dt_solver *s) { return s->stats.steps + s->stats.rejected_steps; }

/* Time per attempt, including rejected ones, since the last call of begin_count. */
static double progress(const dt_solver *s)
{
    int64_t count = attempts(s) - s->method_choice.attempts;
    return count > 0 ? s->method_choice.time / (double)count : 0.0;
}

static void begin_count(dt_solver *s)
{
    s->method_choice.attempts = attempts(s);
    s->method_choice.time = s->method_choice.window = s->method_choice.window_time = 0.0;
    s->method_choice.events = 0;
    s->method_choice.steps = 0;
}

static void switch_to(dt_solver *s, bool stiff)
{
    struct method_choice *c = &s->method_choice;
    s->use_stiff = stiff;
    s->stiff.jacobian_ready = false;
    s->log_error_before = LOG_SMALL_ERROR;
    c->evidence = 0.0;
    c->calm = c->age = 0;
    begin_count(s);
    ++s->stats.switches;
}

/* Are steps as long as accuracy allows, h over the fifth root of the error, far beyond the limit of
 * stability? */
static bool is_far(const dt_solver *s, double h, double error)
{
    double radius = s->method_choice.radius, part = h * radius / FAR;
    return s->longest_step * radius > FAR && part * part * part * part * part > error;
}

/* The same after another estimate of the spectral radius, if one is due. */
static bool outgrows_stability(dt_solver *s, double h, double error)
{
    struct method_choice *c = &s->method_choice;
    bool due = ++c->age >= LOOK_EVERY || (c->age >= LOOK_AGAIN && is_far(s, h, error));
    if (!due)
        return false;
    for (int round = c->looked ? 1 : FIRST_ROUNDS; round > 0; --round)
        follow_radius(s, difference);
    c->looked = true;
    c->age = 0;
    return is_far(s, h, error);
}

/* Progress per attempt of the explicit method: as observed, if that was long enough, but no more than its
 * stability allows. Where modes change, the radius is that of one of them: rattling teeth are stiff while in
 * contact, and fly freely in between. */
static double explicit_progress(const dt_solver *s)
{
    double limit = s->method_choice.radius > 0.0 ? LIMIT / s->method_choice.radius : INFINITY;
    if (attempts(s) - s->method_choice.attempts < TRIAL_STEPS)
        return limit;
    return s->method_choice.events > 1 ? progress(s) : fmin(limit, progress(s));
}

static void judge_explicit(dt_solver *s, double h, double error, bool held_back)
{
    struct method_choice *c = &s->method_choice;
    double size = size_from_stages(s, h);
    if (size > DOUBTFUL && !held_back)
        c->evidence += size > LIMIT ? 3.0 : 0.25;
    else if (size <= DOUBTFUL)
        c->evidence = fmax(0.0, c->evidence - 1.0);
    if (outgrows_stability(s, h, error))
        c->evidence += FIRST_PATIENCE;
    if (c->evidence < c->patience)
        return;
    c->explicit_progress = explicit_progress(s);
    switch_to(s, true);
}

/* Does each window of a trial cover more time than the one before? Fast modes excited by the explicit method
 * decay in many steps of a moderate size, and only then may these grow. */
static bool gathers_way(dt_solver *s)
{
    struct method_choice *c = &s->method_choice;
    double before = c->window, time = c->time - c->window_time;
    c->window_time = c->time;
    c->window = time;
    return time > before;
}

static void judge_stiff(dt_solver *s, double h)
{
    struct method_choice *c = &s->method_choice;
    follow_radius(s, multiply);
    c->calm = h * c->radius < HARMLESS ? c->calm + 1 : 0;
    if (++c->steps % WINDOW)
        return;
    bool grows = gathers_way(s);
    if (c->steps < TRIAL_STEPS)
        return;
    bool in_vain = progress(s) < GAIN * c->explicit_progress;
    if (in_vain && grows && c->steps < LONGEST_TRIAL)
        return;
    begin_count(s);
    if (!in_vain && c->calm < CALM_STEPS)
        return;
    c->patience = in_vain ? fmin(2.0 * c->patience, MOST_PATIENCE) : FIRST_PATIENCE;
    switch_to(s, false);
    if (c->radius > 0.0)
        s->step = fmin(s->step, 1.0 / c->radius);
}

/* After an accepted step of size h; `held_back`: it was kept short by something other than its error. */
void dt_choose_method(dt_solver *s, double h, double error, bool held_back)
{
    if (!s->method_choice.free)
        return;
    s->method_choice.time += h;
    if (s->use_stiff)
        judge_stiff(s, h);
    else
        judge_explicit(s, h, error, held_back);
}
