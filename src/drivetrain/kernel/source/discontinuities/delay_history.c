/* Past values of delayed expressions: piecewise Chebyshev interpolants, and breaking points.
 *
 * Every accepted step, up to the event within it if there is one, is divided into pieces on which the delayed
 * expressions are Chebyshev interpolants of degree DEGREE of their values on the continuous extension of the
 * step (Trefethen, Approximation Theory and Approximation Practice, SIAM 2013, chapters 2 and 3). A piece
 * whose last coefficients are not small is halved. No piece crosses an event, so both limits at an event are
 * kept.
 *
 * Steps are no longer than the shortest delay: the history that a step reads was recorded before it began
 * (the method of steps, Bellen & Zennaro, Numerical Methods for Delay Differential Equations, 2003). Instants
 * at which a delayed expression may not be smooth are breaks. With a constant delay, a break becomes an event
 * when it arrives, so that no step crosses it, and the left limit is read before and the right limit from
 * then on. A jump stays a jump however often it is delayed; a discontinuity of a derivative becomes smoother
 * with each integration and is left to the step size control after LEVELS times. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "discontinuities.h"
#include "../methods/methods.h"
#include "../model/model.h"

#define DEGREE 8
#define COEFFICIENTS (DEGREE + 2) /* the value at the start of the piece, then those of the rest */
#define ACCURACY 1e-10            /* of the pieces, relative to the largest value so far */
#define HALVINGS 6                /* of a step, at most */
#define JUMP 1e-9                 /* relative to the largest value: smaller ones are kinks */
#define LEVELS 4
#define REACH 0.05                /* extrapolation beyond the last piece, in half lengths of it */
#define STRETCH (1.0 + 1e-9)      /* of a delay: rounding of instants */
#define BEYOND_KINK 1e-8          /* fraction of a step from a discontinuity, or to one that may lie after its
                                   * end */
#define BEHIND_KINK 1e-10         /* the same, and as far as the signal after the discontinuity is examined */
#define VARIABLE_PART 0.7         /* of a variable delay: fraction that a step may take */
#define ROOM_PIECES (1 << (HALVINGS + 1))
#define ROOM_BREAKS 4
#define MOST_DOUBLES (INT64_C(1) << 27)

/* cos(pi k / DEGREE) */
static const double COSINE[2 * DEGREE] = {
    1.0, 0.9238795325112867, 0.7071067811865476, 0.3826834323650898,
    0.0, -0.3826834323650898, -0.7071067811865476, -0.9238795325112867,
    -1.0, -0.9238795325112867, -0.7071067811865476, -0.3826834323650898,
    0.0, 0.3826834323650898, 0.7071067811865476, 0.9238795325112867};

double *dt_history_piece(const struct history *h, int64_t i)
{
    return h->pieces + (i % h->capacity) * h->stride;
}

struct history_break *dt_history_break(const struct history *h, int64_t i)
{
    return h->breaks + i % h->break_capacity;
}

/* ------------------------------------------------------------------------- reading */

/* Sum of the Chebyshev series c[0..DEGREE] at x (Clenshaw). */
static double series(const double *c, double x)
{
    double a = 0.0, b = 0.0;
    for (int k = DEGREE; k > 0; --k) {
        double next = c[k] + 2.0 * x * a - b;
        b = a;
        a = next;
    }
    return c[0] + x * a - b;
}

/* Its derivative: sum of k c[k] U_(k-1). */
static double series_rate(const double *c, double x)
{
    double a = 0.0, b = 0.0;
    for (int k = DEGREE; k > 1; --k) {
        double next = k * c[k] + 2.0 * x * a - b;
        b = a;
        a = next;
    }
    return c[1] + 2.0 * x * a - b;
}

/* Pieces in which delay k may read at the present instant; false: none, it is before the start. */
static bool segment(const struct history *h, int64_t k, double t, int64_t *from, int64_t *to)
{
    *from = h->first;
    *to = h->end;
    if (h->kind[k] == DT_VARIABLE)
        return t >= h->start_time;
    *from = dt_max(*from, h->segment[k]);
    if (h->passed[k] < h->break_end)
        *to = dt_history_break(h, h->passed[k])->piece;
    return h->segment[k] >= 0;
}

/* Value or derivative of delayed expression k at time t. */
static double read(const struct history *h, int64_t k, double t, bool rate)
{
    int64_t from, to;
    if (h->told)
        return h->told[rate ? h->n + k : k];
    if (!h->running || !segment(h, k, t, &from, &to))
        return rate ? 0.0 : h->before[k];
    if (from >= to)
        return rate ? 0.0 : h->now[k];
    while (to - from > 1) {
        int64_t middle = from + (to - from) / 2;
        if (dt_history_piece(h, middle)[0] < t)
            from = middle;
        else
            to = middle;
    }
    const double *piece = dt_history_piece(h, from), *c = piece + 2 + k * COEFFICIENTS;
    double width = piece[1] - piece[0], x = 2.0 * (t - piece[0]) / width - 1.0;
    x = fmax(-1.0, fmin(1.0 + REACH, x));
    return rate ? 2.0 / width * series_rate(c + 1, x) : c[0] + series(c + 1, x);
}

double dt_delay(const dt_io *io, int64_t delay, double shift)
{
    return read(io->history, delay, io->time - shift, false);
}

double dt_delay_rate(const dt_io *io, int64_t delay, double shift)
{
    return read(io->history, delay, io->time - shift, true);
}

/* ------------------------------------------------------------------------ recording */

/* Values at a time within the last step, with the modes of that step. Returns a dt_code. */
static int evaluate(dt_solver *s, double t)
{
    const double *x = s->x_new;
    if (t < s->time_end) {
        dt_interpolate(s, t, s->x_stage);
        x = s->x_stage;
    }
    dt_restore_memory(s);
    return dt_evaluate_full(s, t, x);
}

/* Values at all nodes of (a, b] into h->nodes, with those at `a` known. Returns a dt_code. */
static int evaluate_nodes(dt_solver *s, double a, double b)
{
    struct history *h = &s->history;
    size_t bytes = (size_t)h->n * sizeof(double);
    memcpy(h->nodes, h->now, bytes);
    for (int j = 1; j <= DEGREE; ++j) {
        double t = j < DEGREE ? a + 0.5 * (b - a) * (1.0 - COSINE[j]) : b;
        int code = evaluate(s, t);
        if (code)
            return code;
        memcpy(h->nodes + j * h->n, s->io.delay_value, bytes);
    }
    return DT_OK;
}

/* Coefficients of expression k from its values at the nodes. */
static void transform(const struct history *h, int64_t k, double *c)
{
    double rest[DEGREE + 1];
    c[0] = h->nodes[k];
    for (int j = 0; j <= DEGREE; ++j)
        rest[DEGREE - j] = h->nodes[j * h->n + k] - c[0];
    for (int m = 0; m <= DEGREE; ++m) {
        double sum = 0.5 * (rest[0] + (m % 2 ? -rest[DEGREE] : rest[DEGREE]));
        for (int i = 1; i < DEGREE; ++i)
            sum += rest[i] * COSINE[m * i % (2 * DEGREE)];
        c[1 + m] = sum * (m == 0 || m == DEGREE ? 1.0 : 2.0) / DEGREE;
    }
}

static void measure(struct history *h)
{
    for (int64_t k = 0; k < h->n; ++k)
        for (int j = 0; j <= DEGREE; ++j)
            h->scale[k] = fmax(h->scale[k], fabs(h->nodes[j * h->n + k]));
}

/* Write the next piece; false if it is not accurate. */
static bool fit(struct history *h, double a, double b)
{
    double *piece = dt_history_piece(h, h->end);
    bool accurate = true;
    piece[0] = a;
    piece[1] = b;
    measure(h);
    for (int64_t k = 0; k < h->n; ++k) {
        double *c = piece + 2 + k * COEFFICIENTS;
        transform(h, k, c);
        accurate &= !(fabs(c[DEGREE]) + fabs(c[DEGREE + 1]) > ACCURACY * h->scale[k]);
    }
    return accurate;
}

static int record(dt_solver *s, double a, double b, int halvings)
{
    struct history *h = &s->history;
    double middle = a + 0.5 * (b - a);
    int code = evaluate_nodes(s, a, b);
    if (code)
        return code;
    if (fit(h, a, b) || halvings == 0 || !(a < middle && middle < b)) {
        memcpy(h->now, h->nodes + DEGREE * h->n, (size_t)h->n * sizeof(double));
        ++h->end;
        return DT_OK;
    }
    code = record(s, a, middle, halvings - 1);
    return code ? code : record(s, middle, b, halvings - 1);
}

/* Discard the history that no delay reaches any more. */
static void trim(struct history *h, double t)
{
    double oldest = t - STRETCH * h->longest;
    while (h->first < h->end && dt_history_piece(h, h->first)[1] < oldest)
        ++h->first;
    int64_t passed = h->break_end;
    for (int64_t k = 0; k < h->n; ++k)
        if (h->kind[k] != DT_VARIABLE && h->passed[k] < passed)
            passed = h->passed[k];
    while (h->break_first < passed)
        ++h->break_first;
}

/* Check the delays at the last evaluated instant, and determine the longest possible step. */
static int check_times(dt_solver *s)
{
    struct history *h = &s->history;
    h->shortest = INFINITY;
    for (int64_t k = 0; k < h->n; ++k) {
        double most = s->settings.delay_longest[k], time = h->kind[k] != DT_VARIABLE ? most : s->io.delay_time[k];
        if (!(time > 0.0 && time <= STRETCH * most && isfinite(most))) {
            s->failure.delay = k;
            return dt_fail(s, DT_DELAY_TIME);
        }
        h->shortest = fmin(h->shortest, h->kind[k] != DT_VARIABLE ? time : VARIABLE_PART * time);
    }
    return DT_DONE;
}

/* Record the step just made up to `end`; the last evaluation was there. */
int dt_record_history(dt_solver *s, double end)
{
    struct history *h = &s->history;
    if (h->n == 0 || !(end > s->time_start))
        return DT_DONE;
    trim(h, s->time_start);
    double start = s->time_start, aside = BEYOND_KINK * (end - start);
    start += s->branches.lasted ? aside : 0.0;
    end -= dt_left_lasting(s) ? aside : 0.0;
    int code = record(s, start, end, HALVINGS);
    return code ? dt_fail_block(s, code) : check_times(s);
}

/* ----------------------------------------------------------------------------- steps */

/* Longest step that reads recorded history only. */
double dt_history_limit(const dt_solver *s)
{
    return s->history.n ? s->history.shortest : INFINITY;
}

/* Would the step just tried read its own results, because a delay became shorter? */
bool dt_history_overrun(dt_solver *s)
{
    const struct history *h = &s->history;
    s->failure.delay = -1;
    if (h->n == h->n_constant || dt_evaluate_end(s))
        return false;
    for (int64_t k = 0; k < h->n; ++k)
        if (h->kind[k] == DT_VARIABLE && s->io.delay_time[k] < s->time_end - s->time_start)
            s->failure.delay = k;
    return s->failure.delay >= 0;
}

/* ---------------------------------------------------------------------------- breaks */

/* Is a break on its way through delay k? */
static bool expects(const struct history *h, int64_t k)
{
    return h->kind[k] != DT_VARIABLE && h->passed[k] < h->break_end;
}

static double arrival(const dt_solver *s, int64_t k)
{
    return dt_history_break(&s->history, s->history.passed[k])->time + s->settings.delay_longest[k];
}

/* Does this break matter to delay k? Without feedback, those that come from delays do not. */
static bool concerns(const struct history *h, int64_t k, int64_t i)
{
    return h->kind[k] == DT_FED_BACK || dt_history_break(h, i)->own;
}

static void skip_others(struct history *h, int64_t k)
{
    while (h->passed[k] < h->break_end && !concerns(h, k, h->passed[k]))
        ++h->passed[k];
}

/* Does break i arrive at delay k at an event at time t? */
bool dt_break_arrives(const dt_solver *s, int64_t k, int64_t i, double t)
{
    const struct history *h = &s->history;
    if (!h->running || h->kind[k] == DT_VARIABLE || i >= h->break_end)
        return false;
    return dt_just_before(dt_history_break(h, i)->time + s->settings.delay_longest[k]) <= t;
}

/* Does it matter to that delay? */
bool dt_break_concerns(const dt_solver *s, int64_t k, int64_t i) { return concerns(&s->history, k, i); }

/* Next instant at which a break arrives at the end of a constant delay. */
double dt_next_arrival(const dt_solver *s)
{
    const struct history *h = &s->history;
    double next = INFINITY;
    for (int64_t k = 0; h->running && k < h->n; ++k)
        if (expects(h, k))
            next = fmin(next, arrival(s, k));
    return next;
}

/* Pass the breaks that arrive now: readings switch to their right limits. */
void dt_pass_arrivals(dt_solver *s)
{
    struct history *h = &s->history;
    h->level = LEVELS;
    for (int64_t k = 0; k < h->n; ++k)
        while (expects(h, k) && dt_just_before(arrival(s, k)) <= s->time) {
            int level = dt_history_break(h, h->passed[k])->level;
            h->level = level < h->level ? level : h->level;
            h->segment[k] = dt_history_break(h, h->passed[k])->piece;
            ++h->passed[k];
            skip_others(h, k);
        }
}

static void add_break(struct history *h, double t, int level, bool own)
{
    *dt_history_break(h, h->break_end) = (struct history_break){t, h->end, level, own};
    ++h->break_end;
    for (int64_t k = 0; k < h->n; ++k)
        skip_others(h, k);
}

/* After an event: record a break if a delayed expression jumps or may have a kink. `own`: the event is not
 * just the arrival of an earlier one. */
int dt_history_event(dt_solver *s, bool own)
{
    struct history *h = &s->history;
    if (h->n == 0 || !h->running)
        return DT_DONE;
    int level = own ? 1 : h->level + 1;
    for (int64_t k = 0; k < h->n; ++k) {
        double size = fmax(h->scale[k], fabs(s->io.delay_value[k]));
        if (fabs(s->io.delay_value[k] - h->now[k]) > JUMP * size) {
            level = 0;
            own |= h->kind[k] == DT_CONSTANT;
        }
        h->now[k] = s->io.delay_value[k];
    }
    if (level <= LEVELS)
        add_break(h, s->time, level, own);
    return check_times(s);
}

/* The step just committed has ended at a discontinuity of a delayed expression: a break, though not an
 * event. */
int dt_history_bend(dt_solver *s)
{
    double behind = BEHIND_KINK * (s->time_end - s->time_start);
    for (int64_t i = 0; i < s->n; ++i)
        s->x_point[i] = s->x[i] + behind * s->k[0][i];
    dt_restore_memory(s);
    if (dt_evaluate_full(s, s->time + behind, s->x_point))
        return dt_fail_block(s, s->failing_code);
    int status = dt_history_event(s, true);
    if (status == DT_DONE)
        dt_schedule_next(s);
    return status;
}

/* ----------------------------------------------------------------------------- start */

/* Before the initial event: no history, and 0 as the first guess of the earlier values. */
void dt_history_clear(dt_solver *s, bool probing)
{
    struct history *h = &s->history;
    h->running = false;
    h->before = probing ? h->before_probe : h->before_run;
    for (int64_t k = 0; k < h->n; ++k)
        h->before[k] = h->previous[k] = 0.0;
}

/* Was the initial value of every expression used for its history? If not, try the value found; an undefined
 * one stays so, which is reported elsewhere. After as many rounds as there are delays, use extrapolated ones
 * (Aitken) in every third. */
bool dt_history_agrees(dt_solver *s, int64_t round)
{
    struct history *h = &s->history;
    bool extrapolate = round > h->n + 2 && round % 3 == 0;
    s->failure.delay = -1;
    for (int64_t k = 0; k < h->n; ++k) {
        double x = h->previous[k], y = h->before[k], z = s->io.delay_value[k];
        double bend = z - 2.0 * y + x;
        bool same = fabs(z - y) <= 2.0 * dt_ulp(y) || (!isfinite(z) && !isfinite(y));
        h->previous[k] = y;
        if (same)
            continue;
        h->before[k] = extrapolate && bend != 0.0 ? z - (z - y) * (z - y) / bend : z;
        s->failure.delay = k;
    }
    return s->failure.delay < 0;
}

/* The initial event is done: begin recording. The start itself is a break. */
int dt_history_begin(dt_solver *s)
{
    struct history *h = &s->history;
    h->running = true;
    h->start_time = s->time;
    h->first = h->end = h->break_first = h->break_end = 0;
    h->longest = 0.0;
    for (int64_t k = 0; k < h->n; ++k) {
        h->passed[k] = 0;
        h->segment[k] = -1;
        h->scale[k] = fabs(s->io.delay_value[k]);
        h->now[k] = s->io.delay_value[k];
        h->longest = fmax(h->longest, s->settings.delay_longest[k]);
    }
    int status = check_times(s);
    if (status == DT_DONE && !dt_history_grow(s))
        return dt_fail(s, DT_DELAY_MEMORY);
    if (status == DT_DONE)
        add_break(h, s->time, 1, true);
    return status;
}

/* ---------------------------------------------------------------------------- memory */

/* Is there space for another step and its event? */
bool dt_history_room(const dt_solver *s)
{
    const struct history *h = &s->history;
    return h->n == 0 || (h->end - h->first + ROOM_PIECES <= h->capacity &&
                         h->break_end - h->break_first + ROOM_BREAKS <= h->break_capacity);
}

static bool grow_pieces(struct history *h)
{
    int64_t capacity = dt_max(4 * ROOM_PIECES, 2 * h->capacity);
    if (capacity > MOST_DOUBLES / h->stride)
        return false;
    double *pieces = malloc((size_t)(capacity * h->stride) * sizeof(double));
    for (int64_t i = h->first; pieces && i < h->end; ++i)
        memcpy(pieces + i % capacity * h->stride, dt_history_piece(h, i),
               (size_t)h->stride * sizeof(double));
    if (pieces) {
        free(h->pieces);
        h->pieces = pieces;
        h->capacity = capacity;
    }
    return pieces != NULL;
}

static bool grow_breaks(struct history *h)
{
    int64_t capacity = dt_max(64, 2 * h->break_capacity);
    struct history_break *breaks = malloc((size_t)capacity * sizeof *breaks);
    for (int64_t i = h->break_first; breaks && i < h->break_end; ++i)
        breaks[i % capacity] = *dt_history_break(h, i);
    if (breaks) {
        free(h->breaks);
        h->breaks = breaks;
        h->break_capacity = capacity;
    }
    return breaks != NULL;
}

/* Allocate space, outside the time loop; false if the history has become too long to be kept. */
bool dt_history_grow(dt_solver *s)
{
    struct history *h = &s->history;
    bool done = true;
    if (h->n && h->end - h->first + ROOM_PIECES > h->capacity)
        done = grow_pieces(h);
    if (done && h->n && h->break_end - h->break_first + ROOM_BREAKS > h->break_capacity)
        done = grow_breaks(h);
    return done;
}

/* Space for a history from elsewhere, of which only the numbers of pieces and breaks are known; false if
 * memory is short. */
bool dt_history_reserve(dt_solver *s)
{
    struct history *h = &s->history;
    int64_t pieces = dt_max(4, h->end - h->first), breaks = dt_max(4, h->break_end - h->break_first);
    if (h->n == 0)
        return true;
    if (pieces > MOST_DOUBLES / h->stride || breaks > MOST_DOUBLES)
        return false;
    dt_history_destroy(s);
    h->pieces = malloc((size_t)(pieces * h->stride) * sizeof(double));
    h->breaks = malloc((size_t)breaks * sizeof *h->breaks);
    h->capacity = pieces;
    h->break_capacity = breaks;
    return h->pieces && h->breaks;
}

/* Allocate the memory whose size is known from the start. */
void dt_history_prepare(dt_solver *s)
{
    struct history *h = &s->history;
    h->kind = s->model.delay_kind;
    h->stride = 2 + COEFFICIENTS * h->n;
    for (int64_t k = 0; k < h->n; ++k)
        h->n_constant += h->kind[k] != DT_VARIABLE;
    s->io.history = h;
}

int64_t dt_history_nodes(void) { return DEGREE + 1; }

void dt_history_destroy(dt_solver *s)
{
    free(s->history.pieces);
    free(s->history.breaks);
}
