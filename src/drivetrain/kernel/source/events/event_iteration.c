/* Fixed-point iteration at an event: passes until every discrete variable equals its `pre`. */
#include <math.h>
#include <string.h>

#include "events.h"
#include "../stepping/stepping.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"
#include "../sensitivity/sensitivity.h"

/* Initial events in the search for the values before the start, in addition to one for each delay. */
#define START_ROUNDS 100
/* Rounds of bringing locked elements to rest, each of which has locked more. */
#define REST_ROUNDS 16

static bool settled(const dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_z; ++i)
        if (!dt_same(s->io.z_out[i], s->pre[i]))
            return false;
    return true;
}

static bool apply_reinits(dt_solver *s)
{
    bool fired = false;
    if (s->sensitivity && s->model.n_reinit)
        dt_reset_sensitivity(s);
    for (int64_t i = 0; i < s->model.n_reinit; ++i)
        if (s->io.reinit_on[i] != 0.0) {
            int64_t state = s->model.reinit_state[i];
            s->x[state] = s->io.reinit_value[i];
            s->locks.set_anew[state] = 1;
            fired = s->locks.any_anew = true;
        }
    return fired;
}

static void copy_discretes(const dt_solver *s, double *to)
{
    if (s->model.n_z)
        memcpy(to, s->io.z_out, (size_t)s->model.n_z * sizeof(double));
}

/* Event iteration at the present point. `ticking`: clocks are raised in the first pass; `jumped` says whether
 * a state was reset. */
static int iterate(dt_solver *s, bool ticking, bool *jumped)
{
    s->cycle = (struct cycle){0};
    for (int64_t pass = 1;; ++pass) {
        ++s->stats.event_iterations;
        int status = dt_find_modes(s);
        if (status != DT_DONE)
            return status;
        if (!s->io.initial || pass > 1) /* until the modes are known, there are no previous torques */
            dt_keep_memory(s);
        dt_note_impacts(s);
        if (s->sensitivity)
            dt_latch_sensitivity(s);
        bool fired = apply_reinits(s), done = !fired && !ticking && settled(s);
        *jumped = *jumped || fired;
        if (done) {
            dt_keep_memory(s);
            copy_discretes(s, s->z);
            return DT_DONE;
        }
        if (dt_watch_cycle(s, pass)) {
            if (!dt_forget_passed(s))
                return dt_fail(s, DT_EVENT_CYCLE);
            dt_clear_failure(s);
            s->cycle = (struct cycle){0};
        }
        copy_discretes(s, s->pre);
        if (ticking)
            memset(s->sample, 0, (size_t)s->model.n_sample * sizeof(double));
        ticking = false;
    }
}

/* The same, plus impulses of elements that locked or collided, until there are none. */
static int iterate_with_impulses(dt_solver *s, bool ticking, bool *jumped)
{
    dt_forget_impacts(s);
    s->impulses.rounds = 0;
    int status = iterate(s, ticking, jumped);
    for (bool struck = status == DT_DONE; status == DT_DONE && struck; *jumped |= struck) {
        status = dt_apply_impulses(s, &struck);
        if (status == DT_DONE && struck)
            status = iterate(s, false, jumped);
    }
    return status;
}

/* Foreign blocks that tick take their inputs; outputs that follow from these at once continue the event. */
static int exchange(dt_solver *s, bool *jumped)
{
    bool changed = dt_foreign_is_due(s);
    int64_t most = dt_foreign_rounds(s);
    int status = DT_DONE;
    for (int64_t round = 0; status == DT_DONE && changed && round <= most; ++round) {
        status = dt_foreign_give(s, &changed);
        if (status != DT_DONE || !changed)
            break;
        dt_foreign_again(s);
        status = iterate_with_impulses(s, true, jumped);
        if (status == DT_DONE && round == most)
            status = dt_foreign_restless(s);
    }
    return status;
}

/* Bring locked elements to rest, and continue the event as long as this changes anything else. If that does
 * not settle, the modes found before stay, with the speeds that belonged to them. */
static int come_to_rest(dt_solver *s)
{
    size_t size = (size_t)s->point_size * sizeof(double);
    bool noticed, jumped = false;
    int status = dt_apply_locks(s, &noticed);
    for (int round = 0; status == DT_DONE && noticed; ++round) {
        memcpy(s->point_backup, s->point, size);
        if (round < REST_ROUNDS && iterate(s, false, &jumped) == DT_DONE) {
            status = dt_apply_locks(s, &noticed);
            continue;
        }
        memcpy(s->point, s->point_backup, size);
        dt_clear_failure(s);
        return dt_take_back_locks(s);
    }
    return status;
}

/* Conclude the event: locked elements at rest, assertions, schedule. `own`: the event is not just the arrival
 * of an earlier one at the end of a delay. `settled`: values are to be checked. */
static int finish(dt_solver *s, bool own, bool settled)
{
    int status = come_to_rest(s);
    if (status == DT_DONE && settled)
        status = dt_refuse_second_motion(s);
    if (status == DT_DONE && settled)
        status = dt_check_asserts(s);
    if (status == DT_DONE && settled)
        status = dt_check_defined(s);
    if (status == DT_DONE && settled)
        status = dt_check_whole(s);
    if (status == DT_DONE && settled)
        status = dt_set_oscillation_limit(s);
    if (status == DT_DONE)
        status = dt_history_event(s, own);
    if (status != DT_DONE)
        return status;
    dt_note_locked(s);
    dt_keep_memory(s);
    dt_mark_step_start(s, s->io.g);
    dt_watch_load_reversal(s);
    dt_mark_branches(s, s->io.switching);
    dt_mark_angles(s, s->io.angle);
    dt_schedule_next(s);
    s->derivative_ready = false;
    s->stiff.jacobian_ready = false;
    dt_choice_event(s);
    s->rejected_before = false;
    s->rejected.step = 0.0;
    s->branches.near = 0;
    s->branches.beyond = 0.0;
    s->branches.lasted = false;
    s->after_event = s->external.fresh = true;
    s->log_error_before = LOG_SMALL_ERROR;
    s->step = 0.0;
    return DT_DONE;
}

static void set_point(dt_solver *s, double t, const double *x, const double *pre)
{
    dt_gather_point(s);
    memset(s->point, 0, (size_t)s->point_size * sizeof(double));
    if (s->model.n_x)
        memcpy(s->x, x, (size_t)s->model.n_x * sizeof(double));
    if (s->model.n_z)
        memcpy(s->pre, pre, (size_t)s->model.n_z * sizeof(double));
    if (s->model.n_memory)
        memcpy(s->io.memory, s->settings.memory, (size_t)s->model.n_memory * sizeof(double));
    dt_keep_memory(s);
    dt_forget_locked(s);
    dt_forget_contacts(s);
    s->time = t;
}

/* An assertion does not hold at the first instant: leave the values for which it still fails without
 * `initial`. A run that the model itself terminates there ends with these values. */
static int leave_start(dt_solver *s)
{
    dt_failure first = s->failure;
    bool jumped = false;
    dt_clear_failure(s);
    int status = iterate(s, false, &jumped);
    if (status == DT_DONE)
        status = dt_check_asserts(s);
    if (status != DT_ASSERT)
        s->failure = first;
    s->phase = PHASE_FAILED;
    return DT_ASSERT;
}

/* The initial event, with `initial` 1 and then 0. A probe ends there; a run continues with the clocks and
 * locks of its first instant. */
static int start(dt_solver *s, double t, const double *x, const double *pre, bool probing,
                 bool settled)
{
    set_point(s, t, x, pre);
    if (s->sensitivity && !probing)
        dt_begin_start_sensitivity(s);
    s->mode_search.literal = true;
    dt_reset_noise(s);
    s->io.initial = 1;
    dt_forget_impacts(s);
    bool jumped = false;
    int status = iterate(s, false, &jumped);
    if (status == DT_DONE && !probing && settled)
        status = dt_check_asserts(s);
    s->io.initial = 0;
    if (status == DT_ASSERT)
        return leave_start(s);
    if (status != DT_DONE)
        return status;
    if (probing)
        return iterate(s, false, &jumped);
    dt_schedule_start(s, t);
    dt_zeno_start(s);
    status = iterate(s, dt_raise_clocks(s), &jumped);
    dt_foreign_begin(s);
    if (status == DT_DONE)
        status = exchange(s, &jumped);
    if (status == DT_DONE)
        status = dt_refuse_impacts(s);
    if (status == DT_DONE)
        status = finish(s, true, settled);
    if (s->sensitivity && status == DT_DONE)
        dt_guess_past(s);
    return status;
}

/* The initial event, repeated until the history of delayed expressions equals their initial values; only then
 * are assertions checked. */
int dt_start_event(dt_solver *s, double t, const double *x, const double *pre, bool probing)
{
    dt_clear_failure(s);
    dt_history_clear(s, probing);
    int status = start(s, t, x, pre, probing, s->model.n_delay == 0);
    if (s->model.n_delay == 0)
        return status;
    int64_t most = START_ROUNDS + s->model.n_delay;
    for (int64_t round = 1; status == DT_DONE && !dt_history_agrees(s, round); ++round)
        status = round < most ? start(s, t, x, pre, probing, false) : dt_fail(s, DT_DELAY_START);
    if (status == DT_DONE && !probing)
        status = start(s, t, x, pre, probing, true);
    if (status == DT_DONE && !probing)
        status = dt_history_begin(s);
    if (status == DT_DONE && !probing)
        dt_schedule_next(s);
    return status;
}

/* The event at the present point, whose triggered relations are marked. */
int dt_handle_event(dt_solver *s)
{
    s->stats.state_events += s->crossing_due;
    int status = dt_watch_zeno(s);
    if (status != DT_DONE)
        return status;
    s->on_schedule = s->scheduled_event && s->time == s->scheduled;
    s->stats.time_events += s->on_schedule;
    bool own = s->crossing_due || (s->on_schedule && s->time >= s->scheduled_own);
    dt_pass_arrivals(s);
    dt_begin_contacts(s);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (s->mode_search.triggered[k])
            s->rel[k] = 1.0 - s->rel[k];
    bool ticking = dt_raise_clocks(s), jumped = false, own_clock = ticking;
    ticking |= dt_foreign_tick(s);
    status = dt_foreign_step(s);
    if (status == DT_DONE)
        status = iterate_with_impulses(s, ticking, &jumped);
    if (status == DT_DONE)
        status = exchange(s, &jumped);
    if (status == DT_DONE)
        status = dt_judge_zeno(s, jumped);
    if (status == DT_DONE && !jumped)
        status = dt_check_smooth(s);
    if (status == DT_DONE)
        status = finish(s, own || own_clock, true);
    return status;
}
