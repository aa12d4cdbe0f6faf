/* What units for model exchange are told of the steps of the run. */
#include "model.h"
#include "units.h"

dt_unit *dt_unit_of(const dt_io *io, int64_t k)
{
    return ((dt_unit *const *)io->units)[k];
}

typedef int (*completed_2)(void *, int, int *, int *);
typedef int (*completed_3)(void *, bool, bool *, bool *);

void dt_set_units(dt_solver *s, dt_unit *const *units, int64_t n)
{
    s->io.units = s->crossing.io.units = s->step_probe.io.units = units;
    s->io.n_units = s->crossing.io.n_units = s->step_probe.io.n_units = n;
}

/* The number of the first unit that has failed, -1 if all work. */
int64_t dt_failed_unit(const dt_solver *s)
{
    for (int64_t k = 0; k < s->io.n_units; ++k)
        if (dt_unit_of(&s->io, k) && dt_unit_of(&s->io, k)->failed != DT_UNIT_WORKS)
            return k;
    return -1;
}

/* Tell a unit that a step has led to the present point; does it want an event there? */
static bool complete(dt_unit *u)
{
    int event_2 = 0, ends_2 = 0;
    bool event_3 = false, ends_3 = false;
    if (!u->completed_step || u->failed != DT_UNIT_WORKS || !dt_tell_unit(u))
        return false;
    int status = u->version == 2 ? ((completed_2)u->completed_step)(u->instance, 0, &event_2, &ends_2)
                                 : ((completed_3)u->completed_step)(u->instance, false, &event_3, &ends_3);
    if (status > 1 || ends_2 || ends_3) {
        u->failed = status > 1 ? DT_UNIT_COMPLETED : DT_UNIT_ENDS;
        u->status = status;
    }
    return event_2 || event_3;
}

/* The step to the present point has been accepted: tell the units that want to know. `event`: one of them wants an
 * event there. */
int dt_complete_units(dt_solver *s, bool *event)
{
    bool any = false;
    *event = false;
    for (int64_t k = 0; k < s->io.n_units; ++k)
        any |= dt_unit_of(&s->io, k) && dt_unit_of(&s->io, k)->completed_step;
    if (!any)
        return DT_DONE;
    int code = dt_evaluate_full(s, s->time, s->x); /* after outputs within the step, its end is told again */
    if (code != DT_OK)
        return dt_fail_block(s, code);
    for (int64_t k = 0; k < s->io.n_units; ++k)
        if (dt_unit_of(&s->io, k))
            *event |= complete(dt_unit_of(&s->io, k));
    return dt_failed_unit(s) < 0 ? DT_DONE : dt_fail(s, DT_FOREIGN);
}
