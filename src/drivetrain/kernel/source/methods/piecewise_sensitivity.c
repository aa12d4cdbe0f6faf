/* Sensitivities over a step in which a switching function passes zero.
 *
 * A bend of the derivatives hardly moves the states, so that a step need not end there. But the slopes jump
 * there, and with them the rates of the sensitivities: these are integrated from one bend to the next. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "methods.h"
#include "../model/model.h"
#include "../sensitivity/sensitivity.h"

/* Places at which a bend is sought between the last one and the end. */
#define LOOKS 8
/* Fraction of a step to which it is located. */
#define LOCATED 1e-12
#define MOST_HALVINGS 60
#define MOST_APPROACHES 20
/* Part of the interval that is cut off at least. */
#define CLOSEST 1e-13
/* A part of a step this short is passed over. */
#define TOO_SHORT 1e-10
/* Parts between two bends. */
#define MOST_DIVISIONS 64
/* With all of these, a difference this many times larger is tolerated. */
#define DOUBTFUL_TIMES 10.0
/* A switching function that passes zero slower than this, relative to the terms of its rate, only touches it. */
#define TOUCHES 1e-7
/* Jump of derivatives, relative to their magnitude, that is not rounding. */
#define STEEP 1e-6

/* The branches on which an evaluation that is not confined to any is at time t. Returns a dt_code. */
static int find_sides(dt_solver *s, double t, double *side)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    dt_interpolate(s, t, w->x);
    w->io.branch = w->no_branch;
    int code = dt_rates_beside(s, t, w->x, w->column);
    w->io.branch = kept;
    for (int64_t i = 0; i < s->model.n_switching; ++i)
        side[i] = dt_branch_at(s, i, w->io.switching[i]);
    return code;
}

/* On the other side of a bend; exactly at it, or out of force, a function is on neither. */
static bool differ(const dt_solver *s, const double *one, const double *other)
{
    for (int64_t i = 0; i < s->model.n_switching; ++i)
        if (one[i] != other[i] && one[i] != 0.0 && other[i] != 0.0)
            return true;
    return false;
}

/* How far the functions are within the branches `side` at time t, the first one to leave: negative beyond it. */
static double room_within(dt_solver *s, double t, const double *side)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    double room = INFINITY;
    dt_interpolate(s, t, w->x);
    w->io.branch = side;
    int code = dt_rates_beside(s, t, w->x, w->column);
    w->io.branch = kept;
    for (int64_t i = 0; i < s->model.n_switching; ++i)
        if (side[i] != 0.0 && isfinite(w->io.switching[i]))
            room = fmin(room, side[i] * w->io.switching[i]);
    return code == DT_OK ? room : NAN;
}

/* Narrow the interval in which the branches `side` are left, by the Illinois variant of the rule of false
 * position. */
static void approach_bend(dt_solver *s, double *left, double *right, double within)
{
    struct sensitivity *w = s->sensitivity;
    double inside = room_within(s, *left, w->side), beyond = room_within(s, *right, w->side);
    int last = 0;
    for (int i = 0; i < MOST_APPROACHES && inside > 0.0 && beyond < 0.0 && *right - *left > within; ++i) {
        double t = *left + (*right - *left) * fmin(fmax(inside / (inside - beyond), CLOSEST), 1.0 - CLOSEST);
        double room = room_within(s, t, w->side);
        if (!isfinite(room))
            return;
        if (room > 0.0) {
            beyond *= last > 0 ? 0.5 : 1.0;
            inside = room;
            *left = t;
        } else {
            inside *= last < 0 ? 0.5 : 1.0;
            beyond = room < 0.0 ? room : -DBL_MIN;
            *right = t;
        }
        last = room > 0.0 ? 1 : -1;
    }
}

/* Locate a bend between these two times, with the branches behind it in `after_bend`. Returns a dt_code. */
static int locate_bend(dt_solver *s, double left, double *right, double within)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)s->model.n_switching * sizeof(double);
    double near = left, far = *right;
    approach_bend(s, &near, &far, within);
    int code = find_sides(s, near, w->looked);
    if (!differ(s, w->side, w->looked))
        left = near;
    code = code ? code : find_sides(s, far, w->looked);
    if (differ(s, w->side, w->looked)) {
        *right = far;
        memcpy(w->after_bend, w->looked, size);
    }
    for (int i = 0; i < MOST_HALVINGS && code == DT_OK && *right - left > within; ++i) {
        double t = 0.5 * (left + *right);
        code = find_sides(s, t, w->looked);
        bool beyond = differ(s, w->side, w->looked);
        *(beyond ? right : &left) = t;
        if (beyond)
            memcpy(w->after_bend, w->looked, size);
    }
    return code;
}

/* The first bend between `start`, where the branches are `side`, and `end`; `end` if there is none. `after` are
 * the branches behind it. Returns a dt_code. */
static int find_bend(dt_solver *s, double start, double *end)
{
    struct sensitivity *w = s->sensitivity;
    double left = start, right = *end;
    bool found = false;
    int code = DT_OK;
    for (int i = 1; i <= LOOKS && !found && code == DT_OK; ++i) {
        double t = i == LOOKS ? *end : start + (*end - start) * i / LOOKS;
        code = find_sides(s, t, w->after_bend);
        found = differ(s, w->side, w->after_bend);
        *(found ? &right : &left) = t;
    }
    if (!found || code != DT_OK)
        return code;
    code = locate_bend(s, left, &right, LOCATED * (*end - start));
    *end = right;
    return code;
}

static double *sides_behind(const dt_solver *s, int bend)
{
    return s->sensitivity->bend_side + bend * s->model.n_switching;
}

/* All bends of the step just made, up to the end that counts. Returns a dt_code. */
static int find_bends(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)s->model.n_switching * sizeof(double);
    double start = s->time_start;
    w->n_bend = 0;
    int code = find_sides(s, start + TOO_SHORT * (s->time_end - start), w->side);
    memcpy(sides_behind(s, 0), w->side, size);
    while (code == DT_OK && start < w->end && w->n_bend < BENDS_OF_A_STEP) {
        double end = w->end;
        code = find_bend(s, start, &end);
        memcpy(w->side, w->after_bend, size);
        memcpy(sides_behind(s, w->n_bend + 1), w->side, size);
        if (end < w->end)
            w->bend_time[w->n_bend++] = end;
        start = end;
    }
    return code;
}

/* Do the derivatives themselves jump at time t, from the branches `side` to those after it? */
static bool jumps(dt_solver *s, double t)
{
    struct sensitivity *w = s->sensitivity;
    double jump = 0.0, size = 0.0;
    dt_interpolate(s, t, w->x);
    w->io.branch = w->side;
    int code = dt_rates_beside(s, t, w->x, w->column);
    w->io.branch = w->after_bend;
    code = code ? code : dt_rates_beside(s, t, w->x, w->after);
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        jump = fmax(jump, fabs(w->after[i] - w->column[i]));
        size = fmax(size, fabs(w->column[i]));
    }
    return code != DT_OK || !(jump <= STEEP * size);
}

/* Change of the instant at which switching function i passes zero, in a direction, with derivatives xdot before
 * it; NaN if it only touches zero. */
static double delay_of(const struct sensitivity *w, int64_t i, int64_t d, const double *change, const double *xdot)
{
    const dt_slopes *of = w->of->switches;
    int64_t k = w->of->n_direction;
    double rate = 0.0, terms = 0.0, sum = 0.0;
    for (int64_t e = of->ptr[i]; e < of->ptr[i + 1]; ++e) {
        int64_t c = of->column[e];
        double slope = w->slope[of->first + e], by = change[c * k + d];
        double along = c < w->n_state ? slope * xdot[c] : c == w->of->n_row ? slope : 0.0;
        rate += along;
        terms += fabs(along);
        sum += by != 0.0 ? slope * by : 0.0;
    }
    return sum == 0.0 ? 0.0 : fabs(rate) > TOUCHES * terms ? -sum / rate : NAN;
}

/* The derivatives jump at x from `before` to `after`, as the branches do from `left` to `right`: let the states
 * of `change` jump as well. Returns whether the instant of that is known in all directions. */
bool dt_pass_jump(dt_solver *s, double t, const double *x, const double *before, const double *after,
                  const double *left, const double *right, double *change)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction;
    const double *kept = w->io.branch;
    bool known = true;
    w->io.branch = left;
    int code = dt_evaluate_slopes(s, w->of->switches, t, x);
    w->io.branch = kept;
    for (int64_t d = 0; d < k; ++d) {
        double delay = NAN;
        for (int64_t i = 0; i < s->model.n_switching; ++i) {
            if (left[i] == right[i] || left[i] == 0.0 || right[i] == 0.0)
                continue;
            double one = delay_of(w, i, d, change, before);
            bool alike = isnan(delay) || fabs(one - delay) <= STEEP * fmax(fabs(one), fabs(delay));
            delay = alike ? one : INFINITY;
        }
        known &= isfinite(delay) || w->verdicts[d].code != DT_DIFFERENTIABLE;
        for (int64_t i = 0; delay != 0.0 && i < w->of->n_row; ++i)
            change[i * k + d] += (before[i] - after[i]) * delay;
    }
    return known && code == DT_OK;
}

/* One part of the step, on the branches `side`. Returns a dt_code. */
static int pass_part(dt_solver *s, double start, double end)
{
    struct sensitivity *w = s->sensitivity;
    double h = end - start;
    if (!(h > TOO_SHORT * (s->time_end - s->time_start)))
        return DT_OK;
    w->io.branch = w->side;
    int code = DT_OK;
    for (int i = 0; i < w->divisions && code == DT_OK; ++i) {
        double begin = start + h * i / w->divisions, length = h / w->divisions;
        code = dt_radau(s, begin, length);
        dt_keep_part(w, begin, length);
        dt_radau_at(w, begin, length, begin + length, w->base);
    }
    return code;
}

/* Did a switching function pass zero in the step just made? */
bool dt_passes_bend(const dt_solver *s)
{
    bool found = s->branches.changed;
    for (int64_t i = 0; i < s->model.n_switching; ++i)
        found |= s->branches.seen[i] <= s->time_end;
    return found;
}

/* The changes at time t within the step just made, from one of its bends to the next. Returns a dt_code;
 * *jumped says where the derivatives jump, and is not changed if they do not. */
int dt_piecewise_sensitivity_at(dt_solver *s, double t, double *out, double *jumped)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    size_t size = (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double);
    size_t sides = (size_t)s->model.n_switching * sizeof(double);
    double start = s->time_start;
    int code = DT_OK;
    memcpy(w->base, w->now, size);
    w->n_part = 0;
    for (int bend = 0; code == DT_OK && start < t; ++bend) {
        double end = bend < w->n_bend ? fmin(w->bend_time[bend], t) : t;
        memcpy(w->side, sides_behind(s, bend), sides);
        memcpy(w->after_bend, sides_behind(s, bend + 1), sides);
        code = pass_part(s, start, end);
        if (code == DT_OK && end < t && jumps(s, end) &&
            !dt_pass_jump(s, end, w->x, w->column, w->after, w->side, w->after_bend, w->base))
            *jumped = end;
        start = end;
    }
    memcpy(w->side, sides_behind(s, w->n_bend + 1), sides);
    w->io.branch = kept;
    memcpy(out, w->base, size);
    return code;
}

/* How much the end of the step differs from that with half as many parts, relative to the largest changes. */
static double difference(const dt_solver *s)
{
    const struct sensitivity *w = s->sensitivity;
    double most = 0.0;
    for (int64_t i = 0; i < w->of->n_row * w->of->n_direction; ++i)
        most = fmax(most, fabs(w->next[i] - w->coarser[i]) / dt_size_of_change(s, i, w->next[i]));
    return most;
}

/* The changes at the end of the step, in ever more parts until that makes no difference: slopes may vary faster
 * than the states do, as those of a contact that only just begins. Returns a dt_code; *settled says whether
 * they have reached this fraction. */
int dt_refined_sensitivity(dt_solver *s, double enough, double *jumped, bool *settled)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double);
    double differs = INFINITY;
    *settled = false;
    w->divisions = 1;
    int code = find_bends(s);
    if (w->n_bend == BENDS_OF_A_STEP)
        return code;
    code = code ? code : dt_piecewise_sensitivity_at(s, w->end, w->next, jumped);
    while (code == DT_OK && !*settled && w->divisions < MOST_DIVISIONS) {
        w->divisions *= 2;
        memcpy(w->coarser, w->next, size);
        code = dt_piecewise_sensitivity_at(s, w->end, w->next, jumped);
        differs = difference(s);
        *settled = differs <= enough;
    }
    *settled |= differs <= DOUBTFUL_TIMES * enough;
    return code;
}
