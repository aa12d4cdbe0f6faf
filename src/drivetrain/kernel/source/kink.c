/* Kinks: instants at which the derivatives bend, or jump, without an event.
 *
 * `xdot` may change its branch while time passes: the damping torque of teeth is limited by that of
 * their spring from a certain compression on. A step across such an instant loses its order, and the
 * difference of the pair, meant for smooth derivatives, tells the error many times too small: that of
 * Bogacki & Shampine by 179 if the kink is near the end of the step, by 37 near its start. So `ode` stays
 * on the branch of the start of a step, and a step that contains a kink is repeated up to just behind
 * it. Where the derivatives are undefined on that branch, or kinks are too close together, a step is
 * free to change branches and only its error counts. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"

/* Part of a step, at its end, in which a kink does no harm. */
#define LATE 1e-5
/* Part of a step to which a kink is located: derivatives that jump are on the wrong side for so long. */
#define PRECISE 1e-9
/* Least part of a step that is worth a step of its own, */
#define LEAST 1e-5
/* and least one between two kinks. */
#define APART 1e-2
#define MOST_LOOKS 40
/* Part of its tolerance that a step may do on the wrong branch. */
#define NEGLIGIBLE 0.1
/* Where a kink is looked for that was passed by stages, but not at the end. */
#define LOOKS 6
static const double WHERE[LOOKS] = {0.2, 0.3, 0.42, 0.64, 0.8, 0.9};

/* Passed by a stage, at no time of the step. */
#define BY_A_STAGE DBL_MAX

/* Part of a step behind its start at which is seen on which side of a kink a step begins that lies there. */
#define BEHIND 1e-5

/* The branch on which a function of this value is: -1, 1, or 0 exactly at its kink. */
static double branch_at(double value) { return (value > 0.0) - (value < 0.0); }

/* Does one of the functions `value` lie on another side than at the start of the step? */
static bool passed(const dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (s->io.branch[k] * value[k] < 0.0)
            return true;
    return false;
}

/* The same, and the time is noted when a kink of the step at hand was seen to be passed. */
bool dt_note_kink(dt_solver *s, double t, const double *value)
{
    bool beyond = false;
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (s->io.branch[k] * value[k] < 0.0) {
            s->kink.seen[k] = fmin(s->kink.seen[k], t);
            beyond = true;
        }
    return beyond;
}

/* Is a kink reached exactly? */
static bool touched(const dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (s->io.branch[k] != 0.0 && value[k] == 0.0)
            return true;
    return false;
}

/* Have the derivatives at the end of the step, where everything was evaluated last, to be those of the
 * branch of the step? How far waves have turned up to there is noted, too. */
bool dt_note_end(dt_solver *s)
{
    memcpy(s->kink.end, s->io.kink, (size_t)s->model.n_kink * sizeof(double));
    dt_note_branches(s);
    bool left = dt_note_kink(s, s->time_end, s->io.kink) || touched(s, s->kink.end);
    dt_watch_last_phases(s, left);
    return left;
}

/* Note whether an evaluation of `ode` would have taken another branch. */
void dt_watch_branches(dt_solver *s) { dt_note_kink(s, BY_A_STAGE, s->io.kink); }

/* Note whether the point evaluated last, within the step or at its end, is on another branch than its start. */
void dt_note_branches(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (branch_at(s->io.kink[k]) != branch_at(s->kink.start[k]))
            s->kink.changed = true;
}

/* Does the step at hand change branches, so that only its error counts? Of those made elsewhere nothing more is
 * known than what was seen on the way. */
bool dt_changes_branches(const dt_solver *s)
{
    return s->kink.free && (s->kink.changed || !s->external.on);
}

/* Nothing of an attempt is known yet. */
void dt_forget_kinks(dt_solver *s)
{
    s->kink.changed = false;
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        s->kink.seen[k] = INFINITY;
}

/* When the first kink was seen to be passed that counts; BY_A_STAGE, or INFINITY: none. */
static double first_seen(const dt_solver *s)
{
    double first = INFINITY;
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (s->io.branch[k] != 0.0)
            first = fmin(first, s->kink.seen[k]);
    return first;
}

/* Do the derivatives at the end of the step belong to a branch that has been left, or ends there? */
bool dt_left_branch(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (s->kink.seen[k] <= s->time_end)
            return true;
    return touched(s, s->kink.end);
}

/* Let the step at hand change branches. */
void dt_free_branches(dt_solver *s)
{
    memset(s->kink.branch, 0, (size_t)s->model.n_kink * sizeof(double));
    s->kink.free = true;
}

/* A step begins where the functions are `value`. */
void dt_mark_kinks(dt_solver *s, const double *value)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k) {
        s->kink.start[k] = value[k];
        s->kink.branch[k] = s->external.on ? 0.0 : branch_at(value[k]);
    }
    s->kink.free = s->external.on;
}

/* Does the step begin exactly at kink k? It has no branch then. */
static bool begins_at(const dt_solver *s, int64_t k)
{
    return s->io.branch[k] == 0.0 && s->kink.start[k] == 0.0;
}

/* Has the attempt left a kink at which it began? */
static bool leaves_kink(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (begins_at(s, k) && s->io.kink[k] != 0.0)
            return true;
    return false;
}

/* Look a little behind the start of the step, where the derivatives xdot lead; the functions there, or NULL. */
static const double *look_behind(dt_solver *s, double h, const double *xdot)
{
    for (int64_t i = 0; i < s->n; ++i)
        s->x_point[i] = s->x[i] + BEHIND * h * xdot[i];
    int code = dt_evaluate_rates(s, s->time_start + BEHIND * h, s->x_point, s->x_stage);
    return code == DT_OK ? s->crossing.io.kink : NULL;
}

/* Take the branches behind the kinks at which the step begins, where the functions are `value`. These stand
 * for those of the start then, so that this is done once: also where the look was too near to tell a
 * branch. An attempt that is repeated without anything changed would be repeated for ever. */
static void take_branches(dt_solver *s, const double *value)
{
    struct kink *n = &s->kink;
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (begins_at(s, k)) {
            n->branch[k] = branch_at(value[k]);
            n->start[k] = value[k] != 0.0 ? value[k] : DBL_MIN;
        }
}

/* The derivatives at the start of the step in its branches. Are they defined, and others than k[0]? */
static bool begins_otherwise(dt_solver *s, double *xdot)
{
    int code = dt_evaluate_rates(s, s->time_start, s->x, xdot);
    size_t size = (size_t)s->n * sizeof(double);
    return code == DT_OK && dt_all_finite(s->n, xdot) && memcmp(xdot, s->k[0], size) != 0;
}

/* An attempt of size h that began exactly at kinks takes the branches behind them: derivatives that jump
 * there are those of another one, or of none, at the start alone. Where they would lead back from the
 * branch behind, none is taken. Is the attempt of no use? */
bool dt_leave_kinks(dt_solver *s, double h)
{
    const double *value = NULL;
    if (!s->kink.free && leaves_kink(s))
        value = look_behind(s, h, s->k[0]);
    if (!value)
        return false;
    size_t size = (size_t)s->model.n_kink * sizeof(double);
    memcpy(s->kink.look, s->io.branch, size);
    take_branches(s, value);
    bool otherwise = begins_otherwise(s, s->error);
    dt_mark_phases(s, s->crossing.io.phase);
    if (!otherwise)
        return passed(s, s->io.kink);
    value = look_behind(s, h, s->error);
    if (!value || passed(s, value)) {
        memcpy(s->kink.branch, s->kink.look, size);
        return false;
    }
    memcpy(s->k[0], s->error, (size_t)s->n * sizeof(double));
    return true;
}

/* Earliest zero by linear interpolation over the functions that have passed theirs at the right. */
static double secant(const dt_solver *s, double left, double right)
{
    double first = right;
    for (int64_t k = 0; k < s->model.n_kink; ++k) {
        double a = s->kink.left[k], b = s->kink.right[k];
        if (s->io.branch[k] * b < 0.0 && a * b < 0.0)
            first = fmin(first, left + (right - left) * a / (a - b));
    }
    return first;
}

/* The functions at a time within the step at hand. Returns a dt_code. */
static int look(dt_solver *s, double t, double *value)
{
    dt_io *io;
    int code = dt_evaluate_within(s, t, &io);
    if (code == DT_OK)
        memcpy(value, io->kink, (size_t)s->model.n_kink * sizeof(double));
    return code;
}

/* Narrow the interval (left, *right] of time in which a function passes its zero, from both sides. */
static int locate(dt_solver *s, double left, double *right)
{
    struct kink *n = &s->kink;
    double enough = fmax(0.25 * PRECISE * (*right - s->time_start), 4.0 * dt_ulp(*right)), aside = enough;
    for (int looks = 1; looks <= MOST_LOOKS && *right - left > 2.0 * enough; ++looks) {
        double t = secant(s, left, *right) + aside, middle = 0.5 * (left + *right);
        if (looks % 4 == 0 || !(t > left && t < *right))
            t = middle;
        int code = look(s, t, n->look);
        if (code)
            return code;
        bool beyond = passed(s, n->look);
        double **side = beyond ? &n->right : &n->left, *other = *side;
        *(beyond ? right : &left) = t;
        *side = n->look;
        n->look = other;
        aside = beyond ? -enough : enough;
    }
    return DT_OK;
}

/* Time within the step just made at which a kink lies, or a little later; INFINITY: none lies
 * before time_due. Returns a dt_code. */
static int search(dt_solver *s, double *found)
{
    struct kink *n = &s->kink;
    double start = s->time_start, late = s->time_due - LATE * (s->time_due - start);
    int code = DT_OK;
    *found = INFINITY;
    for (int i = 0; code == DT_OK && first_seen(s) > s->time_due && i < LOOKS; ++i)
        code = look(s, start + WHERE[i] * (s->time_end - start), n->right);
    double seen = first_seen(s);
    if (code == DT_OK && seen > late && seen <= s->time_due)
        code = look(s, late, n->right);
    seen = first_seen(s);
    if (code || seen > late)
        return code;
    *found = seen;
    memcpy(n->left, n->start, (size_t)s->model.n_kink * sizeof(double));
    code = look(s, *found, n->right);
    return code ? code : locate(s, start, found);
}

/* Is what the step would have done on the other branch of kink k, since it has passed it, a small part of its
 * tolerance? It is the integral of a difference of derivatives that was smaller before than at the end. */
static bool makes_no_difference(dt_solver *s, int64_t k)
{
    double *branch = s->kink.branch, side = branch[k], *memory = s->io.memory;
    double h = s->time_end - s->time_start, *change = s->error;
    s->io.memory = s->crossing.io.memory;
    if (s->model.n_memory)
        memcpy(s->io.memory, memory, (size_t)s->model.n_memory * sizeof(double));
    branch[k] = -side;
    int code = dt_evaluate_ode(s, s->time_end, s->x_new, change);
    branch[k] = side;
    s->io.memory = memory;
    for (int64_t i = 0; i < s->n; ++i)
        change[i] = h * (change[i] - s->k[STAGES - 1][i]);
    return code == DT_OK && dt_tolerance_norm(s, change, s->x_new) <= NEGLIGIBLE;
}

/* Kinks that were passed somewhere and make no difference do not count: numbers that differ by rounding
 * do not. */
static void free_negligible(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_kink; ++k)
        if (s->io.branch[k] != 0.0 && s->kink.seen[k] < INFINITY && makes_no_difference(s, k))
            s->kink.branch[k] = 0.0;
}

/* Part of the step just made after which it should end, since a kink lies before time_due; 1: none.
 * Returns a dt_code. */
int dt_find_kink(dt_solver *s, double *part)
{
    double found;
    *part = 1.0;
    if (first_seen(s) == INFINITY)
        return DT_OK;
    free_negligible(s);
    if (first_seen(s) == INFINITY)
        return DT_OK;
    int code = search(s, &found);
    dt_interpolate(s, s->time_due, s->x_point); /* where it was before the search */
    if (found <= s->time_due)
        *part = fmax((found - s->time_start) / (s->time_end - s->time_start), LEAST);
    return code;
}

/* Is a kink at this part of a step too close to the one where the step began? */
bool dt_crowded_kinks(const dt_solver *s, double part) { return s->kink.near && part < APART; }
