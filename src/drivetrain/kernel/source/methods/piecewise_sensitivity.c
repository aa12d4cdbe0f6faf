/* Sensitivities over a step in which a switching function passes zero.
 *
 * A bend of the derivatives hardly moves the states, so that a step need not end there. But the slopes jump
 * there, and with them the rates of the sensitivities: these are integrated from one bend to the next. */
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
#define BENDS_OF_A_STEP 64
/* A part of a step this short is passed over. */
#define TOO_SHORT 1e-10
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
    for (int i = 0; i < MOST_HALVINGS && found && right - left > LOCATED * (*end - start); ++i) {
        double t = 0.5 * (left + right);
        code = code ? code : find_sides(s, t, w->looked);
        bool beyond = differ(s, w->side, w->looked);
        *(beyond ? &right : &left) = t;
        if (beyond)
            memcpy(w->after_bend, w->looked, (size_t)s->model.n_switching * sizeof(double));
    }
    *end = found ? right : *end;
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

/* One part of the step, on the branches `side`. Returns a dt_code. */
static int pass_part(dt_solver *s, double start, double end)
{
    struct sensitivity *w = s->sensitivity;
    double h = end - start;
    if (!(h > TOO_SHORT * (s->time_end - s->time_start)))
        return DT_OK;
    w->io.branch = w->side;
    int code = dt_radau(s, start, h);
    dt_keep_part(w, start, h);
    dt_radau_at(w, start, h, end, w->base);
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

/* The changes at time t within the step just made, from one bend to the next. Returns a dt_code; *jumped says
 * where the derivatives jump, and is not changed if they do not. */
int dt_piecewise_sensitivity_at(dt_solver *s, double t, double *out, double *jumped)
{
    struct sensitivity *w = s->sensitivity;
    const double *kept = w->io.branch;
    size_t size = (size_t)(w->of->n_row * w->of->n_direction) * sizeof(double);
    double start = s->time_start, h = s->time_end - start;
    memcpy(w->base, w->now, size);
    w->n_part = 0;
    int code = find_sides(s, start + TOO_SHORT * h, w->side);
    for (int bend = 0; bend < BENDS_OF_A_STEP && code == DT_OK && start < t; ++bend) {
        double end = t;
        code = find_bend(s, start, &end);
        code = code ? code : pass_part(s, start, end);
        if (code == DT_OK && end < t && jumps(s, end))
            *jumped = end;
        memcpy(w->side, w->after_bend, (size_t)s->model.n_switching * sizeof(double));
        start = end;
    }
    w->io.branch = kept;
    memcpy(out, w->base, size);
    return code;
}
