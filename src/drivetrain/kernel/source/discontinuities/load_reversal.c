/* Where shares of loads turn round within a step.
 *
 * Of elements that hold one motion together the shares are those nearest to the shares at the start of the step,
 * within the limits of the elements. As long as loads change in one direction, that is the same as following them
 * in many small steps. Where one turns round while an element is at its limit it is not: the element gives back its
 * part from the turning point on (a sweeping process: J. J. Moreau, J. Differential Equations 26, 1977). There the
 * step ends, and shares are kept; modes do not change, so that it is no event. */
#include <string.h>

#include "discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"

/* Parts of a step between which shares are compared; their slopes at both ends come from the short ones. */
#define SHORT_PART (1.0 / 4096)
#define PARTS 6
static const double PART[PARTS] = {SHORT_PART, 0.25, 0.5, 0.75, 1.0 - SHORT_PART, 1.0};
/* Of the largest load: smaller changes of a share are rounding. */
#define NO_CHANGE 1e-13
/* Part of its limit up to which a load at the start, in the middle and at the end of a step stays clear of it. */
#define CLEAR 0.8
/* Of a step: what is so close to its ends is there. */
#define AT_END 1e-9
/* Each of which leaves 0.618 of an interval. */
#define GOLDEN 0.6180339887498949
#define ROUNDS 60

/* After an event: may shares depend on where loads turn round? */
void dt_watch_load_reversal(dt_solver *s)
{
    bool shared = false;
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        shared = shared || s->model.shares[i];
    s->load_reversal.on = shared && dt_hold_together(s);
    s->load_reversal.due = false;
    s->load_reversal.near = true;
}

/* Evaluate at a time within the step; shares are then in crossing.io.memory. Returns a dt_code. */
static int look(dt_solver *s, double t)
{
    dt_io *io = &s->crossing.io;
    int64_t block = s->io.failed_block;
    dt_interpolate(s, t, s->load_reversal.x);
    memcpy(io->memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    int code = dt_evaluate_into(s, io, t, s->load_reversal.x);
    s->io.failed_block = block;
    return code;
}

/* Share j, counted in a direction; NaN where it is not known. */
static double share_at(dt_solver *s, int64_t j, double direction, double t)
{
    return look(s, t) == DT_OK ? direction * s->crossing.io.memory[j] : NAN;
}

/* Where a share that goes in this direction first is largest between two times: golden section, to which corners are
 * as good as smooth tops. */
static double largest_between(dt_solver *s, int64_t j, double direction, double a, double b)
{
    double left = b - GOLDEN * (b - a), right = a + GOLDEN * (b - a);
    double at_left = share_at(s, j, direction, left), at_right = share_at(s, j, direction, right);
    for (int round = 0; round < ROUNDS && a < left && left < right && right < b; ++round) {
        if (at_left >= at_right) {
            b = right;
            right = left;
            at_right = at_left;
            left = b - GOLDEN * (b - a);
            at_left = share_at(s, j, direction, left);
        } else {
            a = left;
            left = right;
            at_left = at_right;
            right = a + GOLDEN * (b - a);
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
            largest = fmax(largest, fabs(s->crossing.io.memory[j]));
    return largest;
}

/* Take the turning point of share j, if an element is at its limit there, unless an earlier one is known. */
static void consider(dt_solver *s, int64_t j, double direction, double from, double to)
{
    double near = AT_END * (s->time_due - s->time_start);
    double t = largest_between(s, j, direction, from, to);
    if (t <= s->time_start + near || t >= fmin(s->time_due - near, s->load_reversal.time))
        return;
    if (look(s, t) == DT_OK && dt_any_near_limit(s, &s->crossing.io, 1.0))
        s->load_reversal.time = t;
}

/* Compare shares at the end of this part with those before. */
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
    return look(s, t) != DT_OK || dt_any_near_limit(s, &s->crossing.io, CLEAR);
}

/* Is no element near its limit at the start, at the end, and in the middle? Then it does not matter what turns round. */
static bool stays_clear(dt_solver *s)
{
    struct load_reversal *r = &s->load_reversal;
    bool was_near = r->near;
    r->near = is_near(s, s->time_due);
    return !was_near && !r->near && !is_near(s, 0.5 * (s->time_start + s->time_due));
}

/* Look for the first turning point before the event or the end of the step just made, and let the step end there. */
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

/* Relations without influence take their new value if they have crossed by now. */
static void flip_dormant(dt_solver *s)
{
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        s->mode_search.triggered[k] = k < s->model.n_rel && s->mode_search.triggered[k] && s->crossing.inert[k] &&
                                dt_relation_value(s, k, s->io.g[k]) != (s->rel[k] != 0.0);
    dt_flip_inert(s);
}

/* Make the turning point the present one; shares there are kept. Everything was evaluated there. */
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
