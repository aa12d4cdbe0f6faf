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

int unit_advance(unit *u, double time, int64_t capacity, int64_t most_steps, int64_t *count)
{
    int status;
    *count = 0;
    do {
        int64_t more = 0;
        status = dt_step_to(u->solver, time, u->rows, capacity - *count, &more, most_steps);
        for (int64_t k = 0; k < more; ++k)
            keep_row(u, u->rows + k * unit_row_length(u));
        *count += more;
        if (status == DT_ANALYSE && u->m->pivot_position)
            dt_set_pivots(u->solver, u->m->pivot_position, u->m->pivot_column);
    } while (status == DT_ANALYSE || (status == DT_MORE && *count < capacity && most_steps == INT64_MAX));
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

static int64_t steps_made(const unit *u)
{
    dt_stats stats;
    dt_get_stats(u->solver, &stats);
    return stats.steps + stats.rejected_steps;
}

/* The step of the environment takes more steps of the solver than it may. */
static enum unit_status give_up(unit *u, double from, double to, struct unit_step *result)
{
    const dt_fmu_words *words = u->m->words;
    double reached = dt_reached(u->solver, u->rows) == DT_DONE ? u->rows[0] : u->time;
    result->time = u->time;
    u->phase = UNIT_FAILED;
    unit_begin(u);
    unit_text(u, "the step from t = ");
    unit_number(u, from);
    unit_text(u, " s to ");
    unit_number(u, to);
    unit_text(u, " s is given up at t = ");
    unit_number(u, reached);
    unit_text(u, " s, after ");
    unit_number(u, (double)u->m->most_steps);
    unit_text(u, " steps of the solver");
    if (u->model->n_x > 0) {
        unit_text(u, "; what limits them is ");
        unit_text(u, unit_word(u, words->value + dt_limiting_state(u->solver)));
    }
    unit_text(u, ". Set an earlier state, or reset; then loosen the tolerance, look for very stiff parts and for "
                 "events that follow each other endlessly, or export the model with more steps (most_steps=…)");
    return unit_tell(u, UNIT_DISCARD, UNIT_LOG_DISCARD);
}

/* Let the environment look at the end of a step of the solver, or after an event; it may end the own step sooner. */
static int look(unit *u, bool after_event, double *to, struct unit_step *result)
{
    double until = *to;
    int status = dt_reached(u->solver, u->rows);
    bool was_rejected = u->rows[0] == u->time && !after_event;
    if (status == DT_NOT_READY || (status == DT_DONE && was_rejected))
        return DT_MORE;
    if (status != DT_DONE)
        return status;
    keep_row(u, u->rows);
    u->phase = UNIT_INTERMEDIATE;
    bool early = u->look(u, u->time, &until);
    u->phase = UNIT_STEPPING;
    if (!early || !(until < *to))
        return DT_MORE;
    result->early = true;
    *to = until;
    return until > u->time ? DT_MORE : DT_DONE;
}

static enum unit_status run_to(unit *u, double to, struct unit_step *result)
{
    int64_t count, capacity = u->stops_at_events ? 1 : UNIT_ROWS, before = steps_made(u), made = 0;
    double from = u->time;
    int status;
    do {
        if (made >= u->m->most_steps)
            return give_up(u, from, to, result);
        status = unit_advance(u, to, capacity, u->look ? 1 : u->m->most_steps - made, &count);
        made = steps_made(u) - before;
        if (u->stops_at_events && is_left(u, count) && (status == DT_MORE || status == DT_DONE)) {
            u->event_due = result->event = true;
            result->early |= u->time < to;
            status = DT_DONE;
        } else if (status == DT_MORE && u->look)
            status = look(u, count > 0, &to, result);
    } while (status == DT_MORE);
    unit_tell_steps(u, made);
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
        int status = unit_advance(u, u->time, UNIT_ROWS, INT64_MAX, &count);
        if (status != DT_DONE) {
            enum unit_status outcome = finish_step(u, status, &step);
            *ended = step.ended;
            return *ended ? UNIT_OK : outcome;
        }
        u->event_due = false;
    }
    return u->changed ? unit_hand_over(u) : UNIT_OK;
}
