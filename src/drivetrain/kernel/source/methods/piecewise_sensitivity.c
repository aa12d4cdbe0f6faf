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
#define BENDS_OF_A_STEP 64
/* A part of a step this short is passed over. */
#define TOO_SHORT 1e-10
/* Smallest fraction of the time between two bends that is a part of its own; trials of parts in one step. */
#define UNDIVIDED 1e-8
#define MOST_TRIALS 2000
/* Fraction of the tolerated error below which the next part is twice as long: the estimate is of order 4. */
#define EASY 0.05
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
    double rate = 0.0, terms = 0.0, sum = 0.0;
    for (int64_t e = of->ptr[i]; e < of->ptr[i + 1]; ++e) {
        int64_t c = of->column[e];
        double slope = w->slope[of->first + e], by = dt_row_of_change(w, change, c)[d];
        double along = c < w->n_state ? slope * xdot[c] : c == w->of->n_row ? slope : 0.0;
        rate += along;
        terms += fabs(along);
        sum += by != 0.0 ? slope * by : 0.0;
    }
    return sum == 0.0 ? 0.0 : fabs(rate) > TOUCHES * terms ? -sum / rate : NAN;
}

/* Change of the instant at which branches change from `left` to `right`, from the slopes of switching functions last
 * evaluated; NaN if it is not known. */
static double shift_of_bend(const dt_solver *s, int64_t d, const double *change, const double *before,
                            const double *left, const double *right)
{
    const struct sensitivity *w = s->sensitivity;
    double shift = NAN;
    for (int64_t i = 0; i < s->model.n_switching; ++i) {
        if (left[i] == right[i] || left[i] == 0.0 || right[i] == 0.0)
            continue;
        double one = delay_of(w, i, d, change, before);
        if (isnan(one) || !(isnan(shift) || fabs(one - shift) <= STEEP * fmax(fabs(one), fabs(shift))))
            return NAN;
        shift = one;
    }
    return shift;
}

/* The slopes of switching functions on the branches `left`. Returns a dt_code. */
static int slopes_on(dt_solver *s, double t, const double *x, const double *left)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    w->io.branch = left;
    int code = dt_evaluate_slopes(s, w->of->switches, t, x);
    w->io.branch = kept;
    return code;
}

/* The derivatives jump at x from `before` to `after`, as the branches do from `left` to `right`: let the states
 * of `change` jump as well, in the directions in which the instant of that is known. */
void dt_pass_jump(dt_solver *s, double t, const double *x, const double *before, const double *after,
                  const double *left, const double *right, double *change)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction;
    int code = slopes_on(s, t, x, left);
    for (int64_t d = 0; d < k; ++d) {
        double delay = shift_of_bend(s, d, change, before, left, right);
        if (!isfinite(delay) || code != DT_OK)
            dt_end_direction(w, d, DT_RATE_JUMPS, -1, t);
        for (int64_t i = 0; delay != 0.0 && i < w->of->n_row; ++i)
            change[i * k + d] += (before[i] - after[i]) * delay;
    }
}

/* Fraction of a step at its end in which jumps of delayed expressions are recorded as such; size of a jump. */
#define RECORDED 1e-8
#define VALUE_JUMP 1e-9

/* Does a delayed expression jump at time t, well within the step, so that it is recorded as if it were smooth? */
static bool jumps_unrecorded(dt_solver *s, double t)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    bool found = false;
    if (t > w->end - RECORDED * (w->end - s->time_start))
        return false;
    w->io.branch = w->side;
    int code = dt_evaluate_slopes(s, w->of->delays, t, w->x);
    memcpy(w->node, w->slope, (size_t)w->n_delay * sizeof(double));
    w->io.branch = w->after_bend;
    code = code ? code : dt_evaluate_slopes(s, w->of->delays, t, w->x);
    w->io.branch = kept;
    for (int64_t k = 0; k < w->n_delay; ++k)
        found |= !(fabs(w->slope[k] - w->node[k]) <= VALUE_JUMP * fmax(s->history.scale[k], fabs(w->slope[k])));
    return found || code != DT_OK;
}

/* A bend of delayed expressions at time t, which will arrive at the end of the delays: how its instant moves. */
static void note_shift(dt_solver *s, double t)
{
    struct sensitivity *w = s->sensitivity;
    bool lasts = false;
    for (int64_t i = 0; i < s->model.n_switching; ++i)
        lasts |= s->model.switching_lasts[i] && w->side[i] != w->after_bend[i];
    if (!lasts || w->n_delay == 0)
        return;
    dt_interpolate(s, t, w->x);
    if (jumps_unrecorded(s, t))
        dt_end_all_directions(w, DT_UNKNOWN_ARRIVAL, -1, t);
    w->io.branch = w->side;
    int code = dt_rates_beside(s, t, w->x, w->column);
    code = code ? code : slopes_on(s, t, w->x, w->side);
    for (int64_t d = 0; d < w->of->n_direction; ++d)
        w->shift[d] = code == DT_OK ? shift_of_bend(s, d, w->base, w->column, w->side, w->after_bend) : NAN;
}

/* -- parts ------------------------------------------------------------------------------------------------ */

/* Differences or errors, relative to the largest changes. Returns the largest of those that count. */
static double compare(const dt_solver *s, const double *one, const double *other)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction;
    double most = 0.0;
    memset(w->differs, 0, (size_t)k * sizeof(double));
    for (int64_t i = 0; i < w->of->n_row * k; ++i) {
        double difference = fabs(one[i] - (other ? other[i] : 0.0)) / dt_size_of_change(s, i, w->base[i]);
        if (w->verdicts[i % k].code == DT_DIFFERENTIABLE && !(difference <= w->differs[i % k]))
            w->differs[i % k] = isnan(difference) ? INFINITY : difference;
        most = fmax(most, w->differs[i % k]);
    }
    return most;
}

/* One part, from `base`, which it moves to its end. *error is what it differs from the truth, by an estimate.
 * Returns a dt_code. */
static int make_part(dt_solver *s, double start, double length, double *error)
{
    struct sensitivity *w = s->sensitivity;
    int code = dt_radau(s, start, length);
    code = code ? code : dt_radau_error(s, start, length, w->error);
    code = code ? code : dt_keep_part(w, start, length);
    dt_radau_at(w, start, length, start + length, w->base);
    *error = compare(s, w->error, NULL);
    return code;
}

/* The part that was just made, in two. *error is what the two differ from it, *first what is estimated for the first
 * of them. Returns a dt_code. */
static int make_halves(dt_solver *s, double start, double length, double *error, double *first)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double);
    double half = 0.5 * length;
    memcpy(w->coarser, w->base, size);
    memcpy(w->base, w->origin, size);
    --w->parts.count;
    int code = make_part(s, start, half, first);
    memcpy(w->halfway, w->base, size);
    code = code ? code : make_part(s, start + half, half, error);
    *error = compare(s, w->base, w->coarser);
    return code;
}

/* How parts are tried. */
struct search {
    double enough;   /* error that is tolerated */
    double shortest; /* part that is not divided again */
    int left;        /* number of trials */
};

/* In directions in which the last part differs too much there is no derivative. */
static void give_up(struct sensitivity *w, double enough, double start)
{
    for (int64_t d = 0; d < w->of->n_direction; ++d)
        if (w->differs[d] > enough)
            dt_end_direction(w, d, isfinite(w->differs[d]) ? DT_NOT_RESOLVED : DT_NO_SLOPE, -1, start);
}

/* One part from *at, which becomes its end, of *length or as much shorter as it takes: slopes may vary faster than
 * the states do, as those of a contact that only just begins. *length becomes that of the next. Returns a dt_code. */
static int find_part(dt_solver *s, double *at, double *length, struct search *search)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double);
    double error, first, start = *at, h = *length;
    memcpy(w->origin, w->base, size);
    int code = make_part(s, start, h, &error);
    while (code == DT_OK && error > search->enough && --search->left > 0) {
        code = make_halves(s, start, h, &error, &first);
        if (code != DT_OK || error <= search->enough || 0.5 * h < search->shortest)
            break;
        h *= 0.5;
        error = first;
        --w->parts.count;
        memcpy(w->base, w->halfway, size);
    }
    if (error > search->enough)
        give_up(w, search->enough, start);
    *at = start + h;
    *length = error <= EASY * search->enough ? 2.0 * h : h;
    return code;
}

/* From `start` to `end`, on the branches `side`. Returns a dt_code. */
static int pass_parts(dt_solver *s, double start, double end, double enough)
{
    struct sensitivity *w = s->sensitivity;
    double at = start, length = end - start;
    struct search search = {enough, UNDIVIDED * length, MOST_TRIALS};
    int code = DT_OK;
    if (!(length > TOO_SHORT * (s->time_end - s->time_start)))
        return DT_OK;
    w->io.branch = w->side;
    while (code == DT_OK && at < end) {
        if (--search.left <= 0)
            dt_end_all_directions(w, DT_NOT_RESOLVED, -1, at);
        if (search.left <= 0 || at + length > end - search.shortest)
            length = end - at;
        code = find_part(s, &at, &length, &search);
        at = at < end - search.shortest ? at : end;
        for (int64_t i = 0; i < w->of->n_row * w->of->n_direction; ++i)
            w->largest[i] = fmax(w->largest[i], fabs(w->base[i]));
    }
    return code;
}

/* The changes at the end of the step just made, which passes no bend. Returns a dt_code. */
int dt_unbent_sensitivity(dt_solver *s, double enough)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    int code = pass_parts(s, s->time_start, w->end, enough);
    w->io.branch = kept;
    memcpy(w->next, w->base, (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double));
    return code;
}

/* -- bends ------------------------------------------------------------------------------------------------ */

/* Did a switching function pass zero in the step just made? */
bool dt_passes_bend(const dt_solver *s)
{
    bool found = s->branches.changed;
    for (int64_t i = 0; i < s->model.n_switching; ++i)
        found |= s->branches.seen[i] <= s->time_end;
    return found;
}

/* The changes at the end of the step just made, from one bend to the next. Returns a dt_code. */
int dt_piecewise_sensitivity(dt_solver *s, double enough)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    double start = s->time_start, h = s->time_end - start;
    int code = find_sides(s, start + TOO_SHORT * h, w->side);
    for (int bend = 0; bend < BENDS_OF_A_STEP && code == DT_OK && start < w->end; ++bend) {
        double end = w->end;
        code = find_bend(s, start, &end);
        code = code ? code : pass_parts(s, start, end, enough);
        if (code == DT_OK && end < w->end)
            note_shift(s, end);
        if (code == DT_OK && end < w->end && jumps(s, end))
            dt_pass_jump(s, end, w->x, w->column, w->after, w->side, w->after_bend, w->base);
        memcpy(w->side, w->after_bend, (size_t)s->model.n_switching * sizeof(double));
        start = end;
    }
    w->io.branch = kept;
    if (start < w->end)
        dt_end_all_directions(w, DT_NOT_RESOLVED, -1, start);
    memcpy(w->next, w->base, (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double));
    return code;
}
