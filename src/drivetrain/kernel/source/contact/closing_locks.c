/* Check for locks that close while their sides are in relative motion.
 *
 * The residual speed of an element that locks is set to zero, see lock_projection.c. That is correct for
 * rounding, and for errors within the tolerances. Anything larger takes an impulse, see impulses.c. Where
 * none is defined, at a start or for elements that hold by friction, momentum would be lost silently. So the
 * run ends. */
#include <math.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

static double speed(const dt_solver *s, int64_t hold)
{
    return dt_value(s, s->model.lock_speed[hold]);
}

static double tolerance(const dt_solver *s, int64_t state)
{
    const dt_settings *set = &s->settings;
    return dt_tolerance(set->atol[state], set->rtol[state], set->size_limit[state], fabs(s->x[state]));
}

/* The largest speed that is mere rounding, whatever terms the speed is the sum of. */
double dt_speed_noise(const dt_solver *s)
{
    return fmax(s->settings.event_noise, s->locks.n_rows ? dt_speed_rounding(s) : 0.0);
}

/* Uncertainty of a locked speed due to the tolerances of the states it depends on. */
static double uncertain(const dt_solver *s, int64_t hold)
{
    const dt_model *m = &s->model;
    if (dt_speed_is_state(s, hold))
        return tolerance(s, m->lock_speed[hold]);
    double sum = 0.0;
    for (int64_t e = m->lock_ptr[hold]; e < m->lock_ptr[hold + 1]; ++e)
        sum += fabs(s->locks.slope[e]) * tolerance(s, m->lock_state[e]);
    return sum;
}

/* Does an element lock now, with a residual speed above noise? */
static bool is_in_doubt(const dt_solver *s, int64_t hold, double noise)
{
    return dt_is_locked(s, hold) && !s->locks.was_locked[hold] && fabs(speed(s, hold)) > noise;
}

/* Does it exceed the tolerances, too? */
static bool is_large(const dt_solver *s, int64_t hold)
{
    return !(fabs(speed(s, hold)) <= s->settings.lock_tolerance * uncertain(s, hold));
}

static bool any_in_doubt(const dt_solver *s, double noise)
{
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (is_in_doubt(s, hold, noise))
            return true;
    return false;
}

/* Mark the elements that locked at this event while moving. Returns a dt_status. */
int dt_find_closing(dt_solver *s, uint8_t *closing)
{
    double least = dt_speed_noise(s);
    memset(closing, 0, (size_t)s->model.n_lock);
    if (isinf(s->settings.lock_tolerance) || !any_in_doubt(s, least))
        return DT_DONE;
    int status = s->locks.n_rows ? dt_differentiate_speeds(s) : DT_DONE;
    for (int64_t hold = 0; status == DT_DONE && hold < s->model.n_lock; ++hold)
        closing[hold] = is_in_doubt(s, hold, least) && is_large(s, hold);
    return status;
}

/* Are all elements that lock at this event at rest? Returns a dt_status. */
int dt_check_closing(dt_solver *s)
{
    int status = dt_find_closing(s, s->impulses.closing);
    for (int64_t hold = 0; status == DT_DONE && hold < s->model.n_lock; ++hold)
        if (s->impulses.closing[hold]) {
            s->failure.lock = hold;
            s->failure.interval = speed(s, hold);
            return dt_fail(s, DT_LOCKED_MOVING);
        }
    return status;
}

/* Remember which elements are locked at the end of an event. */
void dt_note_locked(dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        s->locks.was_locked[hold] = dt_is_locked(s, hold);
}

/* At a start, nothing was locked before. */
void dt_forget_locked(dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        s->locks.was_locked[hold] = 0;
}
