/* Changes of delayed expressions: kept along the run as the expressions themselves are, by pieces that no event
 * interrupts, and read at the same instants of the past.
 *
 * A row of changes belongs to each delayed value. It is the change at a fixed instant of the past; that the
 * instant moves with the delay adds the rate of the value, which generated code knows. */
#include <math.h>
#include <string.h>

#include "sensitivity.h"

/* Relative difference of changes that are the same; how often they are determined until they are. */
#define SAME_START 1e-13
#define START_ROUNDS_OF_CHANGE 200
/* The same of changes on which the initial event was based. */
#define AGREES 1e-9
/* Extrapolation beyond the last piece, in half lengths of it. */
#define REACH_OF_CHANGE 0.05

/* cos(pi k / DEGREE_OF_CHANGE) */
static const double COSINE[2 * DEGREE_OF_CHANGE] = {
    1.0, 0.9238795325112867, 0.7071067811865476, 0.3826834323650898,
    0.0, -0.3826834323650898, -0.7071067811865476, -0.9238795325112867,
    -1.0, -0.9238795325112867, -0.7071067811865476, -0.3826834323650898,
    0.0, 0.3826834323650898, 0.7071067811865476, 0.9238795325112867};

int64_t dt_length_of_past(const struct sensitivity *w) { return w->n_delay * w->of->n_direction; }

/* Changes of the delayed expressions, or, behind them, of their delays, from those of the states. Returns a
 * dt_code. */
int dt_changes_to_delay(dt_solver *s, double t, const double *x, const double *change, double *value, double *time)
{
    struct sensitivity *w = s->sensitivity;
    int code = dt_evaluate_slopes(s, w->of->delays, t, x);
    dt_apply_slopes(w, w->of->delays, 0, w->n_delay, change, value);
    if (time)
        dt_apply_slopes(w, w->of->delays, w->n_delay, w->n_delay, change, time);
    return code;
}

/* -- pieces ----------------------------------------------------------------------------------------------- */

static const double *piece_at(const struct sensitivity *w, int64_t i)
{
    return w->past.rows + i * w->past.width;
}

/* Chebyshev series of one change at x (Clenshaw); its coefficients are `stride` apart. */
static double series(const double *c, int64_t stride, double x)
{
    double a = 0.0, b = 0.0;
    for (int m = DEGREE_OF_CHANGE; m > 0; --m) {
        double next = c[m * stride] + 2.0 * x * a - b;
        b = a;
        a = next;
    }
    return c[0] + x * a - b;
}

/* Time of a node of a piece. */
double dt_node_of_change(double start, double end, int node)
{
    return node == DEGREE_OF_CHANGE ? end : start + 0.5 * (end - start) * (1.0 - COSINE[node]);
}

/* Write the next piece, from the changes at its nodes. Returns what its last coefficients amount to, relative to
 * the largest changes so far; NAN if memory is short. */
double dt_write_past(struct sensitivity *w, double start, double end)
{
    int64_t size = dt_length_of_past(w);
    double *row = dt_write_one(&w->past), rough = 0.0;
    if (!row)
        return NAN;
    row[0] = start;
    row[1] = end;
    for (int64_t i = 0; i < size; ++i) {
        double value[DEGREE_OF_CHANGE + 1], *c = row + 2 + i;
        for (int j = 0; j <= DEGREE_OF_CHANGE; ++j) {
            value[DEGREE_OF_CHANGE - j] = w->node[j * size + i];
            w->largest_past[i] = fmax(w->largest_past[i], fabs(w->node[j * size + i]));
        }
        for (int m = 0; m <= DEGREE_OF_CHANGE; ++m) {
            double sum = 0.5 * (value[0] + (m % 2 ? -value[DEGREE_OF_CHANGE] : value[DEGREE_OF_CHANGE]));
            for (int j = 1; j < DEGREE_OF_CHANGE; ++j)
                sum += value[j] * COSINE[m * j % (2 * DEGREE_OF_CHANGE)];
            c[m * size] = sum * (m == 0 || m == DEGREE_OF_CHANGE ? 1.0 : 2.0) / DEGREE_OF_CHANGE;
        }
        double last = fabs(c[(DEGREE_OF_CHANGE - 1) * size]) + fabs(c[DEGREE_OF_CHANGE * size]);
        if (w->largest_past[i] > 0.0)
            rough = fmax(rough, last / w->largest_past[i]);
    }
    return rough;
}

/* -- breaks ----------------------------------------------------------------------------------------------- */

/* A break is kept as the first piece of values and of changes behind it, and how its instant changes. */
static const double *break_at(const struct sensitivity *w, int64_t i)
{
    return w->breaks.rows + i * w->breaks.width;
}

/* Changes of the instant of a break, in all directions. */
const double *dt_shifts_of_break(const struct sensitivity *w, int64_t i) { return break_at(w, i) + 2; }

/* An event or a bend has left breaks: they move as it does. Returns a dt_code. */
int dt_keep_breaks(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    const struct history *h = &s->history;
    while (w->n_delay && w->breaks.count < h->break_end) {
        const struct history_break *one = h->breaks + w->breaks.count % h->break_capacity;
        double *row = dt_write_one(&w->breaks);
        if (!row)
            return DT_TOO_LARGE;
        row[0] = (double)one->piece;
        row[1] = (double)w->past.count;
        memcpy(row + 2, w->shift, (size_t)w->of->n_direction * sizeof *row);
    }
    return w->n_delay ? dt_changes_to_delay(s, s->time, s->x, w->now, w->past_now, NULL) : DT_OK;
}

/* The first piece of changes behind the last break that has arrived at delay k. */
static int64_t first_after_arrival(const struct sensitivity *w, double piece)
{
    int64_t below = 0, above = w->breaks.count;
    while (above - below > 1) {
        int64_t middle = below + (above - below) / 2;
        *(break_at(w, middle)[0] <= piece ? &below : &above) = middle;
    }
    return (int64_t)break_at(w, below)[1];
}

/* -- reading ---------------------------------------------------------------------------------------------- */

static void copy_of(const struct sensitivity *w, const double *from, int64_t k)
{
    int64_t count = w->of->n_direction;
    memcpy(w->delayed + k * count, from + k * count, (size_t)count * sizeof(double));
}

static void read(struct sensitivity *w, const struct history *h, int64_t k, double t)
{
    int64_t from = first_after_arrival(w, (double)h->segment[k]), to = w->past.count;
    int64_t count = w->of->n_direction, size = dt_length_of_past(w);
    if (h->passed[k] < w->breaks.count)
        to = (int64_t)break_at(w, h->passed[k])[1];
    if (from >= to) {
        copy_of(w, w->past_now, k);
        return;
    }
    while (to - from > 1) {
        int64_t middle = from + (to - from) / 2;
        *(piece_at(w, middle)[0] < t ? &from : &to) = middle;
    }
    const double *piece = piece_at(w, from);
    double x = 2.0 * (t - piece[0]) / (piece[1] - piece[0]) - 1.0;
    x = fmax(-1.0, fmin(x, 1.0 + REACH_OF_CHANGE));
    for (int64_t d = 0; d < count; ++d)
        w->delayed[k * count + d] = series(piece + 2 + k * count + d, size, x);
}

/* The changes of all delayed values at time t, into w->delayed. */
void dt_read_past(dt_solver *s, double t)
{
    struct sensitivity *w = s->sensitivity;
    const struct history *h = &s->history;
    for (int64_t k = 0; k < w->n_delay; ++k) {
        if (!h->running || h->segment[k] < 0)
            copy_of(w, w->past_before, k);
        else
            read(w, h, k, t - s->settings.delay_longest[k]);
    }
}

/* -- the start -------------------------------------------------------------------------------------------- */

/* Before the start the expressions had their first values, which may depend on delayed ones. The initial event is
 * repeated until these are known; so are their changes. */
void dt_restart_past(struct sensitivity *w)
{
    size_t bytes = (size_t)dt_length_of_past(w) * sizeof(double);
    w->past.count = w->breaks.count = 0;
    if (bytes == 0)
        return;
    memcpy(w->past_before, w->past_now, bytes);
    memset(w->largest_past, 0, bytes);
    memset(w->apart, 0, (size_t)w->of->n_direction * sizeof *w->apart);
}

/* The initial event has ended, and may begin again: the changes that follow from it. */
void dt_guess_past(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    if (w->n_delay && dt_changes_to_delay(s, s->time, s->x, w->now, w->past_now, w->delay_time) != DT_OK)
        memset(w->past_now, 0, (size_t)dt_length_of_past(w) * sizeof(double));
}

/* Does the initial event depend on delayed values? */
static bool reads_past(const struct sensitivity *w, const dt_slopes *slopes)
{
    int64_t behind = w->of->n_row + 1 + w->of->n_parameter + 2 * w->of->n_latched;
    for (int64_t e = 0; e < slopes->ptr[slopes->n_quantity]; ++e)
        if (slopes->column[e] >= behind)
            return true;
    return false;
}

/* Directions in which the initial event was based on other changes than those found now have no derivative. */
static void judge_past(struct sensitivity *w, const double *before, double time)
{
    int64_t count = w->of->n_direction;
    if (!reads_past(w, w->of->events) && !reads_past(w, w->of->latches))
        return;
    for (int64_t i = 0; i < dt_length_of_past(w); ++i)
        if (!(fabs(w->past_before[i] - before[i]) <= AGREES * fabs(w->past_before[i])))
            dt_end_direction(w, i % count, DT_UNKNOWN_PAST, -1, time);
}

/* The run begins. */
void dt_begin_past(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    size_t size = (size_t)dt_length_of_past(w);
    bool same = false;
    if (size == 0)
        return;
    memcpy(w->node, w->past_before, size * sizeof(double));
    for (int round = 0; !same && round < START_ROUNDS_OF_CHANGE; ++round) {
        dt_guess_past(s);
        same = true;
        for (size_t i = 0; i < size; ++i)
            same &= !(fabs(w->past_now[i] - w->past_before[i]) > SAME_START * fabs(w->past_now[i]));
        memcpy(w->past_before, w->past_now, size * sizeof(double));
    }
    if (!same)
        dt_end_all_directions(w, DT_UNKNOWN_PAST, -1, s->time);
    judge_past(w, w->node, s->time);
}
