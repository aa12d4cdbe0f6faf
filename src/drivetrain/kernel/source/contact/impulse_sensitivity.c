/* Sensitivities through impulses: the elements that take part stay the same, and the change of the states is
 * linear in the changes of the speeds that they bring about. */
#include <string.h>

#include "contact.h"
#include "../sensitivity/sensitivity.h"

/* Slopes of the derivatives on trial, times the changes. Returns a dt_code. */
static int slopes_on_trial(dt_solver *s, double push, const double *x, const double *change, double *rate)
{
    struct sensitivity *w = s->sensitivity;
    dt_io kept = w->io;
    dt_set_trial(s, push);
    w->io.z = s->impulses.z;
    w->io.pre = s->impulses.pre;
    w->io.branch = s->impulses.branch;
    int code = dt_evaluate_slopes(s, w->of->rates, s->time, x);
    w->io = kept;
    dt_apply_slopes(w, w->of->rates, 0, w->of->n_row, change, rate);
    return code;
}

/* Changes of the speeds of all locks, and of what these have to become. Returns a dt_code. */
static int find_speeds(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    const struct impulses *p = &s->impulses;
    int64_t k = w->of->n_direction, first = s->model.n_time_rel + s->model.n_reinit;
    int code = dt_evaluate_slopes(s, w->of->events, s->time, s->x);
    dt_apply_slopes(w, w->of->events, first, s->model.n_lock, w->now, w->before);
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        for (int64_t d = 0; d < k; ++d)
            w->target[hold * k + d] = dt_has_to_stop(s, hold) ? 0.0 : w->before[hold * k + d];
    for (int64_t i = 0; i < s->model.n_impact; ++i) {
        int64_t hold = s->model.impact_lock[i];
        if (hold < 0 || !dt_is_hit(s, hold))
            continue;
        dt_apply_slopes(w, w->of->events, first + s->model.n_lock + i, 1, w->now, w->rate[0]);
        for (int64_t d = 0; d < k; ++d)
            w->target[hold * k + d] =
                -p->restitution[i] * w->before[hold * k + d] - w->rate[0][d] * p->before[hold];
    }
    return code;
}

/* Add the response to the changes of the speeds in one direction. Returns a dt_code. */
static int respond(dt_solver *s, const double *x, int64_t d, double *change)
{
    struct sensitivity *w = s->sensitivity;
    struct impulses *p = &s->impulses;
    int64_t k = w->of->n_direction;
    double *before = p->before, *target = p->target;
    p->before = w->one_before;
    p->target = w->one_target;
    for (int64_t i = 0; i < s->model.n_lock; ++i) {
        p->before[i] = w->before[i * k + d];
        p->target[i] = w->target[i * k + d];
    }
    int code = dt_rates_on_trial(s, 0.0, x, w->x);
    if (code == DT_OK)
        code = dt_rates_on_trial(s, DT_PUSH, x, w->flow);
    for (int64_t i = 0; i < w->of->n_row; ++i)
        change[i * k + d] += (w->flow[i] - w->x[i]) / DT_PUSH;
    p->before = before;
    p->target = target;
    return code;
}

/* Change of the change of all states that the impulses would bring about at x. Returns a dt_code. */
static int find_change(dt_solver *s, const double *x, double *change)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction, size = w->of->n_row * k;
    int code = slopes_on_trial(s, 0.0, x, w->now, w->rate[0]);
    if (code == DT_OK)
        code = slopes_on_trial(s, DT_PUSH, x, w->now, change);
    for (int64_t i = 0; i < size; ++i)
        change[i] = (change[i] - w->rate[0][i]) / DT_PUSH;
    for (int64_t d = 0; d < k && code == DT_OK; ++d)
        code = respond(s, x, d, change);
    return code;
}

/* The impulses found are about to act on the states: do so with their sensitivities. */
void dt_impulse_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    int64_t k = w->of->n_direction, states = s->model.n_x * k, all = w->of->n_row * k;
    int code = find_speeds(s);
    if (code == DT_OK)
        code = find_change(s, s->x, w->rate[1]);
    for (int64_t i = 0; i < states; ++i)
        w->now[i] += w->rate[1][i];
    for (int64_t i = 0; all > states && i < s->n; ++i)
        w->after[i] = s->x[i] + (i < s->model.n_x ? s->impulses.change[i] : 0.0);
    if (all > states && code == DT_OK)
        code = find_change(s, w->after, w->rate[2]);
    for (int64_t i = states; i < all; ++i)
        w->now[i] += 0.5 * (w->rate[1][i] + w->rate[2][i]);
    if (code != DT_OK)
        dt_end_all_directions(w, DT_NO_SLOPE, -1, s->time);
}
