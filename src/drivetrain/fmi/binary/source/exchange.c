/* Model exchange: the environment integrates between events. */
#include <math.h>
#include <string.h>

#include "exchange.h"

/* How far a crossing function has to pass zero until its indicator changes sign. The relation is then clearly
 * another one, and the indicator as far from zero on the other side. */
#define HYSTERESIS 1e-10

/* Difference of instants that is rounding, relative to them. */
#define SAME_INSTANT 1e-15

static enum unit_status wrong_count(unit *u, const char *what, size_t n, int64_t wanted)
{
    unit_begin(u);
    unit_text(u, what);
    unit_text(u, ": there are ");
    unit_number(u, (double)wanted);
    unit_text(u, ", not ");
    unit_number(u, (double)n);
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

/* Parameters and inputs as they were set, without an event. */
static enum unit_status renew(unit *u)
{
    if (!u->changed)
        return UNIT_OK;
    enum unit_status status = unit_derive(u);
    dt_renew(u->solver);
    u->changed = false;
    u->stale = true;
    return status;
}

/* Start in initialisation mode; later: changed values. */
static enum unit_status make_ready(unit *u)
{
    return u->phase == UNIT_INITIALISING ? unit_start(u) : renew(u);
}

static enum unit_status fail(unit *u, const char *what)
{
    u->phase = UNIT_FAILED;
    return unit_failed(u, what);
}

enum unit_status exchange_refresh(unit *u)
{
    const double *g, *switching;
    enum unit_status status = make_ready(u);
    if (status != UNIT_OK || !u->stale)
        return status;
    memcpy(u->rates, u->row + 2, (size_t)u->model->n_x * sizeof(double)); /* dt_view overwrites the row */
    if (dt_view(u->solver, u->time, u->rates, u->row, &g, &switching) != DT_DONE)
        return unit_failed(u, "the values at this point cannot be computed");
    u->stale = false;
    return UNIT_OK;
}

enum unit_status exchange_set_time(unit *u, double time)
{
    if (!isfinite(time))
        return unit_say(u, UNIT_ERROR, "the time has to be finite");
    u->stale |= time != u->time;
    u->time = time;
    return UNIT_OK;
}

enum unit_status exchange_set_states(unit *u, const double *x, size_t n)
{
    if ((int64_t)n != u->model->n_x)
        return wrong_count(u, "continuous states", n, u->model->n_x);
    if (n)
        memcpy(u->row + 2, x, n * sizeof *x);
    u->stale = true;
    return UNIT_OK;
}

enum unit_status exchange_set_state(unit *u, int64_t number, double value)
{
    u->row[2 + number] = value;
    u->stale = true;
    return UNIT_OK;
}

enum unit_status exchange_get_states(unit *u, double *x, size_t n)
{
    enum unit_status status = make_ready(u);
    if ((int64_t)n != u->model->n_x)
        return wrong_count(u, "continuous states", n, u->model->n_x);
    if (n)
        memcpy(x, u->row + 2, n * sizeof *x);
    return status;
}

enum unit_status exchange_get_rates(unit *u, double *rates, size_t n)
{
    enum unit_status status = make_ready(u);
    if ((int64_t)n != u->model->n_x)
        return wrong_count(u, "derivatives", n, u->model->n_x);
    if (status != UNIT_OK)
        return status;
    if (dt_rates(u->solver, u->time, u->row + 2, u->rates) != DT_OK)
        return unit_say(u, UNIT_DISCARD, "the derivatives cannot be computed at this point");
    for (size_t i = 0; i < n; ++i)
        rates[i] = u->rates[i];
    return UNIT_OK;
}

size_t exchange_indicators(const unit *u) { return (size_t)(u->model->n_rel + u->model->n_switching); }

static double indicator(const unit *u, int64_t k, const double *g, const double *switching)
{
    int64_t n_rel = u->model->n_rel, bend = k - n_rel;
    if (k < n_rel)
        return g[k] + (u->truth[k] != 0.0 ? HYSTERESIS : -HYSTERESIS);
    /* A kink affects the accuracy only. Numbered pieces have no sign. */
    return isfinite(switching[bend]) && !u->model->switching_counts[bend] ? switching[bend] : 1.0;
}

enum unit_status exchange_get_indicators(unit *u, double *indicators, size_t n)
{
    const double *g, *switching;
    enum unit_status status = make_ready(u);
    if (n != exchange_indicators(u))
        return wrong_count(u, "event indicators", n, (int64_t)exchange_indicators(u));
    if (status != UNIT_OK)
        return status;
    if (dt_view(u->solver, u->time, u->row + 2, u->rows, &g, &switching) != DT_DONE)
        return unit_say(u, UNIT_DISCARD, "the event indicators cannot be computed at this point");
    for (size_t k = 0; k < n; ++k)
        indicators[k] = indicator(u, (int64_t)k, g, switching);
    return UNIT_OK;
}

enum unit_status exchange_get_indicator(unit *u, int64_t k, double *value)
{
    const double *g, *switching;
    enum unit_status status = make_ready(u);
    if (status != UNIT_OK)
        return status;
    if (dt_view(u->solver, u->time, u->row + 2, u->rows, &g, &switching) != DT_DONE)
        return unit_say(u, UNIT_DISCARD, "the event indicators cannot be computed at this point");
    *value = indicator(u, k, g, switching);
    return UNIT_OK;
}

enum unit_status exchange_get_nominals(unit *u, double *nominals, size_t n)
{
    if ((int64_t)n != u->model->n_x)
        return wrong_count(u, "nominal values", n, u->model->n_x);
    for (size_t i = 0; i < n; ++i) {
        bool seen = u->m->size[i] < u->m->nominal[i]; /* the usual run stays below the size that the model says */
        nominals[i] = seen ? fmin(u->m->size[i], u->nominal[i]) : u->nominal[i];
    }
    return UNIT_OK;
}

/* ------------------------------------------------------------------------ events */

/* Is there an event at the present point, or only a bend? A bend must leave alone the modes: an element that has
 * just begun to slide has hardly any speed, and would be found at rest. */
static enum unit_status find_event(unit *u, bool *found)
{
    const double *g, *switching;
    double next = dt_next_instant(u->solver);
    *found = u->touched || u->time >= next - SAME_INSTANT * fmax(fabs(next), 1.0);
    if (*found)
        return UNIT_OK;
    if (dt_view(u->solver, u->time, u->row + 2, u->rows, &g, &switching) != DT_DONE)
        return fail(u, "the values at an event cannot be computed");
    for (int64_t k = 0; k < u->model->n_rel; ++k)
        *found |= u->truth[k] != 0.0 ? g[k] < -0.5 * HYSTERESIS : g[k] > 0.5 * HYSTERESIS;
    return UNIT_OK;
}

/* The event at the present point; does it move a state? */
static enum unit_status pass(unit *u, struct exchange_event *event)
{
    size_t bytes = (size_t)u->model->n_x * sizeof(double);
    memcpy(u->rates, u->row + 2, bytes);
    if (dt_pass(u->solver, u->time, u->rates, u->row) != DT_DONE) {
        event->ended = u->ended = unit_ended(u);
        return event->ended ? UNIT_OK : fail(u, "the event failed");
    }
    event->moved = memcmp(u->rates, u->row + 2, bytes) != 0;
    u->touched = u->stale = false;
    dt_modes(u->solver, u->truth);
    return UNIT_OK;
}

enum unit_status exchange_event(unit *u, struct exchange_event *event)
{
    bool due = false;
    *event = (struct exchange_event){0};
    enum unit_status status = renew(u);
    if (status == UNIT_OK)
        status = find_event(u, &due);
    if (status == UNIT_OK && due)
        status = pass(u, event);
    if (status != UNIT_OK || event->ended)
        return status;
    event->next = dt_next_instant(u->solver);
    event->scheduled = isfinite(event->next);
    if (!event->scheduled)
        event->next = 0.0;
    return UNIT_OK;
}

enum unit_status exchange_completed_step(unit *u, bool *event, bool *ended)
{
    size_t bytes = (size_t)u->model->n_x * sizeof(double);
    *event = *ended = false;
    enum unit_status status = renew(u);
    if (status != UNIT_OK)
        return status;
    memcpy(u->rates, u->row + 2, bytes);
    int outcome = dt_accept(u->solver, u->time, u->rates, u->row);
    if (outcome == DT_MORE) {
        *event = u->touched = true;
    } else if (outcome != DT_DONE) {
        *ended = u->ended = unit_ended(u);
        return *ended ? UNIT_OK : fail(u, "the step led to a point that is not valid");
    }
    u->stale = false;
    return UNIT_OK;
}
