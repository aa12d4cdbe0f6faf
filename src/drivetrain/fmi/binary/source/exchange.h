/* Model exchange: the environment integrates. */
#ifndef DRIVETRAIN_EXCHANGE_H
#define DRIVETRAIN_EXCHANGE_H

#include "unit.h"

/* What an event has changed. */
struct exchange_event {
    bool ended;     /* the model ends the run */
    bool moved;     /* states have new values */
    bool scheduled; /* there is a next instant at which an event is due, */
    double next;    /* this one */
};

enum unit_status exchange_event(unit *u, struct exchange_event *event);
enum unit_status exchange_completed_step(unit *u, bool *event, bool *ended);

/* The row of values at the present point. */
enum unit_status exchange_refresh(unit *u);

enum unit_status exchange_set_time(unit *u, double time);
enum unit_status exchange_set_states(unit *u, const double *x, size_t n);
enum unit_status exchange_set_state(unit *u, int64_t number, double value);

enum unit_status exchange_get_states(unit *u, double *x, size_t n);
enum unit_status exchange_get_rates(unit *u, double *rates, size_t n);
enum unit_status exchange_get_indicators(unit *u, double *indicators, size_t n);
enum unit_status exchange_get_indicator(unit *u, int64_t number, double *value);
enum unit_status exchange_get_nominals(unit *u, double *nominals, size_t n);
size_t exchange_indicators(const unit *u);

#endif
