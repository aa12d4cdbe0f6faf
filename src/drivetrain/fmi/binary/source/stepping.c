/* Co-simulation: steps of the environment on top of the solver's own.
 *
 * Without inputs the solver's steps pass a communication point, where values follow from the continuous
 * extension: they are those of a run in one piece. Changed inputs are handed over at an event, which ends the
 * solver's step at the communication point. */
#include <math.h>
#include <string.h>

#include "unit.h"

/* Difference of instants that is rounding of the environment, relative to the instant and the step. */
#define ROUNDING 1e-9

/* A row after an event follows the one before it. */
static void keep_row(unit *u, const double *row)
{
    int64_t first = 2 + u->model->n_x + u->model->n_q;
    if (u->row[1] == DT_LEFT && row[1] != DT_LEFT)
        unit_tell_event(u, row[0], u->row + first, row + first);
    memcpy(u->row, row, (size_t)unit_row_length(u) * sizeof(double));
    u->time = row[0];
}

int unit_advance(unit *u, double time, int64_t capacity, int64_t *count)
{
    int status;
    *count = 0;
    do {
        int64_t more = 0;
        status = dt_step_to(u->solver, time, u->rows, capacity - *count, &more, INT64_MAX);
        for (int64_t k = 0; k < more; ++k)
            keep_row(u, u->rows + k * unit_row_length(u));
        *count += more;
        if (status == DT_ANALYSE && u->m->pivot_position)
            dt_set_pivots(u->solver, u->m->pivot_position, u->m->pivot_column);
    } while (status == DT_ANALYSE || (status == DT_MORE && *count < capacity));
    return status;
}

/* Events are to be handled by the environment: return at the left limit of one. */
static bool is_left(const unit *u, int64_t count) { return count > 0 && u->row[1] == DT_LEFT; }

static enum unit_status finish_step(unit *u, int status, struct unit_step *result)
{
    result->time = u->time;
    if (status == DT_DONE)
        return UNIT_OK;
    if (status == DT_ASSERT && unit_ended(u)) {
        u->ended = result->ended = true;
        u->phase = UNIT_FAILED;
        unit_failed(u, "the model has ended the run");
        return UNIT_DISCARD;
    }
    u->phase = UNIT_FAILED;
    return unit_failed(u, "the step failed");
}

static enum unit_status run_to(unit *u, double to, struct unit_step *result)
{
    int64_t count, capacity = u->stops_at_events ? 1 : UNIT_ROWS;
    int status;
    do {
        status = unit_advance(u, to, capacity, &count);
        if (u->stops_at_events && is_left(u, count) && (status == DT_MORE || status == DT_DONE)) {
            u->event_due = result->event = true;
            result->early = u->time < to;
            status = DT_DONE;
        }
    } while (status == DT_MORE);
    return finish_step(u, status, result);
}

static enum unit_status wrong_times(unit *u, const char *what, double first, const char *between, double second)
{
    unit_begin(u);
    unit_text(u, what);
    unit_number(u, first);
    unit_text(u, between);
    unit_number(u, second);
    unit_text(u, " s");
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

enum unit_status unit_do_step(unit *u, double from, double step, struct unit_step *result)
{
    *result = (struct unit_step){.time = u->time};
    if (!(step >= 0.0) || isinf(step) || !isfinite(from))
        return wrong_times(u, "a step must not go back: it begins at ", from, " s and is to last ", step);
    double slack = ROUNDING * (fabs(u->time) + step), to = from + step;
    if (fabs(from - u->time) > slack)
        return wrong_times(u, "the step is to begin at ", from, " s, but the unit has come to ", u->time);
    if (u->stop_given && to > u->stop_time + slack)
        return wrong_times(u, "the step is to end at ", to, " s, after the stop time ", u->stop_time);
    if (u->stop_given && to > u->stop_time - slack)
        to = u->stop_time;
    if (u->changed) {
        enum unit_status status = unit_hand_over(u);
        if (status != UNIT_OK)
            return status;
    }
    return to > u->time ? run_to(u, to, result) : UNIT_OK;
}

enum unit_status unit_pass_event(unit *u, bool *ended)
{
    struct unit_step step = {0};
    int64_t count;
    *ended = false;
    if (u->event_due) {
        int status = unit_advance(u, u->time, UNIT_ROWS, &count);
        if (status != DT_DONE) {
            enum unit_status outcome = finish_step(u, status, &step);
            *ended = step.ended;
            return *ended ? UNIT_OK : outcome;
        }
        u->event_due = false;
    }
    return u->changed ? unit_hand_over(u) : UNIT_OK;
}
