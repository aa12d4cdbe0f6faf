/* When an element that waits at its limit comes off it.
 *
 * Of elements that hold one motion together, each waits at its limit as long as it would be pushed beyond
 * it. Shares change as little as they can: they follow a sweeping process (J. J. Moreau, J. Differential
 * Equations 26, 1977), in which a limit is left as soon as its multiplier changes sign. That sign is the one of
 * the crossing function with the relation set back alone: what the element would take beyond its limit if it
 * held as the others do. Along a step this function begins where the element waits, and rises while it is
 * pushed; where it turns round, the element is released. That is an event, and there the shares are those of
 * the limit still, so that nothing jumps. */
#include <string.h>

#include "internal.h"

/* Parts of a step between which functions are compared, and in which slopes are taken. */
#define PARTS 8
#define SLOPE_PART (1.0 / 256)
/* Two that turn round closer together than this, in parts of a step, do so at once. */
#define AT_ONCE 1e-9
#define ROUNDS 60
/* Of a torque: by so much less than the tolerance a load has to fall, so that errors of steps release nothing. */
#define PART_OF_TOLERANCE 0.01

void dt_prepare_release(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        s->release.shared = s->release.shared || s->model.shares[i];
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        s->release.last[k] = NAN;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        s->release.part = fmax(s->release.part, PART_OF_TOLERANCE * s->settings.rtol[i]);
}

/* The event is over, or the run begins. */
void dt_forget_waiting(dt_solver *s)
{
    struct release *r = &s->release;
    for (int64_t i = 0; i < r->n; ++i) {
        r->waited[r->waiting[i]] = 0;
        r->base[r->waiting[i]] = 0.0;
    }
    r->n = 0;
}

/* Those that wait at the present point, after an event. */
void dt_note_waiting(dt_solver *s)
{
    struct release *r = &s->release;
    dt_forget_waiting(s);
    if (!r->shared)
        return;
    dt_measure_noise(s, s->io.g, s->io.memory);
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        if (!dt_rests(s, k, s->io.g))
            r->idle[k] = 0;
        else if (!r->idle[k])
            r->waiting[r->n++] = k;
    }
    for (int64_t i = 0; i < r->n; ++i)
        r->top[r->waiting[i]] = -INFINITY;
    if (r->n)
        memcpy(r->memory, s->io.memory, (size_t)s->model.n_memory * sizeof(double));
}

/* Does any of them wait at the end of the step, too? What has begun to slide does not. */
static bool any_waits(dt_solver *s)
{
    struct release *r = &s->release;
    const struct crossing *c = &s->crossing;
    const double *g = s->crossing_due ? c->g_right : s->io.g;
    const double *unknowns = s->crossing_due ? c->looked->memory : s->io.memory;
    int64_t count = 0;
    dt_measure_noise(s, g, unknowns);
    for (int64_t i = 0; i < r->n; ++i)
        if (dt_rests(s, r->waiting[i], g))
            r->waiting[count++] = r->waiting[i];
    r->n = count;
    return count > 0;
}

/* Slope of the load, but for a positive factor. */
static double slope(dt_solver *s, int64_t k, double t, double d)
{
    if (t - 2.0 * d < s->time_start)
        return 4.0 * dt_load_at(s, k, t + d) - 3.0 * dt_load_at(s, k, t) -
               dt_load_at(s, k, t + 2.0 * d);
    return 8.0 * (dt_load_at(s, k, t + d) - dt_load_at(s, k, t - d)) +
           dt_load_at(s, k, t - 2.0 * d) - dt_load_at(s, k, t + 2.0 * d);
}

/* Where the slope changes its sign between two times: false position with the factor of Illinois. */
static double turning(dt_solver *s, int64_t k, double a, double b, double d)
{
    double rises = slope(s, k, a, d), falls = slope(s, k, b, d);
    if (!(rises > 0.0))
        return a;
    if (!(falls < 0.0))
        return b;
    for (int round = 0, side = 0; round < ROUNDS && nextafter(a, b) < b; ++round) {
        double t = a + (b - a) * (rises / (rises - falls));
        t = fmin(fmax(t, nextafter(a, b)), nextafter(b, a));
        double at = slope(s, k, t, d);
        if (at > 0.0) {
            a = t;
            rises = at;
            falls *= side > 0 ? 0.5 : 1.0;
            side = 1;
        } else {
            b = t;
            falls = at;
            rises *= side < 0 ? 0.5 : 1.0;
            side = -1;
        }
    }
    return b;
}

/* Judge relation k by its load at the time of part i: true if it is to be released at r->at[k], or cannot be
 * judged. */
static bool falls(dt_solver *s, int64_t k, int i, const double *t, double d)
{
    struct release *r = &s->release;
    struct rise *rise = r->rise + k;
    double g = r->loads[k].g, least = r->loads[k].least;
    bool bends = i == PARTS - 1 && 3.0 * g - 4.0 * rise->before[0] + rise->before[1] < -least;
    if (isnan(g))
        return true;
    if (g > rise->top) {
        rise->top = g;
        rise->highest = i;
    }
    rise->before[1] = rise->before[0];
    rise->before[0] = g;
    if (!bends && !(g < rise->top - least))
        return false;
    int64_t highest = rise->highest;
    r->at[k] = highest < 0 ? s->time_start : turning(s, k, t[highest > 0 ? highest - 1 : 0], t[i], d);
    return true;
}

/* Judge relations of systems that do not need each other, part by part; the order of the list is changed. */
static void judge_parts(dt_solver *s, int64_t left, int64_t *list, double end)
{
    static const double part[PARTS] = {0.0, 1.0 / 64, 1.0 / 8, 1.0 / 2, 3.0 / 4, -2.0, -1.0, 0.0};
    struct release *r = &s->release;
    double h = end - s->time_start, d = SLOPE_PART * h, t[PARTS];
    for (int i = 0; i < PARTS; ++i) {
        int64_t count = left;
        t[i] = i < PARTS - 3 ? s->time_start + part[i] * h : end + part[i] * d;
        dt_interpolate(s, t[i], r->x);
        dt_find_loads(s, count, list, t[i], r->x, r->memory);
        left = 0;
        for (int64_t j = 0; j < count; ++j)
            if (!falls(s, list[j], i, t, d))
                list[left++] = list[j];
    }
    for (int64_t j = 0; j < left; ++j)
        r->top[list[j]] = r->rise[list[j]].top;
}

/* When each of those that wait is to be released between the start of the step and `end`; infinite: not at
 * all. All that is asked with the same modes comes in a row: the matrices of the loops are the same then. */
static void find_falls(dt_solver *s, double end)
{
    struct release *r = &s->release;
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->list[i] = r->waiting[i];
        r->at[k] = INFINITY;
        r->rise[k] = (struct rise){.top = r->top[k], .highest = -1};
    }
    for (int64_t i = 0, n; i < r->n; i += n) {
        n = dt_gather_independent(s, r->n - i, r->list + i);
        judge_parts(s, n, r->list + i, end);
    }
}

/* Relation k is released, and what compares the same: an element asks in two ways whether it starts and whether
 * it goes on waiting. */
static void release(dt_solver *s, int64_t k, double end)
{
    struct release *r = &s->release;
    const double *g = s->crossing.io.g;
    r->last[k] = s->time_due;
    s->mixed.triggered[k] = 1;
    dt_load_at(s, k, end);
    for (int64_t i = 0; i < s->model.n_rel; ++i)
        if (s->model.rel_block[i] >= 0 && s->rel[i] != 0.0 && g[i] == g[k])
            s->mixed.triggered[i] = 1;
}

/* Look for the first release before the crossing or the end of the step just made, and make it the event that is
 * due. */
void dt_find_release(dt_solver *s)
{
    struct release *r = &s->release;
    double first = INFINITY, end = s->crossing_due ? s->time_due : s->time_end;
    if (r->n == 0 || !any_waits(s))
        return;
    if (s->after_event)
        dt_sort_out_idle(s, end);
    find_falls(s, end);
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->waiting[i];
        if (r->at[k] <= s->time_start && r->last[k] == s->time_start)
            r->at[k] = INFINITY; /* it was released at this instant, and had to wait again */
        first = fmin(first, r->at[k]);
    }
    if (!(first < end))
        return;
    s->time_due = first;
    s->crossing_due = true;
    memset(s->mixed.triggered, 0, (size_t)s->n_all_rel);
    for (int64_t i = 0; i < r->n; ++i)
        if (r->at[r->waiting[i]] <= first + AT_ONCE * (end - s->time_start))
            release(s, r->waiting[i], end);
    dt_interpolate(s, first, s->x_point);
}

/* What those that wait would take just before an event: there it may jump. */
void dt_keep_bases(dt_solver *s)
{
    struct release *r = &s->release;
    int64_t count = 0;
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->waiting[i];
        r->loads[k].g = NAN;
        if (s->rel[k] != 0.0)
            r->list[count++] = k;
    }
    dt_find_loads(s, count, r->list, s->time_due, s->x_point, s->memory_kept);
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->waiting[i];
        double base = r->loads[k].g;
        r->waited[k] = isnan(base) ? 0 : 1;
        r->base[k] = isnan(base) ? 0.0 : base;
    }
}
