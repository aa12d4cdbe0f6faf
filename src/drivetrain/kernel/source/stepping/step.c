/* Step size control: one attempt of an integrator step, its error, and the response to failures. */
#include <math.h>
#include <string.h>

#include "stepping.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"
#include "../linalg/linalg.h"
#include "../model/error_norm.h"

#define SAFETY 0.9
#define SHRINK_MOST 0.2
#define SHRINK_FIRST 0.02 /* of the first step after an event, whose size was a guess */
#define GROW_MOST 10.0
#define FAILURE_FACTOR 0.25
/* An error above which it determines the step size that accuracy allows. */
#define TELLING 1e-3
/* Fraction of a stiff step before which its continuous extension is not trusted for crossings. */
#define EARLY 0.1
/* Relative to the whole run: the shortest step where the resolution of time would allow shorter ones. */
#define SHORTEST_PART 1e-24
/* Weights of the error norms: undamped shafts accumulate more error than the explicit pair estimates, the
 * stiff method makes smaller errors than it estimates. With these weights a tolerance means about the same
 * for both. */
#define EXPLICIT_SHARE 1.8
#define STIFF_SHARE 0.45
/* Exponents of Gustafsson's step size control with Hairer's constants for this pair. */
#define BETA 0.04
#define ORDER 5.0
#define EXPONENT (1.0 / ORDER - 0.75 * BETA)
#define FAR_BELOW 1e-2
/* If two attempts at a step show an error of a lower order than this, that order is used, but not less than
 * the second. */
#define STEEP_ORDER 2.0
#define LEAST_ORDER 0.5

static int64_t first_non_finite(const dt_solver *s, const double *v)
{
    for (int64_t i = 0; i < s->n; ++i)
        if (!isfinite(v[i]))
            return i;
    return -1;
}

/* Does the step lead to values that are infinite or undefined? If it contains a crossing it is valid only up
 * to there, and an assertion that it violates is more informative. */
static bool becomes_undefined(const dt_solver *s)
{
    return s->model.may_be_undefined && !s->crossing_due && dt_first_violated(s) < 0 &&
           dt_first_undefined(s) >= 0;
}

/* First step from the magnitudes of x, x' and an estimate of x'' (Hairer, Norsett & Wanner I, II.4). These do
 * not anticipate a later peak, which such a long step may pass over with a small error estimate. After an
 * event, the motion before it is more informative. */
static double initial_step(dt_solver *s)
{
    double span = s->settings.span, d2 = 0.0;
    if (s->settings.initial_step > 0.0)
        return s->settings.initial_step;
    if (s->model.n_x == 0)
        return span;
    double d0 = dt_tolerance_norm(s, s->x, s->x), d1 = dt_tolerance_norm(s, s->k[0], s->x);
    double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * span : 0.01 * d0 / d1;
    h0 = dt_fmin(h0, dt_fmin(s->longest_step, s->scheduled - s->time));
    for (int64_t i = 0; i < s->n; ++i)
        s->x_stage[i] = s->x[i] + h0 * s->k[0][i];
    if (dt_evaluate_ode(s, s->time + h0, s->x_stage, s->k[1]) == DT_OK) {
        for (int64_t i = 0; i < s->n; ++i)
            s->k[2][i] = s->k[1][i] - s->k[0][i];
        d2 = dt_tolerance_norm(s, s->k[2], s->x) / h0;
    }
    double steepest = dt_fmax(d1, d2);
    double h1 = steepest <= 1e-15 ? dt_fmax(1e-6 * span, 1e-3 * h0) : dt_exp(0.2 * dt_log(0.01 / steepest));
    double h = dt_fmin(100.0 * h0, h1);
    if (s->usual_step > 0.0)
        h = dt_fmin(h, s->usual_step);
    return isfinite(h) && h > 0.0 ? h : h0;
}

static double smallest_step(const dt_solver *s)
{
    double span = s->settings.span;
    return 8.0 * dt_fmax(dt_ulp(s->time), SHORTEST_PART * span);
}

double dt_state_tolerance(const dt_solver *s, int64_t i, double size)
{
    const dt_settings *set = &s->settings;
    return dt_tolerance(set->atol[i], set->rtol[i], set->size_limit[i], size);
}

/* Estimated errors of the states in the last attempt, which has not been committed. */
static void find_errors(dt_solver *s)
{
    if (s->external.on)
        return;
    if (s->stiff_step)
        memcpy(s->error, dt_rodas_error(s), (size_t)s->model.n_x * sizeof(double));
    else
        dt_bs5_error(s, s->time_end - s->time_start, s->error);
}

/* The state whose estimated error in the last attempt is the largest fraction of its tolerance. */
int64_t dt_worst_state(dt_solver *s)
{
    int64_t worst = -1;
    double most = -1.0;
    find_errors(s);
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        double size = dt_fmax(fabs(s->x[i]), fabs(s->x_new[i]));
        double ratio = fabs(s->error[i]) / dt_state_tolerance(s, i, size);
        if (isnan(ratio))
            return i;
        if (ratio > most) {
            most = ratio;
            worst = i;
        }
    }
    return worst;
}

/* The largest of the estimated errors relative to their tolerances. */
static double error_norm(const dt_solver *s)
{
    if (s->stiff_step)
        return STIFF_SHARE * dt_tolerance_norm(s, dt_rodas_error(s), s->x_new);
    return EXPLICIT_SHARE * s->attempt_result.error;
}

static bool ends_finite(const dt_solver *s)
{
    return s->attempt_result.known ? s->attempt_result.finite : dt_all_finite(s->n, s->x_new);
}

static int64_t culprit(dt_solver *s)
{
    for (int stage = 0; !s->stiff_step && stage < STAGES; ++stage) {
        int64_t i = first_non_finite(s, s->k[stage]);
        if (i >= 0)
            return i;
    }
    int64_t bad = first_non_finite(s, s->x_new);
    if (bad < 0 && s->end_known)
        bad = dt_first_undefined(s);
    return bad >= 0 ? bad : dt_worst_state(s);
}

/* Factor by which to reduce a step with this error. The error is of the order of the method where the
 * solution is smooth. Across steep parts or jumps the error is proportional to the length of the step: that
 * shows in the second attempt (K. Gustafsson, ACM TOMS 20, 1994). */
static double factor_for(dt_solver *s, double h, double error)
{
    struct rejected *r = &s->rejected;
    double order = 1.0 / EXPONENT, seen = order;
    if (r->time == s->time && r->step > h)
        seen = dt_log(r->error / error) / dt_log(r->step / h);
    if (seen < STEEP_ORDER)
        order = dt_fmax(seen, LEAST_ORDER);
    *r = (struct rejected){s->time, h, error};
    return SAFETY * dt_exp(-dt_log(error) / order);
}

/* Fail at the last accepted point. */
static int give_up(dt_solver *s, int status)
{
    dt_restore_memory(s);
    s->failure.accepted = dt_evaluate_full(s, s->time, s->x) == DT_OK;
    return status;
}

/* No step is possible into a region where a value is undefined: a violated assertion there explains why. */
static void blame_assertion(dt_solver *s)
{
    dt_restore_memory(s);
    if (s->model.n_assert && dt_evaluate_full(s, s->time_end, s->x) == DT_OK)
        s->failure.assertion = dt_first_violated(s);
}

/* There is no step; `status` is the reason, or `state` the one concerned. */
int dt_fail_step(dt_solver *s, int status, int64_t state)
{
    if (status == DT_BLOCK_FAILED)
        return give_up(s, dt_fail_block(s, s->failing_code));
    if (status != DT_DELAY_TIME)
        s->failure.state = state;
    if (status == DT_NON_FINITE)
        blame_assertion(s);
    return give_up(s, dt_fail(s, status));
}

/* If the modes cannot continue, an event that changes them is due at the present point; false if that has
 * been tried there, or if there are no others. */
bool dt_change_modes(dt_solver *s)
{
    double most = dt_fmin(s->longest_step, s->scheduled - s->time);
    if (s->time == s->changed_modes || !dt_look_ahead(s, smallest_step(s), most))
        return false;
    s->changed_modes = s->time_due = s->time;
    s->event_due = s->crossing_due = true;
    s->violated = false;
    s->phase = PHASE_LEFT_ROW;
    return true;
}

/* Retry with a smaller step, or give up if none is left or the step is external. `status` is the reason. */
static int shrink(dt_solver *s, double h, double factor, int status)
{
    ++s->stats.rejected_steps;
    s->rejected_before = true;
    s->step = h * factor;
    s->oscillation.beyond = 0.0;
    if (s->step >= smallest_step(s) && !s->external.on)
        return DT_DONE;
    if (status == DT_BLOCK_FAILED && dt_change_modes(s))
        return DT_DONE;
    return dt_fail_step(s, status, status == DT_NON_FINITE ? culprit(s) : dt_worst_state(s));
}

/* Retry with this fraction of the step, which ends at a discontinuity. */
static int cut(dt_solver *s, double h, double part)
{
    ++s->stats.rejected_steps;
    if (part * h <= smallest_step(s) || dt_crowded_branch_changes(s, part)) {
        dt_free_branches(s);
        return DT_DONE;
    }
    s->branches.beyond = dt_fmax(s->branches.beyond, s->step);
    s->step = part * h;
    return DT_DONE;
}

/* An attempt failed for this reason: possibly because it stayed on its initial branch. */
static int retry(dt_solver *s, double h, int status)
{
    if (s->model.n_switching == 0 || s->branches.free)
        return shrink(s, h, FAILURE_FACTOR, status);
    ++s->stats.rejected_steps;
    dt_free_branches(s);
    return DT_DONE;
}

static int prepare(dt_solver *s)
{
    if (!s->derivative_ready) {
        dt_restore_memory(s);
        int code = dt_evaluate_start(s, s->k[0]);
        if (code)
            return dt_fail_block(s, code);
        int64_t bad = first_non_finite(s, s->k[0]);
        if (bad >= 0) {
            s->failure.state = bad;
            return dt_fail(s, DT_NON_FINITE);
        }
        s->derivative_ready = true;
    }
    return DT_DONE;
}

/* End of a step of size `wanted`: exactly at the scheduled instant if that is about one step away, no delay
 * is shorter, and the step is not to end at a discontinuity before it. */
double dt_choose_end(const dt_solver *s, double wanted)
{
    double most = dt_history_limit(s), gap = s->scheduled - s->time;
    double longest = dt_fmin(s->longest_step, s->oscillation.longest);
    double h = dt_fmax(dt_fmin(dt_fmin(wanted, most), dt_fmin(longest, s->oscillation.steep)), smallest_step(s));
    double end = s->time + h;
    bool near = (s->branches.beyond > 0.0 ? 1.0 : 1.01) * h >= gap && gap <= (1.0 + 1e-9) * most;
    return near || end >= s->scheduled ? s->scheduled : end;
}

/* If errors are far below the tolerance the size follows from their order alone: there is nothing to damp,
 * and most of these steps are the first ones after an event. */
static void propose_next(dt_solver *s, double h, double error)
{
    double size = dt_log(error), exponent = EXPONENT * size - BETA * s->log_error_before;
    double factor = dt_exp(error < FAR_BELOW ? size / ORDER : exponent) / SAFETY;
    factor = dt_fmax(1.0 / GROW_MOST, dt_fmin(1.0 / SHRINK_MOST, factor));
    double next = h / factor;
    s->step = s->rejected_before ? dt_fmin(next, h) : next;
    s->usual_step = error > TELLING ? next : dt_fmax(next, s->usual_step);
    s->log_error_before = dt_fmax(size, LOG_SMALL_ERROR);
    s->rejected_before = false;
    s->step = dt_fmax(s->step, dt_fmax(s->branches.beyond, s->oscillation.beyond));
    dt_count_near(s, h);
    s->branches.beyond = s->oscillation.beyond = 0.0;
}

/* The matrix of the stiff method could not be factorised: request a pivot order once, then try a smaller
 * step, whose matrix has a larger diagonal. */
static int without_factors(dt_solver *s, double h, int code)
{
    bool ask = code == DT_PIVOT && !s->stiff.waiting;
    s->stiff.waiting = ask;
    return ask ? DT_ANALYSE : shrink(s, h, 0.5, DT_STEP_TOO_SMALL);
}

/* All stages of one step of size h, and its error. Returns DT_DONE or the action required. */
static int attempt(dt_solver *s, double h, double *error, bool *made)
{
    *made = false;
    s->stiff_step = s->use_stiff;
    s->attempt_result.known = false;
    dt_restore_memory(s);
    int code = s->stiff_step ? dt_rodas_stages(s, s->time_start, h)
                             : dt_bs5_stages(s, s->time_start, h);
    if (code == DT_NO_JACOBIAN)
        return DT_ANALYSE;
    if (s->stiff_step && !s->stiff.factored)
        return s->stiff.jacobian_ready ? without_factors(s, h, code) : dt_fail_block(s, code);
    s->stiff.waiting = false;
    if (code)
        return retry(s, h, DT_BLOCK_FAILED);
    if (s->model.n_switching && dt_leave_discontinuities(s, h)) {
        ++s->stats.rejected_steps;
        return DT_DONE;
    }
    *error = error_norm(s);
    if (!isfinite(*error) || !ends_finite(s))
        return retry(s, h, DT_NON_FINITE);
    bool landing = s->time_end == s->scheduled && h <= smallest_step(s);
    double least = s->after_event ? SHRINK_FIRST : SHRINK_MOST;
    if (*error > 1.0 && !landing)
        return shrink(s, h, dt_fmax(least, factor_for(s, h, *error)), DT_STEP_TOO_SMALL);
    *made = true;
    return DT_DONE;
}

/* The limit of steps is exhausted: the state that kept the last one short, and its magnitude. */
int dt_fail_slow(dt_solver *s)
{
    if (s->time == s->time_end)
        dt_exchange_stages(s);
    s->io.time = s->time;
    s->failure.state = dt_worst_state(s);
    s->failure.interval = s->time_end - s->time_start;
    return give_up(s, dt_fail(s, DT_TOO_MANY_STEPS));
}

/* End the step at this fraction, where a table has a spline knot. Is that worth a step? */
static bool stop_at_knot(dt_solver *s, double part)
{
    double h = s->time_end - s->time_start;
    if (part == 1.0 || part * h <= smallest_step(s))
        return false;
    s->oscillation.beyond = dt_fmax(s->oscillation.beyond, s->step);
    s->time_end = s->time_start + part * h;
    return true;
}

/* One step of the kernel's own integrators. Returns as `attempt` does. */
static int make_own_step(dt_solver *s, double *error, bool *made, bool *held_back)
{
    if (s->step <= 0.0)
        s->step = initial_step(s);
    s->time_start = s->time;
    s->time_end = dt_choose_end(s, s->step);
    if (s->model.n_knot)
        stop_at_knot(s, dt_foresee_knots(s, s->time_end - s->time_start));
    double h = s->time_end - s->time_start;
    bool beyond = s->branches.beyond > 0.0 || s->oscillation.beyond > 0.0;
    *held_back = beyond || h < 0.99 * s->step || h >= 0.99 * s->longest_step;
    return attempt(s, h, error, made);
}

/* The continuous extension of the stiff method starts with another slope than the states do. In a step much
 * longer than their fast motions it may cross the instant of the last event again, and trigger the same event
 * over and over: crossings this early are sought in a shorter step. */
static bool crosses_too_early(const dt_solver *s, double h)
{
    double after = s->time_due - s->time_start;
    return s->stiff_step && s->crossing_due && after < EARLY * h && after > 8.0 * smallest_step(s);
}

/* Retry with this fraction of the step, since an oscillation advances too far. If the previous attempt did so
 * too, it does not advance steadily, and at most a half is tried. */
static int slow_down(dt_solver *s, double h, double part)
{
    if (s->oscillation.slowed == s->time)
        part = dt_fmin(part, 0.5);
    s->oscillation.slowed = s->time;
    s->failure.interval = part * h;
    return shrink(s, h, part, DT_TOO_FAST);
}

/* Finish a step: the derivatives at its end, and crossings. */
static int finish_step(dt_solver *s, double h, bool *sound)
{
    bool complete = s->stiff_step || s->external.on;
    *sound = false;
    if (complete && dt_complete_step(s, h))
        return shrink(s, h, FAILURE_FACTOR, DT_BLOCK_FAILED);
    if (complete && !(dt_all_finite(s->n, s->x_new) && dt_all_finite(s->n, s->k[STAGES - 1])))
        return shrink(s, h, FAILURE_FACTOR, DT_NON_FINITE);
    double part = dt_judge_angles(s, h, smallest_step(s));
    if (part < 1.0 && !s->external.on)
        return slow_down(s, h, part);
    if (s->model.n_knot && !s->external.on && stop_at_knot(s, dt_judge_knots(s, h))) {
        ++s->stats.rejected_steps;
        s->step = s->time_end - s->time_start;
        return DT_DONE;
    }
    if (dt_history_overrun(s))
        return shrink(s, h, 0.5, DT_DELAY_TIME);
    if (dt_find_crossing(s, &s->crossing_due))
        return shrink(s, h, FAILURE_FACTOR, DT_BLOCK_FAILED);
    if (crosses_too_early(s, h))
        return shrink(s, h, 2.0 * (s->time_due - s->time_start) / h, DT_STEP_TOO_SMALL);
    if (dt_find_branch_change(s, &part))
        return retry(s, h, DT_BLOCK_FAILED);
    if (part < 1.0)
        return cut(s, h, part);
    if (becomes_undefined(s))
        return shrink(s, h, FAILURE_FACTOR, DT_NON_FINITE);
    *sound = true;
    return DT_DONE;
}

/* Attempt one step from s->time; `accepted` says whether it is accepted. An accepted step is not committed:
 * crossing_due and time_due say how much of it is valid. */
int dt_try_step(dt_solver *s, bool *accepted)
{
    double error = 0.0;
    bool made = true, held_back = false;
    *accepted = s->end_known = s->panels.known = false;
    dt_forget_branches(s);
    dt_begin_angles(s);
    int status = prepare(s);
    if (status != DT_DONE)
        return status;
    status = s->external.on ? dt_external_step(s) : make_own_step(s, &error, &made, &held_back);
    if (status != DT_DONE || !made)
        return status;
    double h = s->time_end - s->time_start;
    status = finish_step(s, h, accepted);
    if (!*accepted)
        return status;
    if (s->model.n_angle && dt_endless(s, h)) {
        *accepted = false;
        s->failure.interval = s->oscillation.longest;
        return give_up(s, dt_fail(s, DT_TOO_FAST));
    }
    ++s->stats.steps;
    s->stats.stiff_steps += s->stiff_step;
    if (!s->external.on) {
        propose_next(s, h, error);
        dt_choose_method(s, h, error, held_back);
    }
    return DT_DONE;
}
