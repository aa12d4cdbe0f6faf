/* Stuck is stuck: speeds of locked elements are set to exactly zero when they lock, and rounding
 * is not allowed to move them afterwards.
 *
 * The shortest change of the states, over all locked elements together, that makes their speeds
 * vanish. The speeds depend linearly on the states, so differences with unit steps give the
 * Jacobian; states that share no element are stepped at once (Curtis, Powell & Reid, 1974). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"

#define ROUNDS 3
/* Speeds whose part of their own is smaller, relative to what they depend on, are held with the others. It is
 * more than the contradictions that equations of locks may have (DT_CONSISTENCY): what these take for one
 * motion must not be held at rest as two. And to set a speed to zero moves states by as much more. */
#define DEPENDENT 1e-7
#define REMAINDER (16.0 * DBL_EPSILON)
/* Change of a speed that may be rounding, relative to the largest state behind it and the step. */
#define ROUNDING (1024.0 * DBL_EPSILON)
/* Drift that is corrected, as a fraction of the noise that relations ignore. */
#define DRIFT 0.125

static bool is_state(const dt_solver *s, int64_t hold)
{
    return s->model.hold_speed[hold] < s->model.n_x;
}

static bool locked(const dt_solver *s, int64_t hold)
{
    return s->z[s->model.hold_locked[hold]] != 0.0;
}

static double speed(const dt_solver *s, int64_t hold)
{
    return dt_value(s, s->model.hold_speed[hold]);
}

static void number_columns(dt_solver *s)
{
    struct hold *h = &s->hold;
    for (int64_t j = 0; j < s->model.n_x; ++j)
        h->column_of[j] = -1;
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold) {
        if (is_state(s, hold))
            continue;
        h->rows[h->n_rows++] = hold;
        for (int64_t e = s->model.hold_ptr[hold]; e < s->model.hold_ptr[hold + 1]; ++e) {
            int64_t j = s->model.hold_state[e];
            if (h->column_of[j] < 0) {
                h->column_of[j] = h->n_columns;
                h->columns[h->n_columns++] = j;
            }
        }
    }
}

/* Is there a row that contains `column` and an earlier column of this colour? */
static bool clashes(const dt_solver *s, int64_t column, int64_t colour)
{
    const struct hold *h = &s->hold;
    for (int64_t r = 0; r < h->n_rows; ++r) {
        bool has_column = false, has_colour = false;
        int64_t hold = h->rows[r];
        for (int64_t e = s->model.hold_ptr[hold]; e < s->model.hold_ptr[hold + 1]; ++e) {
            int64_t other = h->column_of[s->model.hold_state[e]];
            has_column |= other == column;
            has_colour |= other < column && h->colour[other] == colour;
        }
        if (has_column && has_colour)
            return true;
    }
    return false;
}

static void colour_columns(dt_solver *s)
{
    struct hold *h = &s->hold;
    for (int64_t c = 0; c < h->n_columns; ++c) {
        h->colour[c] = 0;
        while (clashes(s, c, h->colour[c]))
            ++h->colour[c];
        h->n_colours = dt_max(h->n_colours, h->colour[c] + 1);
    }
}

/* Find out which states may be corrected; to be called once, before the matrices exist. */
void dt_hold_prepare(dt_solver *s)
{
    number_columns(s);
    colour_columns(s);
}

static bool at_rest(const dt_solver *s)
{
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold)
        if (locked(s, hold) && speed(s, hold) != 0.0)
            return false;
    return true;
}

/* Speeds that are states: zero now, and without derivative as long as they are locked. The Jacobian
 * of the others is that for the states that are left. */
static void zero_states(dt_solver *s)
{
    struct hold *h = &s->hold;
    int64_t n_before = h->n_direct;
    size_t size = (size_t)n_before * sizeof(int64_t);
    if (n_before)
        memcpy(h->resting_before, h->resting, size);
    h->n_resting = 0;
    if (s->model.n_x)
        memset(h->pinned, 0, (size_t)s->model.n_x);
    for (int64_t hold = 0; hold < s->model.n_hold; ++hold) {
        int64_t state = s->model.hold_speed[hold];
        if (!is_state(s, hold) || !locked(s, hold) || h->pinned[state])
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

static bool step_colour(dt_solver *s, int64_t colour, double *step)
{
    const struct hold *h = &s->hold;
    bool any = false;
    for (int64_t c = 0; c < h->n_columns; ++c) {
        int64_t j = h->columns[c];
        if (h->colour[c] != colour)
            continue;
        double before = s->x[j];
        s->x[j] = before + 1.0;
        step[c] = s->x[j] - before;
        any = true;
    }
    return any;
}

/* Column c of the Jacobian for every row that lists it. The speed of an element that gears hold anyway
 * answers by nothing but `rounding`: no change of the states can take it to zero. */
static void read_colour(dt_solver *s, int64_t colour, const double *step, double rounding)
{
    struct hold *h = &s->hold;
    for (int64_t r = 0; r < h->n_rows; ++r) {
        int64_t hold = h->rows[r];
        for (int64_t e = s->model.hold_ptr[hold]; e < s->model.hold_ptr[hold + 1]; ++e) {
            int64_t c = h->column_of[s->model.hold_state[e]];
            double change = speed(s, hold) - h->speed[r];
            if (h->colour[c] != colour || fabs(change) <= rounding)
                continue;
            h->size[r] = fmax(h->size[r], fabs(change / step[c]));
            if (!h->pinned[h->columns[c]])
                h->jacobian[r * h->n_columns + c] = change / step[c];
        }
    }
}

static void read_speeds(dt_solver *s)
{
    for (int64_t r = 0; r < s->hold.n_rows; ++r)
        s->hold.speed[r] = speed(s, s->hold.rows[r]);
}

static double largest_state(const dt_solver *s)
{
    double largest = 0.0;
    for (int64_t c = 0; c < s->hold.n_columns; ++c)
        largest = fmax(largest, fabs(s->x[s->hold.columns[c]]));
    return largest;
}

/* Derivatives of the speeds with respect to the states; x is left as it was. */
static int differentiate(dt_solver *s)
{
    struct hold *h = &s->hold;
    size_t bytes = (size_t)s->n * sizeof(double);
    memset(h->jacobian, 0, (size_t)(h->n_rows * h->n_columns) * sizeof(double));
    memset(h->size, 0, (size_t)h->n_rows * sizeof(double));
    memcpy(s->x_stage, s->x, bytes);
    double rounding = ROUNDING * (1.0 + largest_state(s));
    read_speeds(s);
    for (int64_t colour = 0; colour < h->n_colours; ++colour) {
        if (!step_colour(s, colour, h->change))
            continue;
        int code = dt_evaluate_elsewhere(s);
        if (code)
            return dt_fail_block(s, code);
        read_colour(s, colour, h->change, rounding);
        memcpy(s->x, s->x_stage, bytes);
    }
    return evaluate(s);
}

static double dot(int64_t n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

/* Orthonormal basis of the rows of locked elements by Gram-Schmidt, done twice against rounding.
 * Elements whose row depends on earlier ones are left out: their speed vanishes with theirs. */
static void orthogonalise(dt_solver *s)
{
    struct hold *h = &s->hold;
    int64_t n = h->n_columns;
    for (int64_t r = 0; r < h->n_rows; ++r) {
        double *q = h->basis + r * n;
        memcpy(q, h->jacobian + r * n, (size_t)n * sizeof(double));
        for (int64_t i = 0; i < 2 * r; ++i) {
            const double *p = h->basis + i % r * n;
            double share = h->active[i % r] ? dot(n, p, q) : 0.0;
            for (int64_t c = 0; c < n && share != 0.0; ++c)
                q[c] -= share * p[c];
        }
        double after = sqrt(dot(n, q, q));
        h->active[r] = locked(s, h->rows[r]) && after > DEPENDENT * h->size[r];
        for (int64_t c = 0; c < n && h->active[r]; ++c)
            q[c] /= after;
    }
}

/* Locked speeds that hold so many states that these have to rest: rounding must not move them either.
 * Their unit vectors lie in the span of the rows. A prescribed motion in any of the speeds may move all. */
static void rest_columns(dt_solver *s)
{
    struct hold *h = &s->hold;
    for (int64_t r = 0; r < h->n_rows; ++r)
        if (h->active[r] && !s->model.hold_steady[h->rows[r]])
            return;
    for (int64_t c = 0; c < h->n_columns; ++c) {
        double squares = 0.0;
        for (int64_t r = 0; r < h->n_rows; ++r) {
            double q = h->basis[r * h->n_columns + c];
            squares += h->active[r] ? q * q : 0.0;
        }
        int64_t state = h->columns[c];
        if (h->pinned[state] || !(squares > 1.0 - DEPENDENT))
            continue;
        h->pinned[state] = 1;
        h->resting[h->n_resting++] = state;
    }
}

/* A state after its change: what rounding leaves of one that vanishes is nothing. */
static double changed(double x, double change)
{
    double after = x + change;
    return fabs(after) <= REMAINDER * fabs(x) ? 0.0 : after;
}

/* Move the states x by the shortest change that takes the speeds last read to zero. */
static void correct(dt_solver *s, double *x)
{
    struct hold *h = &s->hold;
    int64_t n = h->n_columns;
    memset(h->change, 0, (size_t)n * sizeof(double));
    for (int64_t r = 0; r < h->n_rows; ++r) {
        if (!h->active[r])
            continue;
        const double *row = h->jacobian + r * n, *q = h->basis + r * n;
        double missing = -h->speed[r] - dot(n, row, h->change);
        double length = missing / dot(n, row, q);
        for (int64_t c = 0; c < n; ++c)
            h->change[c] += length * q[c];
    }
    for (int64_t c = 0; c < n; ++c)
        x[h->columns[c]] = changed(x[h->columns[c]], h->change[c]);
}

/* Jacobian and basis for the elements locked now, unless they are known from the event before.
 * Returns a dt_status. */
static int prepare_functions(dt_solver *s)
{
    struct hold *h = &s->hold;
    bool any = false;
    for (int64_t r = 0; r < h->n_rows; ++r) {
        bool now = locked(s, h->rows[r]);
        h->known = h->known && h->locked[r] == now;
        h->locked[r] = now;
        any |= now;
    }
    if (!any)
        return DT_DONE;
    int status = h->known ? DT_DONE : differentiate(s);
    if (status == DT_DONE && !h->known)
        orthogonalise(s);
    if (status == DT_DONE)
        rest_columns(s);
    h->known = status == DT_DONE;
    return status;
}

/* Speeds that are functions of the states: a few Newton rounds, the problem being linear. */
static int correct_functions(dt_solver *s)
{
    int status = prepare_functions(s);
    for (int round = 0; status == DT_DONE && round < ROUNDS && !at_rest(s); ++round) {
        read_speeds(s);
        correct(s, s->x);
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

/* States may be corrected again that the event has set anew. */
static void free_anew(dt_solver *s)
{
    struct hold *h = &s->hold;
    if (!h->any_anew)
        return;
    memset(h->set_anew, 0, (size_t)s->model.n_x);
    h->any_anew = h->known = false;
    zero_states(s);
}

/* What was set anew stays so where the others can follow. */
static int correct_all(dt_solver *s)
{
    bool anew = s->hold.any_anew;
    int status = evaluate(s);
    if (status == DT_DONE && s->hold.n_rows)
        status = correct_functions(s);
    free_anew(s);
    if (status == DT_DONE && anew && s->hold.n_rows)
        status = correct_functions(s);
    return status;
}

/* Set the speeds of all locked elements to zero. `noticed` tells whether that changes a relation or a
 * discrete variable: an element beside them, which slid at a speed next to nothing, is at rest too. */
int dt_apply_holds(dt_solver *s, bool *noticed)
{
    struct hold *h = &s->hold;
    *noticed = false;
    if (s->model.n_hold == 0)
        return DT_DONE;
    bool resting = at_rest(s);
    memcpy(h->x_before, s->x, (size_t)s->n * sizeof(double));
    if (resting)
        free_anew(s);
    zero_states(s);
    if (resting)
        return h->n_rows ? prepare_functions(s) : DT_DONE;
    ++s->stats.hold_corrections;
    int status = correct_all(s);
    *noticed = status == DT_DONE && !(discretes_unchanged(s) && dt_consistent(s));
    return status;
}

/* Leave the states as they were before the last correction. */
int dt_take_back_holds(dt_solver *s)
{
    memcpy(s->x, s->hold.x_before, (size_t)s->n * sizeof(double));
    s->hold.n_resting = s->hold.n_direct = 0;
    s->hold.known = false;
    return evaluate(s);
}

/* Have the locked speeds that were evaluated last moved by more than they should? */
static bool has_drifted(dt_solver *s)
{
    struct hold *h = &s->hold;
    if (!h->known)
        return false;
    bool drifted = false;
    read_speeds(s);
    for (int64_t r = 0; r < h->n_rows; ++r)
        drifted |= h->active[r] && fabs(h->speed[r]) > DRIFT * s->settings.event_noise;
    return drifted;
}

/* After a step, at its end. */
void dt_watch_drift(dt_solver *s)
{
    struct hold *h = &s->hold;
    h->drifting = has_drifted(s);
    if (h->drifting)
        memcpy(h->drift, h->speed, (size_t)h->n_rows * sizeof(double));
}

/* Take that back once the step is committed. Points within it may have been looked at in between. */
void dt_undo_drift(dt_solver *s)
{
    struct hold *h = &s->hold;
    if (h->drifting) {
        memcpy(h->speed, h->drift, (size_t)h->n_rows * sizeof(double));
        correct(s, s->x);
    }
    h->drifting = false;
}

/* The same at a point within a step, where everything has been evaluated with states x. Returns
 * whether these have changed. */
bool dt_hold_point(dt_solver *s, double *x)
{
    bool drifted = has_drifted(s);
    if (drifted)
        correct(s, x);
    return drifted;
}
