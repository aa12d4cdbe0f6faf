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

/* Torques to which shares are nearest in the evaluation to come. */
static void copy_shares(dt_solver *s, const double *shares)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        s->crossing.io.memory[i] = s->model.shares[i] ? shares[i] : s->memory_kept[i];
}

/* Crossing function of relation k, were it set back, at a time and states; NaN where that contradicts the
 * others. */
static double set_back_at(dt_solver *s, int64_t k, double t, const double *x, const double *shares)
{
    dt_io *io = &s->crossing.io;
    int64_t block = s->io.failed_block;
    copy_shares(s, shares);
    s->rel[k] = 0.0;
    int code = dt_evaluate_into(s, io, t, x);
    s->rel[k] = 1.0;
    s->io.failed_block = block;
    dt_measure_noise(s, io->g, io->memory);
    return code == DT_OK ? io->g[k] : NAN;
}

static double set_back(dt_solver *s, int64_t k, double t)
{
    dt_interpolate(s, t, s->release.x);
    return set_back_at(s, k, t, s->release.x, s->release.memory);
}

/* Once after the event before: set those aside that change nothing. */
static void sort_out_idle(dt_solver *s, double t)
{
    struct release *r = &s->release;
    struct crossing *c = &s->crossing;
    int64_t count = 0;
    dt_interpolate(s, t, r->x);
    copy_shares(s, r->memory);
    if (dt_evaluate_into(s, &c->io, t, r->x) != DT_OK)
        return;
    memcpy(c->outputs, c->io.xdot, s->outputs_bytes);
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->waiting[i];
        set_back(s, k, t);
        r->idle[k] = memcmp(c->io.xdot, c->outputs, s->outputs_bytes) == 0;
        if (!r->idle[k])
            r->waiting[count++] = k;
    }
    r->n = count;
}

/* Slope of that function, but for a positive factor. */
static double slope(dt_solver *s, int64_t k, double t, double d)
{
    if (t - 2.0 * d < s->time_start)
        return 4.0 * set_back(s, k, t + d) - 3.0 * set_back(s, k, t) - set_back(s, k, t + 2.0 * d);
    return 8.0 * (set_back(s, k, t + d) - set_back(s, k, t - d)) + set_back(s, k, t - 2.0 * d) -
           set_back(s, k, t + 2.0 * d);
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

/* What it clearly falls by, where it was evaluated last. */
static double clear_fall(dt_solver *s, int64_t k)
{
    double noise = dt_noise(s, k);
    return fmax(noise, s->release.part * s->mixed.noise_scale[s->model.rel_block[k]]);
}

/* When relation k is to be released between the start of the step and `end`; infinite: not at all. */
static double falls_at(dt_solver *s, int64_t k, double end)
{
    static const double part[PARTS] = {0.0, 1.0 / 64, 1.0 / 8, 1.0 / 2, 3.0 / 4, -2.0, -1.0, 0.0};
    double h = end - s->time_start, d = SLOPE_PART * h, t[PARTS], g[PARTS], top = s->release.top[k];
    int highest = -1;
    for (int i = 0; i < PARTS; ++i) {
        t[i] = i < PARTS - 3 ? s->time_start + part[i] * h : end + part[i] * d;
        g[i] = set_back(s, k, t[i]);
        double least = clear_fall(s, k);
        bool bends = i == PARTS - 1 && 3.0 * g[i] - 4.0 * g[i - 1] + g[i - 2] < -least;
        if (isnan(g[i]))
            return INFINITY;
        if (g[i] > top) {
            top = g[i];
            highest = i;
        }
        if ((bends || g[i] < top - least) && highest < 0)
            return s->time_start;
        if (bends || g[i] < top - least)
            return turning(s, k, t[highest > 0 ? highest - 1 : 0], t[i], d);
    }
    s->release.top[k] = top;
    return INFINITY;
}

/* Relation k is released, and what compares the same: an element asks in two ways whether it starts and whether
 * it goes on waiting. */
static void release(dt_solver *s, int64_t k, double end)
{
    struct release *r = &s->release;
    const double *g = s->crossing.io.g;
    r->last[k] = s->time_due;
    s->mixed.triggered[k] = 1;
    set_back(s, k, end);
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
        sort_out_idle(s, end);
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->waiting[i];
        r->at[i] = falls_at(s, k, end);
        if (r->at[i] <= s->time_start && r->last[k] == s->time_start)
            r->at[i] = INFINITY; /* it was released at this instant, and had to wait again */
        first = fmin(first, r->at[i]);
    }
    if (!(first < end))
        return;
    s->time_due = first;
    s->crossing_due = true;
    memset(s->mixed.triggered, 0, (size_t)s->n_all_rel);
    for (int64_t i = 0; i < r->n; ++i)
        if (r->at[i] <= first + AT_ONCE * (end - s->time_start))
            release(s, r->waiting[i], end);
    dt_interpolate(s, first, s->x_point);
}

/* What those that wait would take just before an event: there it may jump. */
void dt_keep_bases(dt_solver *s)
{
    struct release *r = &s->release;
    for (int64_t i = 0; i < r->n; ++i) {
        int64_t k = r->waiting[i];
        double base = NAN;
        if (s->rel[k] != 0.0)
            base = set_back_at(s, k, s->time_due, s->x_point, s->memory_kept);
        r->waited[k] = !isnan(base);
        r->base[k] = isnan(base) ? 0.0 : base;
    }
}
