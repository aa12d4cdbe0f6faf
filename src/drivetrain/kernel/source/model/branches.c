/* Branches of the derivatives: on which one a step begins, stays, and ends.
 *
 * `xdot` may bend or jump without an event where a switching function passes zero. Here is what an evaluation notes of
 * that; where within a step it happens is found in discontinuities/branch_changes.c. */
#include <math.h>
#include <string.h>

#include "model.h"

/* The branch of kink k where nothing holds one and its function is `value`: -1 or 1, or the number of a piece; 0 exactly
 * at the kink. */
double dt_branch_at(const dt_solver *s, int64_t k, double value)
{
    if (s->model.switching_counts[k])
        return isfinite(value) ? value : 0.0;
    return (value > 0.0) - (value < 0.0);
}

/* Does one of the functions `value` lie outside of the branch of the step? */
bool dt_passed_branch(const dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] * value[k] < 0.0)
            return true;
    return false;
}

/* Is a kink reached exactly? */
bool dt_touched_branch(const dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] != 0.0 && value[k] == 0.0)
            return true;
    return false;
}

/* Note that this was so at a time within the step at hand. */
void dt_note_switching(dt_solver *s, double t, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] * value[k] < 0.0)
            s->branches.seen[k] = fmin(s->branches.seen[k], t);
}

/* Does the end of the step, where everything was evaluated last, lie on another branch? */
static bool ends_outside(const dt_solver *s)
{
    return dt_passed_branch(s, s->io.switching) || dt_touched_branch(s, s->io.switching);
}

/* Have the derivatives at the end of the step, where everything was evaluated last, to be those of the
 * branch of the step? */
bool dt_leaves_branch(const dt_solver *s) { return s->model.n_switching && ends_outside(s); }

/* Note whether the point evaluated last, within the step or at its end, is on another branch than its start. */
void dt_note_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] == 0.0 && dt_branch_at(s, k, s->io.switching[k]) != dt_branch_at(s, k, s->branches.start[k]))
            s->branches.changed = true;
}

/* The derivatives at the end of the step are known, on its branch. How far waves have turned up to there is noted,
 * too. */
void dt_note_end(dt_solver *s)
{
    memcpy(s->branches.end, s->io.switching, (size_t)s->model.n_switching * sizeof(double));
    dt_note_branches(s);
    dt_note_switching(s, s->time_end, s->io.switching);
    dt_watch_last_angles(s, ends_outside(s));
}

/* Note whether an evaluation of `ode` would have taken another branch. */
void dt_watch_branches(dt_solver *s) { dt_note_switching(s, BY_A_STAGE, s->io.switching); }

/* Does the step at hand change branches, so that only its error counts? Of those made elsewhere nothing more is
 * known than what was seen on the way. */
bool dt_changes_branches(const dt_solver *s)
{
    return s->branches.free && (s->branches.changed || !s->external.on);
}

/* Nothing of an attempt is known yet. */
void dt_forget_branches(dt_solver *s)
{
    s->branches.changed = false;
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        s->branches.seen[k] = INFINITY;
}

/* Do the derivatives at the end of the step belong to a branch that has been left, or ends there? */
bool dt_left_branch(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->branches.seen[k] <= s->time_end)
            return true;
    return dt_touched_branch(s, s->branches.end);
}

/* Let the step at hand change branches. */
void dt_free_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->branches.branch[k] != 0.0)
            s->branches.start[k] = s->branches.branch[k];
    memset(s->branches.branch, 0, (size_t)s->model.n_switching * sizeof(double));
    s->branches.free = true;
}

/* A step begins where the functions are `value`, found while nothing held a branch. */
void dt_mark_branches(dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        s->branches.start[k] = value[k];
        s->branches.branch[k] = s->external.on ? 0.0 : dt_branch_at(s, k, value[k]);
    }
    s->branches.free = s->external.on;
}

/* A step begins where the last one has ended, on its branch, unless it had none. */
void dt_keep_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        s->branches.start[k] = s->branches.end[k];
        if (s->branches.branch[k] == 0.0 && !s->external.on)
            s->branches.branch[k] = dt_branch_at(s, k, s->branches.end[k]);
    }
    s->branches.free = s->external.on;
}
