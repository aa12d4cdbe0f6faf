/* Detect and locate the first zero crossing of a relation within an accepted step.
 *
 * A relation has crossed when its crossing function has the sign that contradicts its frozen value. Elements
 * at rest keep theirs at 0 plus rounding noise, so a crossing must be seen beyond the noise somewhere in the
 * step; if the function was clearly on the old side at the start of the step, the instant is then located at
 * the plain change of sign. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"

/* Distance from zero, relative to the curvature of a crossing function, that requires a second check, see
 * `approach`. */
#define MARGIN 0.1
/* Second checks of one step; each but the last has found a crossing without effect. */
#define CLOSER_LOOKS 4
/* Where a crossing function comes this close to zero, relative to its curvature, its minimum is sought: */
#define CLOSE 0.01
/* this many times, in this fraction of the step and of the previous distance. */
#define BOTTOM_ROUNDS 2
#define NEAR 0.02
/* The last fraction of a step at which one is sought. */
#define LAST_PART 0.97
/* Checkpoints of the first step after an event, besides its end, as fractions of the step. */
#define FIRST_LOOK (1.0 / 64)
#define SECOND_LOOK (1.0 / 8)
#define THIRD_LOOK (1.0 / 2)
static const double AFTER_EVENT[CHECKPOINTS - 1] = {FIRST_LOOK, SECOND_LOOK, THIRD_LOOK};

static bool opposes(const dt_solver *s, int64_t k, double g)
{
    return dt_relation_value(s, k, g) != (s->rel[k] != 0.0);
}

/* Record the state of the relations at the start of a step, with crossing functions g. */
void dt_mark_step_start(dt_solver *s, const double *g)
{
    struct crossing *c = &s->crossing;
    if (s->model.n_rel == 0)
        return;
    memcpy(c->g_start, g, (size_t)s->model.n_rel * sizeof(double));
    c->start_known = false;
    c->dip_expected = c->dip_ahead;
    c->dip_ahead = false;
}

static void find_clear_starts(dt_solver *s)
{
    struct crossing *c = &s->crossing;
    const double *kept = s->mode_search.noise_of, *unknowns = s->mode_search.noise_unknowns;
    dt_measure_noise(s, c->g_start, s->memory_kept);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        c->clear_start[k] =
            !opposes(s, k, c->g_start[k]) && fabs(c->g_start[k]) > dt_noise(s, k);
    dt_measure_noise(s, kept, unknowns);
    c->start_known = true;
}

/* Was relation k seen beyond the noise on both sides within this step? */
static bool clearly_crosses(dt_solver *s, int64_t k)
{
    if (!s->crossing.candidate[k])
        return false;
    if (!s->crossing.start_known)
        find_clear_starts(s);
    return s->crossing.clear_start[k];
}

/* Distance of g beyond the crossing, positive when crossed. */
static double excess(dt_solver *s, int64_t k, double g)
{
    double beyond = s->rel[k] != 0.0 ? -g : g;
    return clearly_crosses(s, k) ? beyond : beyond - dt_noise(s, k);
}

bool dt_crossed(dt_solver *s, int64_t k, double g)
{
    return opposes(s, k, g) && (clearly_crosses(s, k) || fabs(g) > dt_noise(s, k));
}

/* Has relation k crossed, so that an event is due? */
static bool eventful(dt_solver *s, int64_t k, double g)
{
    return !s->crossing.inert[k] && dt_crossed(s, k, g);
}

/* Does a relation contradict its frozen value? */
DT_CLONES static bool any_opposes(int64_t n, const double *g, const double *rel,
                                  const double *true_at_zero)
{
    int64_t found = 0;
    for (int64_t k = 0; k < n; ++k)
        found |= ((g[k] > 0.0) | ((g[k] == 0.0) & (true_at_zero[k] != 0.0))) ^ (rel[k] != 0.0);
    return found;
}

/* Evaluate what is not only recorded at a time within the step; `io` receives where it is written. */
int dt_evaluate_within(dt_solver *s, double t, dt_io **io)
{
    if (t >= s->time_end) {
        *io = &s->io;
        memcpy(s->x_point, s->x_new, (size_t)s->n * sizeof(double));
        return dt_evaluate_end(s);
    }
    *io = &s->crossing.io;
    dt_interpolate(s, t, s->x_point);
    if (s->model.n_memory)
        memcpy((*io)->memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
    int code = dt_look_into(s, *io, t, s->x_point);
    dt_note_switching(s, t, (*io)->switching);
    return code;
}

/* Crossing functions at a time within the step; new candidates are noted. Returns a dt_code. */
static int look_at(dt_solver *s, double t, double *g, dt_io **io)
{
    struct crossing *c = &s->crossing;
    int code = dt_evaluate_within(s, t, io);
    if (code)
        return code;
    memcpy(g, (*io)->g, (size_t)s->model.n_rel * sizeof(double));
    c->looked = *io;
    dt_measure_noise(s, g, (*io)->memory);
    c->opposing = any_opposes(s->model.n_rel, g, s->rel, c->true_at_zero);
    for (int64_t k = 0; c->opposing && k < s->model.n_rel; ++k)
        if (opposes(s, k, g[k]))
            c->candidate[k] |= fabs(g[k]) > dt_noise(s, k);
    return DT_OK;
}

static bool any_crossed(dt_solver *s, const double *g)
{
    dt_measure_noise(s, g, s->crossing.looked->memory);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (opposes(s, k, g[k]) && eventful(s, k, g[k]))
            return true;
    return false;
}

/* The same for the functions g of the last check. */
static bool crossed_there(dt_solver *s, const double *g)
{
    return s->crossing.opposing && any_crossed(s, g);
}

/* Earliest zero by linear interpolation over the relations that have crossed at the right end. */
static double secant(dt_solver *s, double left, double right)
{
    struct crossing *c = &s->crossing;
    double first = right;
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        if (!eventful(s, k, c->g_right[k]))
            continue;
        double a = dt_fmin(0.0, excess(s, k, c->g_left[k]));
        double b = dt_fmax(DBL_MIN, excess(s, k, c->g_right[k]));
        first = dt_fmin(first, left - (right - left) * (a / (b - a)));
    }
    return first;
}

/* Next trial point by the ITP method (Oliveira & Takahashi, ACM TOMS 47, 2020): the secant's point moved
 * towards the middle and kept where bisection would be as fast. */
static double trial(dt_solver *s, double left, double right, double width, double slack)
{
    double middle = left + 0.5 * (right - left), length = right - left;
    double point = secant(s, left, right), side = middle > point ? 1.0 : -1.0;
    double shift = 0.2 * length * length / width;
    point = shift <= fabs(middle - point) ? point + side * shift : middle;
    double reach = dt_fmax(0.0, slack - 0.5 * length);
    if (fabs(point - middle) > reach)
        point = middle - side * reach;
    double nearest = dt_fmax(nextafter(left, INFINITY), point);
    return dt_fmin(nearest, nextafter(right, -INFINITY));
}

/* Narrow (left, right] to adjacent numbers; *right is then the instant of the event. */
static int locate(dt_solver *s, double left, double *right)
{
    struct crossing *c = &s->crossing;
    double width = *right - left, last_bit = dt_ulp(*right);
    double slack = 2.0 * last_bit * dt_power_of_two(dt_fmax(1.0, width / last_bit));
    while (nextafter(left, INFINITY) < *right) {
        double t = trial(s, left, *right, width, slack), *g = c->g_check[0];
        slack = dt_fmax(0.5 * slack, dt_ulp(*right)); /* finer where the interval nears zero */
        dt_io *io;
        int code = look_at(s, t, g, &io);
        if (code)
            return code;
        if (crossed_there(s, g)) {
            *right = t;
            c->g_check[0] = c->g_right;
            c->g_right = g;
        } else {
            left = t;
            dt_note_amplitude(s, g);
            c->g_check[0] = c->g_left;
            c->g_left = g;
        }
    }
    return DT_OK;
}

static int checkpoints(dt_solver *s)
{
    static const double usual[] = {1.0 / 2};
    const double *at = s->after_event ? AFTER_EVENT : usual;
    int count = s->after_event ? CHECKPOINTS - 1 : 1;
    double h = s->time_end - s->time_start;
    for (int i = 0; i < count; ++i)
        s->crossing.t_check[i] = s->time_start + at[i] * h;
    s->crossing.t_check[count] = s->time_end;
    return count + 1;
}

/* Check time t, and set aside relations that have crossed there without effect. */
static int look_and_sort_out(dt_solver *s, double t, double *g, bool *found)
{
    dt_io *io;
    int code = look_at(s, t, g, &io);
    if (code)
        return code;
    bool retry = t >= s->time_end && s->crossing.any_inert;
    if (retry || crossed_there(s, g))
        dt_find_inert(s, io, g);
    *found = crossed_there(s, g);
    return DT_OK;
}

/* Bracket the first crossing between checkpoints; *where is the index of its right end, -1: none. */
static int bracket(dt_solver *s, int count, int *where)
{
    struct crossing *c = &s->crossing;
    int seen = 0;
    bool found = false;
    *where = -1;
    while (seen < count && !found) {
        int code = look_and_sort_out(s, c->t_check[seen], c->g_check[seen], &found);
        if (code)
            return code;
        ++seen;
    }
    /* a late candidate may have changed its sign before an earlier checkpoint */
    for (int i = 0; found && i < seen && *where < 0; ++i)
        if (any_crossed(s, c->g_check[i]))
            *where = i;
    return DT_OK;
}

/* Mark the relations that have crossed at function values g, including inert ones. */
static void mark_triggered(dt_solver *s, const double *g)
{
    bool falls = false;
    dt_measure_noise(s, g, s->crossing.looked->memory);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        s->mode_search.triggered[k] = dt_crossed(s, k, g[k]);
        falls = falls || (s->mode_search.triggered[k] && s->rel[k] != 0.0);
    }
    /* Where `w < 0` ends and `w > 0` could begin w is 0: the first is so (`w >= 0` too), the second only if w
     * continues. */
    for (int64_t k = 0; falls && k < s->model.n_rel; ++k)
        if (s->model.strict[k] && s->rel[k] == 0.0 && fabs(g[k]) <= dt_noise(s, k))
            s->mode_search.triggered[k] = 0;
}

/* Two checkpoints with the first crossing of a step between them. */
struct span {
    double left, right;
    const double *g_left, *g_right;
};

static int locate_within(dt_solver *s, struct span span)
{
    struct crossing *c = &s->crossing;
    size_t bytes = (size_t)s->model.n_rel * sizeof(double);
    memmove(c->g_left, span.g_left, bytes);
    memmove(c->g_right, span.g_right, bytes);
    dt_note_amplitude(s, c->g_left);
    s->time_due = span.right;
    int code = locate(s, span.left, &s->time_due);
    if (code)
        return code;
    mark_triggered(s, c->g_right);
    dt_interpolate(s, s->time_due, s->x_point);
    return DT_OK;
}

/* The last checkpoint before t, or the start of the step, and the data at t. */
static struct span before(const dt_solver *s, int count, double t, const double *g)
{
    const struct crossing *c = &s->crossing;
    struct span span = {s->time_start, t, c->g_start, g};
    for (int i = 0; i < count && c->t_check[i] < t; ++i) {
        span.left = c->t_check[i];
        span.g_left = c->g_check[i];
    }
    return span;
}

/* How near to a crossing the parabola through start, middle and end comes between them, relative to its
 * curvature; *at is where. A crossing that comes and goes is above -MARGIN. It may be slightly earlier or
 * later than the parabola indicates, so one just outside the step counts; but at the start of a stiff step,
 * where its continuous extension is unreliable, only if it was expected. */
DT_INLINE double approach(dt_solver *s, int64_t k, const double *middle, const double *end,
                       double *at)
{
    double sign = s->rel[k] != 0.0 ? -1.0 : 1.0, g = sign * s->crossing.g_start[k];
    double slope = sign * (4.0 * middle[k] - end[k]) - 3.0 * g;
    double bend = 2.0 * (g + sign * (end[k] - 2.0 * middle[k]));
    bool reliable = !s->stiff_step || s->crossing.dip_expected;
    bool clear = reliable && fabs(g) > dt_noise(s, k);
    bool between = slope > (clear ? 0.1 : -0.02) * bend && slope < -2.1 * bend;
    if (!between || !(bend < -dt_noise(s, k)))
        return -INFINITY;
    *at = dt_fmax(1.0 - LAST_PART, dt_fmin(-0.5 * slope / bend, LAST_PART));
    return (g + 0.5 * slope * *at) / -bend;
}

/* Could `approach` be above -MARGIN for a relation? The same without divisions, slightly more permissive. */
DT_CLONES static bool any_approaches(int64_t n, const double *start, const double *middle,
                                     const double *end, const double *rel)
{
    int64_t found = 0;
    for (int64_t k = 0; k < n; ++k) {
        double sign = 1.0 - 2.0 * rel[k], g = sign * start[k];
        double slope = sign * (4.0 * middle[k] - end[k]) - 3.0 * g;
        double hollow = 2.0 * (sign * (2.0 * middle[k] - end[k]) - g);
        double height = 4.0 * hollow * (g + 1.001 * MARGIN * hollow) + slope * slope;
        found |= (slope > -0.101 * hollow) & (slope < 2.101 * hollow) & (height > 0.0);
    }
    return found;
}

/* An instant within the step at which a relation may cross and return: which one, -1: unknown, and the
 * curvature of its crossing function over the step. */
struct dip {
    double t, bend;
    int64_t relation;
};

/* Where the parabola through start, middle and end of the step crosses and returns; false: it does not. */
static bool bends_across(dt_solver *s, int count, struct dip *dip)
{
    const struct crossing *c = &s->crossing;
    const double *middle = c->g_check[count - 2], *end = c->g_check[count - 1];
    double nearest = -MARGIN;
    if (!any_approaches(s->model.n_rel, c->g_start, middle, end, s->rel))
        return false;
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        double at = 0.0, near = approach(s, k, middle, end, &at);
        if (near > nearest && !c->inert[k]) {
            nearest = near;
            dip->relation = k;
            dip->bend = fabs(c->g_start[k] + end[k] - 2.0 * middle[k]);
            dip->t = s->time_start + at * (s->time_end - s->time_start);
        }
    }
    return nearest > -MARGIN;
}

/* Weights of the start and of the checkpoints after an event in the quartic through them, at this fraction of
 * the step. */
#define QUARTIC_NODE(i) \
    ((i) == 0 ? 0.0 : (i) == 1 ? FIRST_LOOK : (i) == 2 ? SECOND_LOOK : (i) == 3 ? THIRD_LOOK : 1.0)
#define QUARTIC_FACTOR(at, i, j) \
    ((i) == (j) ? 1.0 : ((at) - QUARTIC_NODE(j)) / (QUARTIC_NODE(i) - QUARTIC_NODE(j)))
#define QUARTIC_WEIGHT(at, i) \
    (QUARTIC_FACTOR(at, i, 0) * QUARTIC_FACTOR(at, i, 1) * QUARTIC_FACTOR(at, i, 2) * \
     QUARTIC_FACTOR(at, i, 3) * QUARTIC_FACTOR(at, i, 4))
#define QUARTIC_WEIGHTS(at) \
    {QUARTIC_WEIGHT(at, 0), QUARTIC_WEIGHT(at, 1), QUARTIC_WEIGHT(at, 2), QUARTIC_WEIGHT(at, 3), \
     QUARTIC_WEIGHT(at, 4)}

/* The same for the quartic through start and checkpoints of the first step after an event, whose size is
 * chosen without knowledge of the oscillations: it may be longer than a weak vibration. */
static bool swings_across(dt_solver *s, double *t)
{
    static const double between[] = {1.0 / 16, 1.0 / 4, 3.0 / 8, 3.0 / 4};
    static const double weights[][CHECKPOINTS + 1] = {
        QUARTIC_WEIGHTS(1.0 / 16), QUARTIC_WEIGHTS(1.0 / 4), QUARTIC_WEIGHTS(3.0 / 8), QUARTIC_WEIGHTS(3.0 / 4)};
    const struct crossing *c = &s->crossing;
    for (int i = 0; i < (int)(sizeof between / sizeof *between); ++i) {
        const double *w = weights[i];
        for (int64_t k = 0; k < s->model.n_rel; ++k) {
            double g = w[0] * c->g_start[k];
            for (int j = 0; j < CHECKPOINTS; ++j)
                g += w[j + 1] * c->g_check[j][k];
            if (opposes(s, k, g) && fabs(g) > dt_noise(s, k) && !c->inert[k]) {
                *t = s->time_start + between[i] * (s->time_end - s->time_start);
                return true;
            }
        }
    }
    return false;
}

/* Approach the minimum of a dip, by successive parabolas through three points around it. */
static int look_at_bottom(dt_solver *s, struct dip *dip, double *g, bool *found)
{
    double reach = NEAR * (s->time_end - s->time_start), side[2];
    for (int round = 0; !*found && round < BOTTOM_ROUNDS; ++round, reach *= NEAR) {
        dt_io *io;
        double centre = g[dip->relation];
        for (int i = 0; i < 2; ++i) {
            int code = look_at(s, dip->t + (i ? reach : -reach), s->crossing.g_left, &io);
            if (code)
                return code;
            side[i] = s->crossing.g_left[dip->relation];
        }
        double shift = 0.5 * reach * (side[0] - side[1]) / (side[0] + side[1] - 2.0 * centre);
        double t = dip->t + shift;
        s->crossing.dip_ahead = t >= s->time_end;
        if (!(t > s->time_start && t < s->time_end))
            return DT_OK;
        dip->t = t;
        int code = look_and_sort_out(s, t, g, found);
        if (code)
            return code;
    }
    return DT_OK;
}

/* Second check of a step without crossings at its checkpoints. Returns a dt_code. */
static int look_closer(dt_solver *s, int count, bool *found, struct span *span)
{
    struct crossing *c = &s->crossing;
    struct dip dip = {s->time_end, 0.0, -1};
    double *g = c->g_right;
    for (int64_t looks = 0; !*found && looks < CLOSER_LOOKS; ++looks) {
        dt_io *io;
        bool swings = looks == 0 && count == CHECKPOINTS && swings_across(s, &dip.t);
        if (!swings && !bends_across(s, count, &dip))
            break;
        int code = look_and_sort_out(s, dip.t, g, found);
        bool touches = !swings && fabs(g[dip.relation]) < CLOSE * dip.bend;
        if (code == DT_OK && !*found && touches)
            code = look_at_bottom(s, &dip, g, found);
        if (code == DT_OK && !*found)
            code = look_at(s, s->time_end, c->g_check[count - 1], &io);
        if (code)
            return code;
        if (!swings && !c->any_inert)
            break;
    }
    *span = before(s, count, dip.t, g);
    return DT_OK;
}

/* Is there a crossing in the step just made, and between which checkpoints is the first one? */
static int detect(dt_solver *s, bool *found, struct span *span)
{
    struct crossing *c = &s->crossing;
    int where = -1;
    memset(c->candidate, 0, (size_t)s->model.n_rel);
    memset(c->inert, 0, (size_t)s->model.n_rel);
    c->any_inert = c->dip_ahead = false;
    int count = checkpoints(s), code = bracket(s, count, &where);
    *found = where >= 0;
    if (*found)
        *span = before(s, count, c->t_check[where], c->g_check[where]);
    else if (code == DT_OK)
        code = look_closer(s, count, found, span);
    c->g_end = *found ? c->g_end : c->g_check[count - 1];
    return code;
}

/* Find the first crossing in the step just made. If there is none, time_due is the end of the step, where the
 * model was last evaluated. Returns a dt_code. */
int dt_find_crossing(dt_solver *s, bool *found)
{
    struct crossing *c = &s->crossing;
    *found = false;
    s->time_due = s->time_end;
    memset(s->mode_search.triggered, 0, (size_t)s->n_all_rel);
    if (s->model.n_rel == 0) {
        bool watched = s->model.n_assert || s->model.may_be_undefined || s->model.may_vary;
        int code = watched ? dt_evaluate_end(s) : DT_OK;
        if (s->time_end == s->scheduled)
            memcpy(s->x_point, s->x_new, (size_t)s->n * sizeof(double));
        return code;
    }
    struct span span;
    int code = detect(s, found, &span);
    bool explicit = !s->stiff_step && !s->external.on;
    if (code == DT_OK && *found && explicit && span.left < s->time_end) {
        code = dt_bs5_refine(s);
        if (code == DT_OK)
            code = detect(s, found, &span);
    }
    if (code)
        return code;
    if (*found)
        return locate_within(s, span);
    if (c->any_inert)
        mark_triggered(s, c->g_end);
    return DT_OK;
}

/* Update the amplitudes of the crossing functions since their relations last changed. */
void dt_note_amplitude(dt_solver *s, const double *g)
{
    double *reach = s->zeno.reach;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        reach[k] = fabs(g[k]) > reach[k] ? fabs(g[k]) : reach[k];
}
