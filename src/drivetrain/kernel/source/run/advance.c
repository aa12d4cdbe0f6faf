/* State machine that turns steps and events into rows. Every phase writes as many rows as there is space for,
 * so a run can be suspended when the buffer is full and continued later. */
#include <math.h>
#include <string.h>

#include "run.h"
#include "../events/events.h"
#include "../stepping/stepping.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"
#include "../model/units.h"

/* Make the new states the present ones in place: for long models a copy takes as long as much of the step. */
static void exchange_states(dt_solver *s)
{
    double *before = s->x;
    s->x = s->x_new;
    s->x_new = before;
}

/* Make the end of the step the present point; its last stage becomes the first of the next. */
static void commit_step(dt_solver *s)
{
    exchange_states(s);
    dt_exchange_stages(s);
    s->time = s->time_end;
    s->derivative_ready = !dt_left_branch(s);
    s->after_event = false;
    s->stiff.jacobian_ready = false;
    s->phase = PHASE_STEP;
    dt_keep_end_shares(s);
    dt_flip_inert(s);
    dt_mark_step_start(s, s->crossing.g_end);
    dt_keep_branches(s);
    dt_mark_angles(s, s->oscillation.end);
    dt_undo_drift(s);
}

static int64_t steps_tried(const dt_solver *s)
{
    return s->stats.steps + s->stats.rejected_steps;
}

static int make_step(dt_solver *s)
{
    bool accepted;
    if (steps_tried(s) - s->steps_before >= s->settings.max_steps)
        return dt_fail_slow(s);
    int status = dt_try_step(s, &accepted);
    if (status != DT_DONE || !accepted)
        return status;
    dt_find_load_reversal(s);
    dt_integrate_panels(s);
    dt_probe_step(s);
    s->event_due = s->crossing_due || (s->scheduled_event && s->time_due == s->scheduled);
    s->violated = !s->event_due && !s->load_reversal.due && dt_first_violated(s) >= 0;
    if (s->violated)
        s->time_violated = dt_find_violation(s, s->time_start, s->time_end);
    else if (!s->event_due && !s->load_reversal.due) {
        dt_note_end_memory(s);
        dt_watch_drift(s);
    }
    s->phase = PHASE_OUTPUT;
    return s->event_due || s->load_reversal.due || s->violated ? DT_DONE : dt_check_held(s);
}

/* Row at a time within the last step, with the modes of that step. */
static int write_at(dt_solver *s, double t, const double *x, int flag, double *row)
{
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, t, x);
    if (code)
        return dt_fail_block(s, code);
    if (!s->violated && dt_check_defined(s) != DT_DONE)
        return DT_NON_FINITE;
    dt_record(s, flag, row);
    return DT_DONE;
}

/* End the run at the first instant at which an assertion is violated that does not hold at `bad`, but held at
 * `good`. `row` is overwritten with scratch data. */
static int end_violated(dt_solver *s, double good, double bad, double *row)
{
    s->violated = true;
    double t = dt_find_violation(s, good, bad);
    dt_interpolate(s, t, s->x_stage);
    int status = write_at(s, t, s->x_stage, DT_REGULAR, row);
    return status == DT_DONE ? dt_check_asserts(s) : status;
}

/* The row of the next grid point; locked elements are at rest there, too. */
static int write_grid_point(dt_solver *s, double t, double *row)
{
    double *x = s->settings.short_rows ? row + 2 : s->x_stage;
    dt_interpolate(s, t, x);
    ++s->grid_index;
    int status = write_at(s, t, x, DT_REGULAR, row);
    if (status == DT_DONE && dt_lock_point(s, x))
        status = write_at(s, t, x, DT_REGULAR, row);
    if (status == DT_DONE && dt_first_violated(s) >= 0)
        status = end_violated(s, fmax(s->time_start, dt_grid_before(s, t)), t, row);
    return status;
}

/* Short rows of the next grid points, in which only the states are new; returns their number. */
static int64_t write_grid_points(dt_solver *s, int64_t room, double *rows)
{
    int64_t length = dt_row_length(s), count = 0;
    double t[DT_TOGETHER];
    for (; count < room && count < DT_TOGETHER && dt_grid_due(s, &t[count]); ++count)
        ++s->grid_index;
    dt_interpolate_many(s, count, t, rows + 2, length);
    for (int64_t k = 0; k < count; ++k, rows += length)
        dt_write_short_row(s, t[k], DT_REGULAR, rows + 2, rows);
    return count;
}

/* The step ends at a reversal of shared loads. `row` is overwritten with scratch data. */
static int end_at_turning(dt_solver *s, double *row)
{
    int status = dt_record_history(s, s->time_due);
    if (status != DT_DONE)
        return status;
    dt_interpolate(s, s->time_due, s->x_point);
    status = write_at(s, s->time_due, s->x_point, DT_REGULAR, row);
    if (status == DT_DONE && dt_first_violated(s) >= 0)
        return end_violated(s, s->time_start, s->time_due, row);
    if (status == DT_DONE)
        dt_pass_load_reversal(s);
    return status;
}

/* An event is due at the present point, where no relation has changed. */
static void let_event_follow(dt_solver *s)
{
    s->event_due = true;
    s->crossing_due = s->load_reversal.due = s->violated = false;
    memset(s->mode_search.triggered, 0, (size_t)s->n_all_rel);
    s->phase = PHASE_LEFT_ROW;
}

/* The end of the step is the present point. */
static int end_step(dt_solver *s)
{
    bool event;
    s->branches.lasted = dt_left_lasting(s);
    commit_step(s);
    int status = s->branches.lasted ? dt_history_bend(s) : DT_DONE;
    if (status == DT_DONE)
        status = dt_complete_units(s, &event);
    if (status == DT_DONE && event) {
        memcpy(s->x_point, s->x, (size_t)s->n * sizeof(double));
        s->time_due = s->time;
        let_event_follow(s);
    }
    return status;
}

/* Write the next grid points of the step, or else proceed to what follows the step. */
static int write_output(dt_solver *s, int64_t room, double *row, int64_t *written)
{
    double t;
    int status = DT_DONE;
    if (dt_grid_due(s, &t)) {
        if (s->settings.short_rows && !s->model.may_be_undefined && !s->locks.known) {
            *written = write_grid_points(s, room, row);
        } else {
            status = write_grid_point(s, t, row);
            *written = status == DT_DONE;
        }
        s->steps_before = steps_tried(s);
    } else if (s->event_due) {
        status = dt_record_history(s, s->time_due);
        if (status == DT_DONE)
            s->phase = PHASE_LEFT_ROW;
    } else if (s->load_reversal.due) {
        status = end_at_turning(s, row);
    } else if (s->violated) {
        status = end_violated(s, s->time_violated, s->time_violated, row);
    } else {
        status = dt_record_history(s, s->time_end);
        if (status == DT_DONE)
            status = end_step(s);
        if (status == DT_DONE && s->phase == PHASE_STEP && s->time >= s->settings.stop_time) {
            status = write_at(s, s->time, s->x, DT_LAST, row);
            *written = status == DT_DONE;
            s->phase = status == DT_DONE ? PHASE_FINISHED : PHASE_FAILED;
        }
    }
    return status;
}

/* Immediately successive events after which nothing will settle. */
#define RESTLESS 16

/* Reference torques for load sharing in the event to come: those just before it. They are known if it
 * immediately follows an event. At a corner of a force law these can make modes toggle without end; then the
 * torques before the whole sequence are used. */
static void choose_shares(dt_solver *s)
{
    if (!dt_follows_at_once(s))
        dt_keep_shares(s);
    else if (s->zeno.crowd[0].count > RESTLESS)
        dt_take_back_shares(s);
}

static int write_left_row(dt_solver *s, double *row, int64_t *written)
{
    int status = write_at(s, s->time_due, s->x_point, DT_LEFT, row);
    if (status == DT_DONE && dt_first_violated(s) >= 0) {
        if (dt_violated_before_event(s))
            return end_violated(s, s->time_start, s->time_due, row);
        status = write_at(s, s->time_due, s->x_point, DT_LEFT, row);
    }
    if (status == DT_DONE) {
        choose_shares(s);
        *written = 1;
        dt_keep_smooth(s);
        s->phase = PHASE_EVENT;
    }
    return status;
}

static int pass_event(dt_solver *s)
{
    dt_gather_point(s);
    memcpy(s->x, s->x_point, (size_t)s->n * sizeof(double));
    s->time = s->time_due;
    s->steps_before = steps_tried(s);
    int status = dt_handle_event(s);
    if (status == DT_DONE)
        s->phase = PHASE_RIGHT_ROW;
    return status;
}

static void write_new_modes(dt_solver *s, int flag, double *row)
{
    bool end = s->time >= s->settings.stop_time;
    if (flag == DT_RIGHT)
        flag = (end ? DT_LAST : DT_RIGHT) + (s->on_schedule ? DT_SCHEDULED : 0);
    dt_record(s, flag, row);
    s->phase = end ? PHASE_FINISHED : PHASE_STEP;
}

static int pass_phase(dt_solver *s, int64_t room, double *row, int64_t *written)
{
    switch (s->phase) {
    case PHASE_STEP:
        return make_step(s);
    case PHASE_OUTPUT:
        return write_output(s, room, row, written);
    case PHASE_LEFT_ROW:
        return write_left_row(s, row, written);
    case PHASE_EVENT:
        return pass_event(s);
    case PHASE_FIRST_ROW:
    case PHASE_RIGHT_ROW:
        write_new_modes(s, s->phase == PHASE_FIRST_ROW ? DT_FIRST : DT_RIGHT, row);
        *written = 1;
        return DT_DONE;
    default:
        return DT_NOT_READY;
    }
}

/* Steps between readings of the clock, for a short model: much longer than a reading. */
#define STEPS_PER_LOOK 8
#define SHORT 50

/* Must the call end before the next step? */
static bool time_is_over(const dt_solver *s, double end)
{
    bool looks = s->n > SHORT || steps_tried(s) % STEPS_PER_LOOK == 0;
    return looks && end < INFINITY && dt_clock() > end;
}

static int proceed(dt_solver *s, double *rows, int64_t capacity, int64_t *n_rows, int64_t max_steps)
{
    int64_t length = dt_row_length(s);
    double seconds = s->settings.seconds_per_call, end = seconds < INFINITY ? dt_clock() + seconds : INFINITY;
    *n_rows = 0;
    if (s->phase == PHASE_NOT_READY)
        return DT_NOT_READY;
    if (s->phase == PHASE_FAILED)
        return (int)s->failure.status;
    if (!dt_history_grow(s))
        return dt_fail(s, DT_DELAY_MEMORY);
    while (s->phase != PHASE_FINISHED && !(s->requested.on && dt_row_is_there(s))) {
        bool stepping = s->phase == PHASE_STEP, silent = stepping || s->phase == PHASE_EVENT;
        bool full = stepping ? !dt_history_room(s) : !silent && *n_rows >= capacity;
        if (full || (stepping && (max_steps-- <= 0 || time_is_over(s, end))))
            return DT_MORE;
        int64_t written = 0;
        enum phase before = s->phase;
        if (s->sensitivity && before == PHASE_EVENT)
            dt_begin_event_sensitivity(s);
        int status = pass_phase(s, capacity - *n_rows, rows + *n_rows * length, &written);
        if (s->sensitivity && status == DT_DONE)
            dt_follow_sensitivity(s, before, rows + *n_rows * length, written);
        *n_rows += written;
        if (status != DT_DONE)
            return status;
    }
    return DT_DONE;
}

int dt_advance(dt_solver *s, double *rows, int64_t capacity, int64_t *n_rows, int64_t max_steps)
{
    if (s->requested.on)
        dt_resume_grid(s);
    return proceed(s, rows, capacity, n_rows, max_steps);
}

int dt_step_to(dt_solver *s, double t, double *rows, int64_t capacity, int64_t *n_rows, int64_t max_steps)
{
    if (!s->requested.on || t != s->requested.time) {
        dt_request_row(s, t);
        s->steps_before = steps_tried(s);
    }
    return proceed(s, rows, capacity, n_rows, max_steps);
}

/* The point at time t within the step just made is where an event is due. */
static int stop_within_step(dt_solver *s, double t)
{
    int status = dt_record_history(s, t);
    if (status == DT_DONE)
        dt_interpolate(s, t, s->x_point);
    return status;
}

int dt_interrupt(dt_solver *s, double *row)
{
    int64_t written = 0;
    int status = DT_DONE;
    s->time_due = s->time;
    if (s->phase == PHASE_OUTPUT && s->requested.on && s->grid_index > 0) {
        s->time_due = s->requested.time;
        status = stop_within_step(s, s->time_due);
    } else if (s->phase == PHASE_STEP) {
        memcpy(s->x_point, s->x, (size_t)s->n * sizeof(double));
    } else {
        return DT_NOT_READY;
    }
    let_event_follow(s);
    return status == DT_DONE ? write_left_row(s, row, &written) : status;
}

int dt_reached(dt_solver *s, double *row)
{
    return s->phase == PHASE_STEP ? write_at(s, s->time, s->x, DT_REGULAR, row) : DT_NOT_READY;
}

int64_t dt_limiting_state(dt_solver *s) { return dt_worst_state(s); }

int dt_place(dt_solver *s, const double *x, const double *z)
{
    if (s->phase != PHASE_EVENT)
        return DT_NOT_READY;
    if (s->model.n_x)
        memcpy(s->x_point, x, (size_t)s->model.n_x * sizeof(double));
    if (s->model.n_z) {
        memcpy(s->z, z, (size_t)s->model.n_z * sizeof(double));
        memcpy(s->pre, z, (size_t)s->model.n_z * sizeof(double));
    }
    /* Motions that rigid parts follow may be anywhere. */
    for (int64_t i = 0; i < s->model.n_smooth; ++i)
        s->smooth_before[i] = NAN;
    return DT_DONE;
}

void dt_renew(dt_solver *s)
{
    if (s->model.prepare)
        s->model.prepare(&s->io);
    dt_prepare_knots(s);
    s->locks.known = s->locks.differentiated = false;
    s->derivative_ready = s->stiff.jacobian_ready = false;
    if (s->phase == PHASE_EVENT) {
        double before = s->time;
        s->time = s->time_due;
        dt_schedule_clocks(s);
        s->time = before;
    }
}

void dt_prolong(dt_solver *s, double stop_time)
{
    s->settings.stop_time = stop_time;
    if (s->phase != PHASE_FINISHED)
        return;
    s->phase = PHASE_STEP;
    s->requested.last = false;
    dt_schedule_next(s);
}
