/* Initialisation: settings of the run, consistent start. */
#include <math.h>

#include "unit.h"

/* Steps into which a run is divided at least, as in runs elsewhere. */
#define STEPS_OF_SPAN 50.0

enum unit_status unit_enter_start(unit *u, bool tolerance_given, double tolerance, double start, bool stop_given,
                                  double stop)
{
    if (tolerance_given && !(tolerance > 0.0 && tolerance < 1.0))
        return unit_say(u, UNIT_ERROR, "the tolerance has to be between 0 and 1");
    if (!isfinite(start))
        return unit_say(u, UNIT_ERROR, "the start time has to be finite");
    if (stop_given && !(isfinite(stop) && stop >= start))
        return unit_say(u, UNIT_ERROR, "the stop time must not be before the start time");
    u->tolerance = tolerance_given ? tolerance : u->m->tolerance;
    u->start_time = u->time = start;
    u->stop_given = stop_given;
    u->stop_time = stop;
    u->started = false;
    return UNIT_OK;
}

static void settle_settings(unit *u)
{
    dt_settings *s = &u->settings;
    *s = *u->m->settings;
    s->start_time = u->start_time;
    s->stop_time = u->stop_given ? u->stop_time : INFINITY;
    if (u->stop_given) {
        s->span = u->stop_time - u->start_time;
        s->max_step = s->span > 0.0 ? s->span / STEPS_OF_SPAN : INFINITY;
    }
    for (int64_t i = 0; i < u->model->n_x; ++i) {
        u->atol[i] = u->tolerance * u->nominal[i];
        u->rtol[i] = u->tolerance;
    }
    s->atol = u->atol;
    s->rtol = u->rtol;
    s->parameters = u->parameters;
    s->sample_start = u->first;
    s->sample_interval = u->interval;
    s->delay_longest = u->delay;
    s->memory = u->guesses;
    s->interval = INFINITY;
    if (u->exchange)
        s->method = DT_EXTERNAL;
}

enum unit_status unit_make_solver(unit *u)
{
    settle_settings(u);
    dt_destroy(u->solver);
    u->solver = dt_create(u->model, &u->settings);
    return u->solver ? UNIT_OK : unit_say(u, UNIT_ERROR, "no memory for a solver of this size");
}

/* Tolerances are multiples of the sizes of states, which may follow from parameters. */
static enum unit_status check_nominals(unit *u)
{
    for (int64_t i = 0; i < u->model->n_x; ++i) {
        if (u->nominal[i] > 0.0 && isfinite(u->nominal[i]))
            continue;
        unit_begin(u);
        unit_text(u, "the nominal value of ");
        unit_text(u, unit_word(u, u->m->words->value + i));
        unit_text(u, " is ");
        unit_number(u, u->nominal[i]);
        unit_text(u, ": give the typical size of this quantity, above zero; it decides how exactly it is computed");
        return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
    }
    return UNIT_OK;
}

enum unit_status unit_start(unit *u)
{
    int64_t count = 0;
    if (u->started)
        return UNIT_OK;
    if (u->exchange && u->model->n_delay > 0)
        return unit_say(u, UNIT_ERROR,
                        "this model has delays, and their past is not known where others integrate: use co-simulation");
    enum unit_status status = unit_derive(u);
    if (status == UNIT_OK)
        status = check_nominals(u);
    if (status == UNIT_OK)
        status = unit_make_solver(u);
    if (status != UNIT_OK)
        return status;
    u->time = u->start_time;
    status = unit_meet_conditions(u);
    if (status != UNIT_OK)
        return status;
    int outcome = dt_initialise(u->solver, u->start_time, u->x0, u->z0);
    if (outcome == DT_DONE)
        outcome = unit_advance(u, u->start_time, UNIT_ROWS, INT64_MAX, &count);
    if (outcome != DT_DONE)
        return unit_failed(u, "there is no consistent start");
    dt_modes(u->solver, u->truth);
    unit_tell_start(u);
    u->started = true;
    u->changed = u->event_due = u->ended = u->touched = u->stale = false;
    return UNIT_OK;
}
