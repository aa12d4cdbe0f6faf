/* Model exchange: the environment integrates. */
#include <string.h>

#include "exchange.h"

static enum unit_status to_come(unit *u)
{
    return unit_say(u, UNIT_ERROR, "model exchange is not offered by this unit; use co-simulation");
}

enum unit_status exchange_begin_event(unit *u) { return to_come(u); }

enum unit_status exchange_event(unit *u, struct exchange_event *event)
{
    *event = (struct exchange_event){0};
    return to_come(u);
}

enum unit_status exchange_completed_step(unit *u, bool *event, bool *ended)
{
    *event = *ended = false;
    return to_come(u);
}

enum unit_status exchange_set_time(unit *u, double time)
{
    (void)time;
    return to_come(u);
}

enum unit_status exchange_set_states(unit *u, const double *x, size_t n)
{
    (void)x;
    (void)n;
    return to_come(u);
}

enum unit_status exchange_get_states(unit *u, double *x, size_t n)
{
    (void)x;
    (void)n;
    return to_come(u);
}

enum unit_status exchange_get_rates(unit *u, double *rates, size_t n)
{
    (void)rates;
    (void)n;
    return to_come(u);
}

enum unit_status exchange_get_indicators(unit *u, double *indicators, size_t n)
{
    (void)indicators;
    (void)n;
    return to_come(u);
}

enum unit_status exchange_get_nominals(unit *u, double *nominals, size_t n)
{
    (void)nominals;
    (void)n;
    return to_come(u);
}

size_t exchange_indicators(const unit *u) { return (size_t)(u->model->n_rel + u->model->n_switching); }

enum unit_status unit_derivative(unit *u, const char *call, const uint32_t *unknown, size_t n_unknown,
                                 const uint32_t *known, size_t n_known, const double *seed, double *result)
{
    (void)unknown;
    (void)n_unknown;
    (void)known;
    (void)n_known;
    (void)seed;
    (void)result;
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, " is not offered by this unit");
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}
