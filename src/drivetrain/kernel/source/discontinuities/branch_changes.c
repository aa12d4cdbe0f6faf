/* Discontinuities of the derivatives without an event: detection, location and step truncation.
 *
 * `xdot` may change its branch while time passes: the damping torque of teeth is limited by that of their
 * spring from a certain compression on. A step across such an instant loses its order, and the difference of
 * the embedded pair, designed for smooth derivatives, underestimates the error many times: that of Bogacki &
 * Shampine by a factor of 179 if the discontinuity is near the end of the step, of 37 near its start. So
 * `ode` stays on the branch of the start of a step, and a step that contains a discontinuity is repeated up
 * to just behind it. Where the derivatives are undefined on that branch, or discontinuities are too close
 * together, a step is free to change branches and only its error counts. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "discontinuities.h"
#include "../methods/methods.h"
#include "../model/model.h"
#include "../linalg/linalg.h"

/* Final fraction of a step in which a discontinuity may be harmless, */
#define LATE 1e-5
/* and in which it is harmless in any case. */
#define LATEST 2e-9
/* Fraction of a step to which a discontinuity is located: derivatives that jump are on the wrong side for
 * that long. */
#define PRECISE 1e-9
/* Smallest fraction of a step that is worth a step of its own. */
#define BRANCH_LEAST 1e-5
/* Steps between two discontinuities are close together if they are a smaller fraction than this of those
 * before, */
#define APART 1e-2
/* and this many of them in succession are too many. */
#define MOST_NEAR 8
#define BRANCH_MOST_LOOKS 40
/* Evaluations at the discontinuity of a signal on which others depend. */
#define BEND_LOOKS 2
/* Fraction of its tolerance that a step on the wrong branch may amount to. */
#define NEGLIGIBLE 0.1
/* Points at which to look for a discontinuity that was passed by stages, but not at the end. */
#define BRANCH_LOOKS 6
static const double WHERE[BRANCH_LOOKS] = {0.2, 0.3, 0.42, 0.64, 0.8, 0.9};

/* Fraction of a step after its start at which to determine the side of a discontinuity that lies at the
 * start. */
#define BEHIND 1e-5

/* When the first relevant discontinuity was seen to be passed; BY_A_STAGE, or INFINITY: none. */
static double first_seen(const dt_solver *s)
{
    double first = INFINITY;
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (s->io.branch[k] != 0.0)
            first = fmin(first, s->branches.seen[k]);
    return first;
}

/* At its end, has the step just made passed a discontinuity that affects delayed expressions, or hit it
 * exactly? A step that may change branches has, if it did so. */
bool dt_left_lasting(const dt_solver *s)
{
    bool anywhere = s->branches.free && s->branches.changed;
    for (int64_t k = 0; k < s->model.n_switching && s->history.n; ++k) {
        bool reached = s->io.branch[k] != 0.0 && s->branches.end[k] == 0.0;
        if (s->model.switching_lasts[k] && (anywhere || reached || s->branches.seen[k] <= s->time_end))
            return true;
    }
    return false;
}

/* Let the switching functions affected by discontinuity k change their branches: where it is passed, they may
 * be far from their previous values. */
static void free_after(dt_solver *s, int64_t k)
{
    for (int64_t i = s->model.switching_ptr[k]; i < s->model.switching_ptr[k + 1]; ++i)
        s->branches.branch[s->model.switching_after[i]] = 0.0;
}

/* Does the step start exactly at discontinuity k? It then has no branch. */
static bool begins_at(const dt_solver *s, int64_t k)
{
    return s->io.branch[k] == 0.0 && s->branches.start[k] == 0.0;
}

/* Has the attempt left a discontinuity at which it started? */
static bool leaves_discontinuity(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (begins_at(s, k) && s->io.switching[k] != 0.0)
            return true;
    return false;
}

/* Evaluate shortly after the start of the step, along the derivatives xdot; returns the functions there, or
 * NULL. */
static const double *look_behind(dt_solver *s, double h, const double *xdot)
{
    for (int64_t i = 0; i < s->n; ++i)
        s->x_point[i] = s->x[i] + BEHIND * h * xdot[i];
    int code = dt_evaluate_rates(s, s->time_start + BEHIND * h, s->x_point, s->x_stage);
    return code == DT_OK ? s->crossing.io.switching : NULL;
}

/* Release the branches of the discontinuities at which the step starts and that it leaves, and of those that
 * they affect. */
static void free_begun(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (begins_at(s, k) && s->io.switching[k] != 0.0)
            free_after(s, k);
}

/* Adopt the branches of the functions `value`, after the discontinuities at which the step starts, for all
 * that have none. These then replace those of the start, so this is done once: also if the point was too
 * close to determine a branch. An attempt that is repeated without any change would be repeated forever. */
static void take_branches(dt_solver *s, const double *value)
{
    struct branches *n = &s->branches;
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (n->branch[k] == 0.0) {
            n->branch[k] = dt_branch_at(s, k, value[k]);
            n->start[k] = value[k] != 0.0 ? value[k] : DBL_MIN;
        }
}

/* Did an attempt use other branches than those adopted since, from which it started on those kept? */
static bool was_elsewhere(const dt_solver *s, const double *kept)
{
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        double before = kept[k] != 0.0 ? kept[k] : dt_branch_at(s, k, s->io.switching[k]);
        if (before != 0.0 && s->io.branch[k] != 0.0 && before != s->io.branch[k])
            return true;
    }
    return false;
}

/* The derivatives at the start of the step on its branches. Are they defined, and different from k[0]? */
static bool begins_otherwise(dt_solver *s, double *xdot)
{
    int code = dt_evaluate_rates(s, s->time_start, s->x, xdot);
    size_t size = (size_t)s->n * sizeof(double);
    return code == DT_OK && dt_all_finite(s->n, xdot) && memcmp(xdot, s->k[0], size) != 0;
}

/* An attempt of size h that started exactly at discontinuities adopts the branches after them: derivatives
 * that jump there belong to another branch, or to none, at the start only. If they would lead back from the
 * branch after it, none is adopted. Is the attempt useless? */
bool dt_leave_discontinuities(dt_solver *s, double h)
{
    if (s->branches.free || !leaves_discontinuity(s))
        return false;
    size_t size = (size_t)s->model.n_switching * sizeof(double);
    memcpy(s->branches.look, s->io.branch, size);
    free_begun(s);
    memcpy(s->branches.left, s->io.branch, size);
    const double *value = look_behind(s, h, s->k[0]);
    if (!value) {
        memcpy(s->branches.branch, s->branches.look, size);
        return false;
    }
    take_branches(s, value);
    bool otherwise = begins_otherwise(s, s->error);
    dt_mark_angles(s, s->crossing.io.angle);
    if (!otherwise)
        return was_elsewhere(s, s->branches.look);
    value = look_behind(s, h, s->error);
    if (!value || dt_passed_branch(s, value)) {
        bool changed = memcmp(s->branches.left, s->branches.look, size) != 0;
        memcpy(s->branches.branch, s->branches.left, size);
        return changed;
    }
    memcpy(s->k[0], s->error, (size_t)s->n * sizeof(double));
    return true;
}

/* Earliest zero by linear interpolation over the functions that have passed theirs at the right end. */
static double secant(const dt_solver *s, double left, double right)
{
    double first = right;
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        double a = s->branches.left[k], b = s->branches.right[k];
        if (s->io.branch[k] * b < 0.0 && a * b < 0.0)
            first = fmin(first, left + (right - left) * a / (a - b));
    }
    return first;
}

/* The functions at a time within the current step, on its branch. Returns a dt_code. */
static int look(dt_solver *s, double t, double *value)
{
    dt_interpolate(s, t, s->x_point);
    int code = dt_evaluate_rates(s, t, s->x_point, s->x_stage);
    if (code == DT_OK) {
        memcpy(value, s->crossing.io.switching, (size_t)s->model.n_switching * sizeof(double));
        dt_note_switching(s, t, value);
    }
    return code;
}

/* Narrow the time interval (left, *right] in which a function passes its zero, from both sides. */
static int locate(dt_solver *s, double left, double *right)
{
    struct branches *n = &s->branches;
    double enough = fmax(0.25 * PRECISE * (*right - s->time_start), 4.0 * dt_ulp(*right)), aside = enough;
    for (int looks = 1; looks <= BRANCH_MOST_LOOKS && *right - left > 2.0 * enough; ++looks) {
        double t = secant(s, left, *right) + aside, middle = 0.5 * (left + *right);
        if (looks % 4 == 0 || !(t > left && t < *right))
            t = middle;
        int code = look(s, t, n->look);
        if (code)
            return code;
        bool beyond = dt_passed_branch(s, n->look);
        double **side = beyond ? &n->right : &n->left, *other = *side;
        *(beyond ? right : &left) = t;
        *side = n->look;
        n->look = other;
        aside = beyond ? -enough : enough;
    }
    return DT_OK;
}

/* Time within the step just made of a discontinuity, or slightly later; INFINITY: none before its final
 * fraction `late`. Returns a dt_code. */
static int search(dt_solver *s, double last, double *found)
{
    struct branches *n = &s->branches;
    double start = s->time_start, late = s->time_due - last * (s->time_due - start);
    int code = DT_OK;
    *found = INFINITY;
    for (int i = 0; code == DT_OK && first_seen(s) > s->time_due && i < BRANCH_LOOKS; ++i)
        code = look(s, start + WHERE[i] * (s->time_end - start), n->right);
    double seen = first_seen(s);
    if (code == DT_OK && seen > late && seen <= s->time_due)
        code = look(s, late, n->right);
    seen = first_seen(s);
    if (code || seen > late)
        return code;
    *found = seen;
    code = look(s, start, n->left);
    if (code == DT_OK)
        code = look(s, *found, n->right);
    return code ? code : locate(s, start, found);
}

/* Effect on the step of derivatives other than at its end, as a fraction of its tolerance: with `branch` as
 * it is now. It is the integral of a difference that was smaller before than at the end. */
static double difference(dt_solver *s)
{
    double h = s->time_end - s->time_start, *change = s->error;
    int code = dt_evaluate_again(s, s->time_end, s->x_new, change);
    for (int64_t i = 0; i < s->n; ++i)
        change[i] = h * (change[i] - s->k[STAGES - 1][i]);
    double norm = code == DT_OK ? dt_tolerance_norm(s, change, s->x_new) : INFINITY;
    return isnan(norm) ? INFINITY : norm;
}

/* The same with switching function k on a given branch, and those that it affects where that puts them. */
static double difference_on(dt_solver *s, int64_t k, double branch)
{
    memcpy(s->branches.look, s->branches.branch, (size_t)s->model.n_switching * sizeof(double));
    free_after(s, k);
    s->branches.branch[k] = branch;
    double found = difference(s);
    memcpy(s->branches.branch, s->branches.look, (size_t)s->model.n_switching * sizeof(double));
    return found;
}

/* May discontinuity k move others across their own zeros? Where it jumps, or where they lie exactly at
 * them. */
static bool acts_on_others(const dt_solver *s, int64_t k)
{
    bool acts = false;
    for (int64_t i = s->model.switching_ptr[k]; i < s->model.switching_ptr[k + 1] && !acts; ++i)
        acts = s->model.switching_jumps[k] || begins_at(s, s->model.switching_after[i]);
    return acts;
}

/* The same since the step passed discontinuity k; INFINITY if that cannot be determined at its end: where
 * others depend on it and may have changed again in the meantime, where its past will be read, or where the
 * step has reached a piece not adjacent to that of its start. */
static double consequence(dt_solver *s, int64_t k)
{
    double branch = s->branches.branch[k];
    if (acts_on_others(s, k) || s->model.switching_lasts[k])
        return INFINITY;
    if (!s->model.switching_counts[k])
        return difference_on(s, k, -branch);
    double found = difference_on(s, k, 0.0), piece = s->crossing.io.switching[k];
    if (piece == branch || piece == 0.0)
        return fmax(difference_on(s, k, branch - 1.0), difference_on(s, k, branch + 1.0));
    return fabs(piece - branch) == 1.0 ? found : INFINITY;
}

/* The same for all discontinuities that were passed and are individually negligible. */
static double joint_consequence(dt_solver *s, const double *alone)
{
    memcpy(s->branches.look, s->branches.branch, (size_t)s->model.n_switching * sizeof(double));
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (alone[k] <= NEGLIGIBLE)
            s->branches.branch[k] = s->model.switching_counts[k] ? 0.0 : -s->branches.branch[k];
    double found = difference(s);
    memcpy(s->branches.branch, s->branches.look, (size_t)s->model.n_switching * sizeof(double));
    return found;
}

/* Discontinuities that were passed somewhere without effect do not count: nor do numbers that differ by
 * rounding. Returns the largest effect of the others, as a fraction of the tolerance. */
static double free_negligible(dt_solver *s)
{
    double *alone = s->branches.right, most = 0.0;
    int64_t count = 0;
    for (int64_t k = 0; k < s->model.n_switching; ++k) {
        bool was_passed = s->io.branch[k] != 0.0 && s->branches.seen[k] < INFINITY;
        alone[k] = was_passed ? consequence(s, k) : INFINITY;
        count += alone[k] <= NEGLIGIBLE;
        if (was_passed && alone[k] > NEGLIGIBLE)
            most = fmax(most, alone[k]);
    }
    double joint = count > 1 ? joint_consequence(s, alone) : 0.0;
    if (joint > NEGLIGIBLE)
        return fmax(most, joint);
    for (int64_t k = 0; k < s->model.n_switching; ++k)
        if (alone[k] <= NEGLIGIBLE)
            s->branches.branch[k] = 0.0;
    return most;
}

/* A signal may have a peak where it has a kink, and others that depend on it may be beyond their zeros only
 * there: evaluate at the apparent position of discontinuity k, which was passed at the end of the step.
 * Returns a dt_code. */
static int look_at_bend(dt_solver *s, int64_t k)
{
    double left = s->time_start, right = s->time_end, a = s->branches.start[k], b = s->branches.end[k];
    int code = DT_OK;
    for (int i = 0; i < BEND_LOOKS && code == DT_OK && a * b < 0.0; ++i) {
        double t = left + (right - left) * a / (a - b);
        if (!(t > left && t < right))
            break;
        code = look(s, t, s->branches.right);
        double there = s->branches.right[k];
        *(there * b > 0.0 ? &right : &left) = t;
        *(there * b > 0.0 ? &b : &a) = there;
    }
    return code;
}

static int look_at_bends(dt_solver *s)
{
    int code = DT_OK;
    for (int64_t k = 0; k < s->model.n_switching && code == DT_OK; ++k)
        if (s->io.branch[k] != 0.0 && s->branches.seen[k] <= s->time_end && !s->model.switching_jumps[k] &&
            s->model.switching_ptr[k] < s->model.switching_ptr[k + 1])
            code = look_at_bend(s, k);
    return code;
}

/* Fraction of the step just made at which it should end, since there is a discontinuity before time_due; 1:
 * none. Returns a dt_code. */
int dt_find_branch_change(dt_solver *s, double *part)
{
    double found = INFINITY;
    *part = 1.0;
    if (first_seen(s) == INFINITY)
        return DT_OK;
    int code = look_at_bends(s);
    double most = code ? INFINITY : free_negligible(s);
    /* an event at the same instant takes precedence: next to it, speeds would be too small to distinguish
     * their signs */
    double last = s->crossing_due ? LATE : fmax(LATEST, fmin(LATE, NEGLIGIBLE / most));
    if (code == DT_OK && first_seen(s) < INFINITY)
        code = search(s, last, &found);
    if (s->time_due < s->time_end) /* its earlier position */
        dt_interpolate(s, s->time_due, s->x_point);
    else
        memcpy(s->x_point, s->x_new, (size_t)s->n * sizeof(double));
    if (found <= s->time_due)
        *part = fmax((found - s->time_start) / (s->time_end - s->time_start), BRANCH_LEAST);
    return code;
}

/* A step of size h was made that may have ended at a discontinuity; its intended size was `beyond`. */
void dt_count_near(dt_solver *s, double h)
{
    s->branches.cut = s->branches.beyond > 0.0;
    s->branches.near = h < APART * s->branches.beyond ? s->branches.near + 1 : 0;
}

/* Is a discontinuity at this fraction of a step the last of too many that are close together? */
bool dt_crowded_branch_changes(const dt_solver *s, double part) { return s->branches.near >= MOST_NEAR && part < APART; }
