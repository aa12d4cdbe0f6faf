/* Elements that others hold at rest: they are free or slide, and what is locked leaves their surfaces no motion.
 *
 * Rounding is left of their speed then, and its sign means nothing: a clutch that closes beside a locked one
 * would begin to slide at full torque, and stay so. Relations on such a speed take it as zero until modes are
 * found with which it moves. */
#include <math.h>
#include <string.h>

#include "internal.h"

/* Can the speed of an element that is not locked be rounding? Where a motion is prescribed, it may pass
 * through zero. */
static bool may_rest(const dt_solver *s, int64_t hold, double rounding)
{
    const dt_model *m = &s->model;
    return !dt_is_locked(s, hold) && m->hold_steady[hold] &&
           fabs(dt_value(s, m->hold_speed[hold])) <= rounding;
}

static bool any_locked(const dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold)
        if (dt_is_locked(s, hold))
            return true;
    return false;
}

/* Mark the elements that may rest; returns whether there are any. */
static bool mark_candidates(dt_solver *s)
{
    struct hold *h = &s->hold;
    bool any = false;
    memset(h->beside, 0, (size_t)s->model.n_hold);
    if (h->n_rows == 0 || !any_locked(s))
        return false;
    double rounding = dt_speed_rounding(s);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        int64_t hold = s->model.rel_hold[k];
        if (hold >= 0 && may_rest(s, hold, rounding))
            h->beside[hold] = any = true;
    }
    return any;
}

/* Keep of the marks those of speeds that vanish with the locked ones; returns whether there are any. */
static bool judge(dt_solver *s)
{
    struct hold *h = &s->hold;
    bool any = false, steady = dt_holds_are_steady(s);
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold)
        if (dt_speed_is_state(s, hold))
            any |= h->beside[hold] = h->beside[hold] && h->pinned[s->model.hold_speed[hold]];
    for (int64_t r = 0; r < h->n_rows; ++r)
        if (h->beside[h->rows[r]])
            any |= h->beside[h->rows[r]] = steady && dt_depends(s, r);
    return any;
}

/* Find them with the modes of now, all locked speeds being zero. Returns a dt_status. */
int dt_find_beside(dt_solver *s, bool *any)
{
    *any = false;
    if (!mark_candidates(s))
        return DT_DONE;
    int status = dt_know_speeds(s);
    if (status == DT_DONE)
        *any = judge(s);
    else
        dt_forget_beside(s);
    return status;
}

void dt_forget_beside(dt_solver *s)
{
    if (s->model.n_hold)
        memset(s->hold.beside, 0, (size_t)s->model.n_hold);
}

/* Is the crossing function of relation k a speed that others hold at zero? */
bool dt_held_beside(const dt_solver *s, int64_t k)
{
    int64_t hold = s->model.rel_hold[k];
    return hold >= 0 && s->hold.beside[hold];
}
