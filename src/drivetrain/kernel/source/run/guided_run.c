/* Runs whose motion the caller integrates between events, and tells where it has led.
 *
 * In between the modes are frozen and every point is evaluated on its own: guesses for loops, and loads from
 * which shared ones are found, are those of the last accepted point. Nothing is recorded of the past, so that
 * models with delays cannot be run like this. */
#include <math.h>
#include <string.h>

#include "run.h"
#include "../discontinuities/discontinuities.h"
#include "../contact/contact.h"
#include "../events/events.h"
#include "../methods/methods.h"
#include "../model/model.h"

int dt_view(dt_solver *s, double t, const double *x, double *row, const double **g, const double **switching)
{
    size_t bytes = (size_t)s->model.n_x * sizeof(double);
    memcpy(s->x_stage, s->x, (size_t)s->n * sizeof(double));
    if (bytes)
        memcpy(s->x_stage, x, bytes);
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, t, s->x_stage);
    if (code)
        return dt_fail_block(s, code);
    dt_write_row(s, DT_REGULAR, row);
    *g = s->io.g;
    *switching = s->io.switching;
    return DT_DONE;
}

/* Is this the next instant known in advance, but for rounding? */
static bool is_scheduled(const dt_solver *s, double t)
{
    return s->scheduled_event && fabs(t - s->scheduled) <= SAME_INSTANT * dt_ulp(t);
}

/* Mark the relations that contradict their frozen values there. */
static void mark_crossed(dt_solver *s)
{
    s->crossing_due = false;
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        bool now = s->model.strict[k] ? s->io.g[k] > 0.0 : s->io.g[k] >= 0.0;
        bool crossed = now != (s->rel[k] != 0.0) && fabs(s->io.g[k]) > s->settings.event_noise;
        s->mode_search.triggered[k] = crossed;
        s->crossing_due |= crossed;
    }
    memset(s->mode_search.triggered + s->model.n_rel, 0, (size_t)s->model.n_time_rel);
}

/* Evaluate where the motion has led. Elements at rest are there with the accuracy of the caller's integrator;
 * one that lets go begins from exactly zero. */
static int view_at_rest(dt_solver *s, double t, const double *x, double *row)
{
    const double *g, *switching;
    int status = dt_view(s, t, x, row, &g, &switching);
    if (status != DT_DONE || !dt_lock_point(s, s->x_stage))
        return status;
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, t, s->x_stage);
    return code ? dt_fail_block(s, code) : DT_DONE;
}

int dt_pass(dt_solver *s, double t, const double *x, double *row)
{
    if (s->phase != PHASE_STEP)
        return s->phase == PHASE_FAILED ? (int)s->failure.status : DT_NOT_READY;
    s->time_due = is_scheduled(s, t) ? s->scheduled : t;
    int status = view_at_rest(s, s->time_due, x, row);
    if (status != DT_DONE)
        return status;
    dt_keep_shares(s);
    dt_keep_smooth(s);
    mark_crossed(s);
    dt_gather_point(s);
    memcpy(s->x, s->x_stage, (size_t)s->n * sizeof(double));
    s->time = s->time_due;
    status = dt_handle_event(s);
    if (status != DT_DONE) {
        s->phase = PHASE_FAILED;
        return status;
    }
    dt_write_row(s, DT_RIGHT + (s->on_schedule ? DT_SCHEDULED : 0), row);
    return DT_DONE;
}

/* Is a relation no longer what its frozen value says? */
static bool event_is_ahead(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (s->rel[k] != 0.0 ? s->io.g[k] < 0.0 : s->io.g[k] > 0.0)
            return true;
    return false;
}

int dt_accept(dt_solver *s, double t, const double *x, double *row)
{
    const double *g, *switching;
    int status = dt_view(s, t, x, row, &g, &switching);
    if (status == DT_DONE && dt_first_violated(s) >= 0)
        status = event_is_ahead(s) ? DT_MORE : dt_check_asserts(s);
    if (status == DT_DONE)
        status = dt_check_defined(s);
    if (status == DT_DONE)
        dt_keep_memory(s);
    return status;
}

double dt_next_instant(const dt_solver *s) { return s->scheduled_event ? s->scheduled : INFINITY; }

void dt_modes(const dt_solver *s, double *rel)
{
    if (s->n_all_rel)
        memcpy(rel, s->rel, (size_t)s->n_all_rel * sizeof(double));
}
