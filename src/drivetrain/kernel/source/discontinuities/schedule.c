/* Instants known in advance: the output grid, clocks and time relations. */
#include <math.h>
#include <string.h>

#include "discontinuities.h"
#include "../model/model.h"

/* Grid point k; the last one is stop_time exactly. If rows are requested one at a time, there is a single
 * grid point ahead. */
static double grid_time(const dt_solver *s, int64_t k)
{
    if (s->requested.on && k == 0)
        return s->requested.time;
    if (k >= s->grid_count)
        return s->settings.stop_time;
    if (s->settings.n_output)
        return k > 0 ? s->settings.output_times[k - 1] : s->settings.start_time;
    return s->settings.start_time + (double)k * s->settings.interval;
}

/* Number of intervals between given instants, without those that coincide with stop_time. */
static int64_t count_given(const dt_settings *settings)
{
    int64_t count = settings->n_output;
    double end = settings->stop_time - SAME_INSTANT * dt_ulp(settings->stop_time);
    while (count > 0 && settings->output_times[count - 1] >= end)
        --count;
    return count + 1;
}

/* Number of intervals, the last of which may be shorter than the others, but not merely by rounding of the
 * two ends. */
static int64_t count_grid(const dt_settings *settings)
{
    if (settings->n_output)
        return count_given(settings);
    double begin = settings->start_time, end = settings->stop_time, interval = settings->interval;
    if (!(interval > 0.0) || !isfinite(interval))
        return 1;
    double rounding = SAME_INSTANT * dt_ulp(fmax(fabs(begin), fabs(end))) / interval;
    return dt_max(1, (int64_t)ceil((end - begin) / interval - fmin(fmax(rounding, 1e-9), 0.5)));
}

static double tick_time(const dt_solver *s, int64_t clock)
{
    return s->settings.sample_start[clock] +
           (double)s->clock_index[clock] * s->settings.sample_interval[clock];
}

/* Difference from t within which a clock tick coincides with t. Both are as accurate as the numbers they are
 * computed from: near the instant 0 a tick may be off by far more than its own last bits. */
static double tick_tolerance(const dt_solver *s, int64_t clock, double t)
{
    return SAME_INSTANT * dt_ulp(fmax(fabs(t), fabs(s->settings.sample_start[clock])));
}

/* Prepare for a run from t: the grid after t, the first ticks at t or later. */
void dt_schedule_start(dt_solver *s, double t)
{
    double near = SAME_INSTANT * dt_ulp(t);
    s->grid_count = s->requested.on ? 1 : count_grid(&s->settings);
    s->grid_index = s->requested.on ? 0 : 1;
    while (s->grid_index < s->grid_count && grid_time(s, s->grid_index) <= t + near)
        ++s->grid_index;
    for (int64_t k = 0; k < s->model.n_sample; ++k) {
        double past = (t - s->settings.sample_start[k]) / s->settings.sample_interval[k];
        s->clock_index[k] = past > 0.0 ? (int64_t)floor(past) : 0;
        while (tick_time(s, k) < t - tick_tolerance(s, k, t))
            ++s->clock_index[k];
    }
}

/* Find the next instant that must be hit, from the time relations as last evaluated, and skip grid points
 * that coincide with the present instant. */
void dt_schedule_next(dt_solver *s)
{
    double t = s->time, next = INFINITY;
    for (int64_t k = 0; k < s->model.n_time_rel; ++k)
        if (s->io.t_event[k] > t && s->io.t_event[k] < next)
            next = s->io.t_event[k];
    for (int64_t k = 0; k < s->model.n_sample; ++k)
        if (tick_time(s, k) > t && tick_time(s, k) < next)
            next = tick_time(s, k);
    s->scheduled_own = next;
    next = fmin(next, dt_next_arrival(s));
    s->scheduled_event = next <= s->settings.stop_time;
    s->scheduled = s->scheduled_event ? next : s->settings.stop_time;
    while (s->grid_index < s->grid_count &&
           grid_time(s, s->grid_index) <= t + SAME_INSTANT * dt_ulp(t))
        ++s->grid_index;
}

/* Request a row at time t. One at an instant that has been reached is there already, and one at stop_time is
 * the last one. */
void dt_request_row(dt_solver *s, double t)
{
    bool between = s->phase == PHASE_OUTPUT || s->phase == PHASE_LEFT_ROW || s->phase == PHASE_EVENT;
    s->requested = (struct requested){.on = true, .time = t};
    s->grid_count = 1;
    s->grid_index = t >= s->settings.stop_time || (!between && t <= s->time + SAME_INSTANT * dt_ulp(s->time));
    s->requested.last = t >= s->settings.stop_time;
}

/* Write rows at all grid points after the last instant requested. */
void dt_resume_grid(dt_solver *s)
{
    double t = fmax(s->requested.time, s->settings.start_time);
    double passed = floor((t - s->settings.start_time) / s->settings.interval) - 1.0;
    s->requested.on = false;
    s->grid_count = count_grid(&s->settings);
    s->grid_index = passed < 1.0 ? 1 : passed < (double)s->grid_count ? (int64_t)passed : s->grid_count;
    while (s->grid_index < s->grid_count && grid_time(s, s->grid_index) <= t + SAME_INSTANT * dt_ulp(t))
        ++s->grid_index;
}

/* Has the requested row been written, and is the run where it can be continued or changed? */
bool dt_row_is_there(const dt_solver *s)
{
    bool open = s->phase == PHASE_STEP || s->phase == PHASE_OUTPUT;
    return open && s->requested.on && !s->requested.last && s->grid_index > 0;
}

/* The first ticks of all clocks after the present instant: their periods may have changed. */
void dt_schedule_clocks(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_sample; ++k) {
        double past = (s->time - s->settings.sample_start[k]) / s->settings.sample_interval[k];
        s->clock_index[k] = past > 1.0 ? (int64_t)floor(past) - 1 : 0;
        while (tick_time(s, k) <= s->time + tick_tolerance(s, k, s->time))
            ++s->clock_index[k];
    }
}

/* Is a grid point before the end (or the event) of the step still to be written? The last grid point,
 * stop_time, does not count. */
bool dt_grid_due(const dt_solver *s, double *t)
{
    *t = grid_time(s, s->grid_index);
    if (s->grid_index >= s->grid_count)
        return false;
    if (s->violated)
        return *t < s->time_violated;
    if (s->event_due)
        return *t < s->time_due - SAME_INSTANT * dt_ulp(s->time_due);
    return *t <= (s->load_reversal.due ? s->time_due : s->time_end);
}

/* The grid point before t, one just written: all assertions held there. */
double dt_grid_before(const dt_solver *s, double t)
{
    if (s->settings.n_output)
        return grid_time(s, s->grid_index - 2);
    return t - s->settings.interval;
}

/* Does the next tick of a clock coincide with t? */
bool dt_ticks_at(const dt_solver *s, int64_t clock, double t)
{
    return tick_time(s, clock) <= t + tick_tolerance(s, clock, t);
}

/* Set the flags of the clocks that tick now and advance them; false if there are none. */
bool dt_raise_clocks(dt_solver *s)
{
    bool any = false;
    for (int64_t k = 0; k < s->model.n_sample; ++k) {
        bool ticks = dt_ticks_at(s, k, s->time);
        s->sample[k] = ticks;
        s->clock_index[k] += ticks;
        any |= ticks;
    }
    return any;
}
