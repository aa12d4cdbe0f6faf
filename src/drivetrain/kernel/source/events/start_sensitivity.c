/* Sensitivities at the start of a run: before the initial event, and where it is at a limit. */
#include <math.h>
#include <string.h>

#include "events.h"
#include "../sensitivity/sensitivity.h"

/* Part of a usual change that brings a crossing function to zero which is at it; the rounding of its terms. */
#define AT_LIMIT 1e-6
#define START_ROUNDING 1e-9
/* A switching function that moves slower than this, relative to the terms of its rate, stays. */
#define RESTS 1e-7

/* The initial event begins, or begins again. */
void dt_begin_start_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    dt_restart_changes(w);
    dt_restart_past(w);
    memset(w->delay, 0, (size_t)w->of->n_direction * sizeof(double));
    if (s->model.n_z)
        memcpy(w->z, s->pre, (size_t)s->model.n_z * sizeof(double));
    if (s->model.n_lock)
        memset(w->was_locked, 0, (size_t)s->model.n_lock);
    w->step_known = w->first_known = w->may_jump = false;
}

/* Does the quantity, which is `gap` away from zero, leave its side with a small part of a usual change? */
static bool is_at_limit(const struct sensitivity *w, const dt_slopes *of, int64_t i, int64_t d, double gap)
{
    double change = fabs(w->noise[d]), rounding = START_ROUNDING * dt_size_of_terms(w, of, i, w->now, d);
    return change > rounding && fabs(gap) <= AT_LIMIT * w->of->sizes[d] * change;
}

/* Look at `count` quantities from `first` on, the last ones evaluated; they are called `name` and so on. */
static void look_for_limits(dt_solver *s, const dt_slopes *of, int64_t first, int64_t count, double zero,
                            int64_t name, int64_t *limits)
{
    struct sensitivity *w = s->sensitivity;
    for (int64_t i = first; i < first + count; ++i) {
        dt_apply_slopes(w, of, i, 1, w->now, w->noise);
        for (int64_t d = 0; d < w->of->n_direction; ++d)
            if (limits[d] < 0 && is_at_limit(w, of, i, d, w->slope[i] - zero))
                limits[d] = name + i - first;
    }
}

/* Does switching function i pass zero by itself? */
static bool passes_by(dt_solver *s, int64_t i)
{
    struct sensitivity *w = s->sensitivity;
    const dt_slopes *of = w->of->switches;
    double rate = 0.0, terms = 0.0;
    for (int64_t e = of->ptr[i]; e < of->ptr[i + 1]; ++e) {
        int64_t c = of->column[e];
        double slope = w->slope[of->first + e];
        double along = c < w->n_state ? slope * w->flow[c] : c == w->of->n_row ? slope : 0.0;
        rate += along;
        terms += fabs(along);
    }
    return fabs(rate) > RESTS * terms;
}

static void look_for_bends(dt_solver *s, int64_t name, int64_t *limits)
{
    struct sensitivity *w = s->sensitivity;
    const dt_slopes *of = w->of->switches;
    for (int64_t i = 0; i < s->model.n_switching; ++i) {
        dt_apply_slopes(w, of, i, 1, w->now, w->noise);
        for (int64_t d = 0; d < w->of->n_direction; ++d)
            if (limits[d] < 0 && is_at_limit(w, of, i, d, s->branches.start[i]))
                limits[d] = name + i + (passes_by(s, i) ? 0 : s->model.n_switching);
    }
}

int dt_sensitivity_limits(dt_solver *s, int64_t *limits)
{
    struct sensitivity *w = s->sensitivity;
    const dt_model *m = &s->model;
    for (int64_t d = 0; d < w->of->n_direction; ++d)
        limits[d] = -1;
    int code = dt_evaluate_slopes(s, w->of->events, s->time, s->x);
    if (code != DT_OK)
        return code;
    look_for_limits(s, w->of->events, 0, m->n_time_rel, s->time, m->n_rel, limits);
    look_for_limits(s, w->of->events, m->n_time_rel + m->n_reinit, m->n_lock, 0.0, s->n_all_rel, limits);
    code = dt_evaluate_slopes(s, w->of->crossings, s->time, s->x);
    if (code == DT_OK)
        look_for_limits(s, w->of->crossings, 0, m->n_rel, 0.0, 0, limits);
    code = code ? code : dt_evaluate_slopes(s, w->of->switches, s->time, s->x);
    if (code == DT_OK)
        look_for_bends(s, s->n_all_rel + m->n_lock, limits);
    return code;
}

void dt_sensitivity_refuse(dt_solver *s, int64_t direction, int64_t part)
{
    dt_end_direction(s->sensitivity, direction, DT_START_AT_LIMIT, part, s->time);
}
