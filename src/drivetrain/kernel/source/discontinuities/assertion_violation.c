/* Locate the first instant at which an assertion is violated within a step. */
#include "discontinuities.h"
#include "../methods/methods.h"
#include "../model/model.h"

/* Fraction of a step before an event in which an assertion may be violated: the instant of an event is
 * located just beyond the crossing, and the event may remove the violation. */
#define JUST_BEFORE 0x1p-20

/* Do all assertions hold at a time within the last step? This is taken to be true where the model has no
 * values. */
static bool all_hold(dt_solver *s, double t)
{
    dt_restore_memory(s);
    dt_interpolate(s, t, s->x_stage);
    return dt_evaluate_full(s, t, s->x_stage) != DT_OK || dt_first_violated(s) < 0;
}

/* The first instant after `good`, to the last bit, at which an assertion that does not hold at `bad` is
 * violated. */
double dt_find_violation(dt_solver *s, double good, double bad)
{
    for (;;) {
        double middle = good + 0.5 * (bad - good);
        if (!(middle > good && middle < bad))
            return bad;
        if (all_hold(s, middle))
            good = middle;
        else
            bad = middle;
    }
}

/* Is an assertion violated at the upcoming event that was already violated before it? */
bool dt_violated_before_event(dt_solver *s)
{
    double before = s->time_due - JUST_BEFORE * (s->time_due - s->time_start);
    return before < s->time_due && !all_hold(s, before);
}
