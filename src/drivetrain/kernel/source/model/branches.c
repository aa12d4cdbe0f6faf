/* Branches of the derivatives: on which one a step begins, stays, and ends.
 *
 * `xdot` may have a kink or jump without an event where a switching function passes zero. This file records
 * what an evaluation reveals about that; where within a step it happens is located in
 * discontinuities/branch_changes.c. */
#include <math.h>
#include <string.h>

#include "model.h"

/* The unconstrained branch of switching function k at `value`: -1 or 1, or the number of a piece; 0 exactly
 * at the discontinuity. */
double dt_branch_at(const dt_solver *s, int64_t k, double value)
{
    if (s->model.switching_counts[k])
        return isfinite(value) ? value : 0.0;
    return (value > 0.0) - (value < 0.0);
}

/* Is one of the functions `value` outside the branch of the step? */
bool dt_passed_branch(const dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] * value[k] < 0.0)
            return true;
    return false;
}

/* Is a discontinuity hit exactly? */
bool dt_touched_branch(const dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] != 0.0 && value[k] == 0.0)
            return true;
    return false;
}

/* Note that this was so at a time within the current step. */
void dt_note_switching(dt_solver *s, double t, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] * value[k] < 0.0)
            s->branches.seen[k] = dt_fmin(s->branches.seen[k], t);
}

/* Does the end of the step, where the model was last fully evaluated, lie on another branch? */
static bool ends_outside(const dt_solver *s)
{
    return dt_passed_branch(s, s->io.switching) || dt_touched_branch(s, s->io.switching);
}

/* Must the derivatives at the end of the step, where the model was last fully evaluated, be those on the
 * branch of the step? */
bool dt_leaves_branch(const dt_solver *s) { return s->model.n_switching && ends_outside(s); }

/* Note whether the last evaluated point, within the step or at its end, is on another branch than the
 * start. */
void dt_note_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] == 0.0 && dt_branch_at(s, k, s->io.switching[k]) != dt_branch_at(s, k, s->branches.start[k]))
            s->branches.changed = true;
}

/* The derivatives at the end of the step are known, on its branch. Also note how far oscillations have
 * advanced. */
void dt_note_end(dt_solver *s)
{
    memcpy(s->branches.end, s->io.switching, (size_t)s->model.n_switching * sizeof(double));
    dt_note_branches(s);
    dt_note_switching(s, s->time_end, s->io.switching);
    dt_watch_last_angles(s, ends_outside(s));
}

/* Note whether an evaluation of `ode` would have taken another branch. */
void dt_watch_branches(dt_solver *s) { dt_note_switching(s, BY_A_STAGE, s->io.switching); }

/* Does the current step change branches, so that only its error counts? For external steps, only what was
 * seen on the way is known. */
bool dt_changes_branches(const dt_solver *s)
{
    return s->branches.free && (s->branches.changed || !s->external.on);
}

/* Reset the record for a new attempt. */
void dt_forget_branches(dt_solver *s)
{
    s->branches.changed = false;
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        s->branches.seen[k] = INFINITY;
}

/* Do the derivatives at the end of the step belong to a branch that has been left, or that ends there? */
bool dt_left_branch(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->branches.seen[k] <= s->time_end)
            return true;
    return dt_touched_branch(s, s->branches.end);
}

/* Let the current step change branches. */
void dt_free_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->branches.branch[k] != 0.0)
            s->branches.start[k] = s->branches.branch[k];
    memset(s->branches.branch, 0, (size_t)s->model.n_switching * sizeof(double));
    s->branches.free = true;
}

/* Start a step where the functions are `value`, found without a constrained branch. */
void dt_mark_branches(dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        s->branches.start[k] = value[k];
        s->branches.branch[k] = s->external.on ? 0.0 : dt_branch_at(s, k, value[k]);
    }
    s->branches.free = s->external.on;
}

/* Start a step where the last one ended, on its branch, unless it had none. */
void dt_keep_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        s->branches.start[k] = s->branches.end[k];
        if (s->branches.branch[k] == 0.0 && !s->external.on)
            s->branches.branch[k] = dt_branch_at(s, k, s->branches.end[k]);
    }
    s->branches.free = s->external.on;
}
