/* Project the states onto the constraints of locked elements: speeds are set to exactly zero when elements
 * lock, and rounding is not allowed to move them afterwards.
 *
 * The minimum-norm change of the states, over all locked elements together, that makes their speeds
 * vanish. */
#include <math.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

#define LOCK_ROUNDS 3
/* Drift at which a correction is made, as a fraction of the noise that relations ignore. */
#define DRIFT 0.125

static double speed(const dt_solver *s, int64_t hold)
{
    return dt_value(s, s->model.lock_speed[hold]);
}

static bool at_rest(const dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (dt_is_locked(s, hold) && speed(s, hold) != 0.0)
            return false;
    return true;
}

/* Speeds that are states: zero now, and with zero derivative as long as they are locked. The Jacobian of the
 * others is with respect to the remaining states. */
static void zero_states(dt_solver *s)
{
    struct locks *h = &s->locks;
    int64_t n_before = h->n_direct;
    size_t size = (size_t)n_before * sizeof(int64_t);
    if (n_before)
        memcpy(h->resting_before, h->resting, size);
    h->n_resting = 0;
    if (s->model.n_x)
        memset(h->pinned, 0, (size_t)s->model.n_x);
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold) {
        int64_t state = s->model.lock_speed[hold];
        if (!dt_speed_is_state(s, hold) || !dt_is_locked(s, hold) || h->pinned[state])
            continue;
        s->x[state] = 0.0;
        h->pinned[state] = 1;
        h->resting[h->n_resting++] = state;
    }
    h->n_direct = h->n_resting;
    for (int64_t j = 0; h->any_anew && j < s->model.n_x; ++j)
        h->pinned[j] |= h->set_anew[j];
    h->known = h->known && !h->any_anew && h->n_resting == n_before &&
               memcmp(h->resting, h->resting_before, size) == 0;
}

static int evaluate(dt_solver *s)
{
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, s->time, s->x);
    return code ? dt_fail_block(s, code) : DT_DONE;
}

/* Basis for the currently locked elements, unless known from the previous event. Returns a dt_status. */
int dt_know_speeds(dt_solver *s)
{
    struct locks *h = &s->locks;
    int status = h->known ? DT_DONE : dt_differentiate_speeds(s);
    if (status == DT_DONE && !h->known)
        dt_orthogonalise(s);
    if (status == DT_DONE)
        dt_rest_columns(s);
    h->known = status == DT_DONE;
    return status;
}

/* The same if any of them needs it. */
static int prepare_functions(dt_solver *s)
{
    struct locks *h = &s->locks;
    bool any = false;
    for (int64_t r = 0; r < h->n_rows; ++r) {
        bool now = dt_is_locked(s, h->rows[r]);
        h->known = h->known && h->locked[r] == now;
        h->locked[r] = now;
        any |= now;
    }
    return any ? dt_know_speeds(s) : DT_DONE;
}

/* Speeds that are functions of the states: a few Newton iterations, as the problem is linear. */
static int correct_functions(dt_solver *s)
{
    int status = prepare_functions(s);
    for (int round = 0; status == DT_DONE && round < LOCK_ROUNDS && !at_rest(s); ++round) {
        dt_read_speeds(s);
        dt_correct_states(s, s->x);
        status = evaluate(s);
    }
    return status;
}

static bool discretes_unchanged(const dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_z; ++i)
        if (s->io.z_out[i] != s->z[i])
            return false;
    return true;
}

/* Allow corrections again of the states reset by the event. */
static void free_anew(dt_solver *s)
{
    struct locks *h = &s->locks;
    if (!h->any_anew)
        return;
    memset(h->set_anew, 0, (size_t)s->model.n_x);
    h->any_anew = h->known = false;
    zero_states(s);
}

/* States reset by the event stay as they are if the others can follow. */
static int correct_all(dt_solver *s)
{
    bool anew = s->locks.any_anew;
    int status = evaluate(s);
    if (status == DT_DONE && s->locks.n_rows)
        status = correct_functions(s);
    free_anew(s);
    if (status == DT_DONE && anew && s->locks.n_rows)
        status = correct_functions(s);
    return status;
}

/* Set the speeds of all locked elements to zero. */
static int bring_to_rest(dt_solver *s, bool resting)
{
    struct locks *h = &s->locks;
    memcpy(h->x_before, s->x, (size_t)s->n * sizeof(double));
    if (resting)
        free_anew(s);
    zero_states(s);
    if (resting)
        return h->n_rows ? prepare_functions(s) : DT_DONE;
    ++s->stats.lock_corrections;
    return correct_all(s);
}

/* The same, if there is anything to correct. `noticed` says whether this changes a relation or a discrete
 * variable. */
int dt_apply_locks(dt_solver *s, bool *noticed)
{
    *noticed = false;
    if (s->model.n_lock == 0)
        return DT_DONE;
    bool resting = at_rest(s);
    int status = resting ? DT_DONE : dt_check_closing(s);
    if (status == DT_DONE)
        status = bring_to_rest(s, resting);
    if (status == DT_DONE && !resting)
        *noticed = !(discretes_unchanged(s) && dt_consistent(s));
    return status;
}

/* Restore the states before the last correction. */
int dt_take_back_locks(dt_solver *s)
{
    memcpy(s->x, s->locks.x_before, (size_t)s->n * sizeof(double));
    s->locks.n_resting = s->locks.n_direct = 0;
    s->locks.known = false;
    return evaluate(s);
}

/* Have the last evaluated locked speeds drifted by more than they should? */
static bool has_drifted(dt_solver *s)
{
    struct locks *h = &s->locks;
    if (!h->known)
        return false;
    bool drifted = false;
    dt_read_speeds(s);
    for (int64_t r = 0; r < h->n_rows; ++r)
        drifted |= h->active[r] && fabs(h->speed[r]) > DRIFT * s->settings.event_noise;
    return drifted;
}

/* To be called at the end of a step. */
void dt_watch_drift(dt_solver *s)
{
    struct locks *h = &s->locks;
    h->drifting = has_drifted(s);
    if (h->drifting)
        memcpy(h->drift, h->speed, (size_t)h->n_rows * sizeof(double));
}

/* Correct the drift once the step is committed. Points within it may have been evaluated in between. */
void dt_undo_drift(dt_solver *s)
{
    struct locks *h = &s->locks;
    if (h->drifting) {
        memcpy(h->speed, h->drift, (size_t)h->n_rows * sizeof(double));
        dt_correct_states(s, s->x);
    }
    h->drifting = false;
}

/* The same at a point within a step, where everything has been evaluated with states x. Returns whether these
 * have changed. */
bool dt_lock_point(dt_solver *s, double *x)
{
    bool drifted = has_drifted(s);
    if (drifted)
        dt_correct_states(s, x);
    return drifted;
}
