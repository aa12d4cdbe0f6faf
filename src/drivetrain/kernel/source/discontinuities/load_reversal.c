/* Locate reversals of shared loads within a step, where load sharing depends on history.
 *
 * If several elements hold one motion together, the shares of the load are those nearest to the shares at the
 * start of the step, within the limits of the elements. As long as loads change in one direction, this is
 * equivalent to following them in many small steps. It is not if one reverses while an element is at its
 * limit: the element unloads from the turning point on (a sweeping process: J. J. Moreau, J. Differential
 * Equations 26, 1977). The step ends there, and the shares are kept; modes do not change, so it is not an
 * event. */
#include <string.h>

#include "discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"

/* Fraction of a step between points at which shares are compared; their slopes at both ends come from these
 * short intervals. */
#define SHORT_PART (1.0 / 4096)
#define PARTS 6
static const double PART[PARTS] = {SHORT_PART, 0.25, 0.5, 0.75, 1.0 - SHORT_PART, 1.0};
/* Relative to the largest load: smaller changes of a share are rounding. */
#define NO_CHANGE 1e-13
/* Fraction of its limit below which a load at the start, in the middle and at the end of a step counts as
 * clear of it. */
#define REVERSAL_CLEAR 0.8
/* Relative to a step: what is this close to its ends is at the end. */
#define AT_END 1e-9
/* Each leaves 0.618 of an interval. */
#define REVERSAL_GOLDEN 0.6180339887498949
#define REVERSAL_ROUNDS 60

/* Evaluate with the memory of crossing.io, which receives the shares. Returns a dt_code. */
static int evaluate(dt_solver *s, double t, const double *x)
{
    int64_t block = s->io.failed_block;
    int code = dt_look_into(s, &s->crossing.io, t, x);
    s->io.failed_block = block;
    return code;
}

/* Do shares follow from these others? All differ, as equal changes of equal shares may cancel. */
static bool follow_from_others(dt_solver *s, double sign)
{
    const double *own = s->io.memory;
    double *memory = s->crossing.io.memory;
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        memory[i] = s->model.shares[i] ? own[i] + sign * (1.0 + fabs(own[i])) * (1.0 + 0.37 * (double)i) : own[i];
    if (evaluate(s, s->time, s->x) != DT_OK)
        return true;
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        if (s->model.shares[i] && !dt_same(memory[i], own[i]))
            return true;
    return false;
}

/* May shares follow from others before them? Where the equations determine all loads, other shares change
 * nothing, to the last bit. Large blocks remember what they were given, branches may change the rank, and
 * at a limit, which may be zero for now, a share does not tell. */
static bool are_open(dt_solver *s)
{
    return s->model.n_block || s->model.n_switching || dt_any_near_limit(s, &s->io, 1.0) ||
           follow_from_others(s, 1.0) || follow_from_others(s, -1.0);
}

/* After an event: may shares depend on load reversals? */
void dt_watch_load_reversal(dt_solver *s)
{
    bool shared = false;
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        shared = shared || s->model.shares[i];
    s->load_reversal.on = shared && dt_hold_together(s) && are_open(s);
    s->load_reversal.due = false;
    s->load_reversal.near = true;
}

/* Evaluate at a time within the step; shares are then in crossing.io.memory. Returns a dt_code. */
static int look(dt_solver *s, double t)
{
    dt_interpolate(s, t, s->load_reversal.x);
    memcpy(s->crossing.io.memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    return evaluate(s, t, s->load_reversal.x);
}

/* Share j, signed by direction; NaN if it is unknown. */
static double share_at(dt_solver *s, int64_t j, double direction, double t)
{
    return look(s, t) == DT_OK ? direction * s->crossing.io.memory[j] : NAN;
}

/* Maximum, between two times, of a share that first changes in this direction: golden section search, which
 * handles corners as well as smooth maxima. */
static double largest_between(dt_solver *s, int64_t j, double direction, double a, double b)
{
    double left = b - REVERSAL_GOLDEN * (b - a), right = a + REVERSAL_GOLDEN * (b - a);
    double at_left = share_at(s, j, direction, left), at_right = share_at(s, j, direction, right);
    for (int round = 0; round < REVERSAL_ROUNDS && a < left && left < right && right < b; ++round) {
        if (at_left >= at_right) {
            b = right;
            right = left;
            at_right = at_left;
            left = b - REVERSAL_GOLDEN * (b - a);
            at_left = share_at(s, j, direction, left);
        } else {
            a = left;
            left = right;
            at_left = at_right;
            right = a + REVERSAL_GOLDEN * (b - a);
            at_right = share_at(s, j, direction, right);
        }
    }
    return at_left >= at_right ? left : right;
}

static double largest_share(const dt_solver *s)
{
    double largest = 0.0;
    for (int64_t j = 0; j < s->model.n_memory; ++j)
        if (s->model.shares[j])
            largest = dt_fmax(largest, fabs(s->crossing.io.memory[j]));
    return largest;
}

/* Adopt the reversal of share j, if an element is at its limit there, unless an earlier one is known. */
static void consider(dt_solver *s, int64_t j, double direction, double from, double to)
{
    double near = AT_END * (s->time_due - s->time_start);
    double t = largest_between(s, j, direction, from, to);
    if (t <= s->time_start + near || t >= dt_fmin(s->time_due - near, s->load_reversal.time))
        return;
    if (look(s, t) == DT_OK && dt_any_near_limit(s, &s->crossing.io, 1.0))
        s->load_reversal.time = t;
}

/* Compare shares at the end of this part with the previous ones. */
static void compare(dt_solver *s, double before, double now)
{
    struct load_reversal *r = &s->load_reversal;
    double least = NO_CHANGE * largest_share(s);
    memcpy(r->now, s->crossing.io.memory, (size_t)s->model.n_memory * sizeof(double));
    for (int64_t j = 0; j < s->model.n_memory; ++j) {
        double change = r->now[j] - r->shares[j], direction = change > 0.0 ? 1.0 : -1.0;
        if (!s->model.shares[j] || !(fabs(change) > least))
            continue;
        if (r->direction[j] * direction < 0.0)
            consider(s, j, r->direction[j], r->since[j], now);
        r->direction[j] = direction;
        r->since[j] = before;
        r->shares[j] = r->now[j];
    }
}

/* May an element be near its limit there? */
static bool is_near(dt_solver *s, double t)
{
    return look(s, t) != DT_OK || dt_any_near_limit(s, &s->crossing.io, REVERSAL_CLEAR);
}

/* Is no element near its limit at the start, at the end, and in the middle? Then reversals do not matter. */
static bool stays_clear(dt_solver *s)
{
    struct load_reversal *r = &s->load_reversal;
    bool was_near = r->near;
    r->near = is_near(s, s->time_due);
    return !was_near && !r->near && !is_near(s, 0.5 * (s->time_start + s->time_due));
}

/* Look for the first reversal before the event or the end of the step just made, and let the step end
 * there. */
void dt_find_load_reversal(dt_solver *s)
{
    struct load_reversal *r = &s->load_reversal;
    double before = s->time_start, h = s->time_due - s->time_start;
    if (!r->on || stays_clear(s))
        return;
    r->time = INFINITY;
    memcpy(r->shares, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    memset(r->direction, 0, (size_t)s->model.n_memory * sizeof(double));
    for (int i = 0; i < PARTS && r->time == INFINITY; ++i) {
        double now = i < PARTS - 1 ? s->time_start + PART[i] * h : s->time_due;
        if (look(s, now) != DT_OK)
            return;
        compare(s, before, now);
        before = now;
    }
    r->due = r->time < INFINITY;
    if (r->due) {
        r->near = true;
        s->time_due = r->time;
        s->crossing_due = false;
    }
}

/* Relations without effect take their new value if they have crossed by now. */
static void flip_dormant(dt_solver *s)
{
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        s->mode_search.triggered[k] = k < s->model.n_rel && s->mode_search.triggered[k] && s->crossing.inert[k] &&
                                dt_relation_value(s, k, s->io.g[k]) != (s->rel[k] != 0.0);
    dt_flip_inert(s);
}

/* Make the reversal the present point and keep the shares there. Everything was evaluated there. */
void dt_pass_load_reversal(dt_solver *s)
{
    s->load_reversal.due = false;
    dt_keep_memory(s);
    flip_dormant(s);
    memcpy(s->x, s->x_point, (size_t)s->n * sizeof(double));
    s->time = s->time_due;
    s->derivative_ready = s->stiff.jacobian_ready = s->after_event = false;
    s->external.fresh = true;
    dt_mark_step_start(s, s->io.g);
    dt_mark_branches(s, s->io.switching);
    dt_mark_angles(s, s->io.angle);
    s->phase = PHASE_STEP;
}
