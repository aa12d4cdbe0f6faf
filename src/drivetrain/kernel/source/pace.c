/* Pace: no step passes over a wave.
 *
 * The stages of a step see a wave at a few instants only; one that goes round several times in between
 * looks like any slower one, or like none. Where time alone turns a wave, `longest_step` tells before
 * (dt_set_pace). Where its angle moves freely, such as that of a crank, the angle is watched at all
 * stages: a step within which it turns too far is repeated, and the next one is as long as the angle
 * will allow if it goes on as it did. */
#include <math.h>

#include "internal.h"

#define PI 3.14159265358979323846
/* As far as a wave may turn within a step. */
#define FARTHEST (2.0 * PI / 8.0)
/* Of that, what is made use of. */
#define SHARE 0.95
/* Shortest part of a step that turned too far to try again with. */
#define LEAST 0.01
/* Steps that waves leave possible in the whole run, and how many have to be that short. */
#define MOST_STEPS 1e8
#define PATIENCE 1000

/* A step begins where the angles are `phase`. */
void dt_mark_phases(dt_solver *s, const double *phase)
{
    for (int64_t k = 0; k < s->model.n_phase; ++k)
        s->pace.start[k] = phase[k];
}

/* How far the next steps reach is not known from those before. */
void dt_forget_pace(dt_solver *s)
{
    s->pace.longest = INFINITY;
    s->pace.short_steps = 0;
}

/* An attempt begins. */
void dt_begin_phases(dt_solver *s) { s->pace.turned = 0.0; }

/* An attempt has come where the angles are `phase`. */
void dt_watch_phases(dt_solver *s, const double *phase)
{
    for (int64_t k = 0; k < s->model.n_phase; ++k)
        s->pace.turned = fmax(s->pace.turned, fabs(phase[k] - s->pace.start[k]));
}

/* The same for its end. */
void dt_watch_last_phases(dt_solver *s)
{
    dt_watch_phases(s, s->io.phase);
    for (int64_t k = 0; k < s->model.n_phase; ++k)
        s->pace.end[k] = s->io.phase[k];
}

/* Part of the step of size h after which it should end, since waves turn too far; 1: none does. */
double dt_judge_phases(dt_solver *s, double h)
{
    struct pace *p = &s->pace;
    if (s->model.n_phase == 0)
        return 1.0;
    p->longest = h * SHARE * FARTHEST / p->turned;
    return p->turned > FARTHEST ? fmax(LEAST, p->longest / h) : 1.0;
}

/* Is the run one of steps so short that it would hardly end? */
bool dt_endless(dt_solver *s, double h)
{
    struct pace *p = &s->pace;
    bool too_short = MOST_STEPS * p->longest < s->settings.stop_time - s->time;
    if (!too_short)
        p->short_steps = 0;
    else if (1.01 * h > p->longest) /* others are shorter for reasons of their own */
        ++p->short_steps;
    return p->short_steps > PATIENCE;
}

/* How long steps may be until the next event, see longest_step. */
int dt_set_pace(dt_solver *s)
{
    s->longest_step = s->settings.max_step;
    dt_forget_pace(s);
    if (!s->model.has_pace)
        return DT_DONE;
    s->longest_step = fmin(s->longest_step, s->io.longest_step[0]);
    s->failure.interval = s->longest_step;
    bool endless = s->settings.stop_time - s->time > MOST_STEPS * s->longest_step;
    return endless ? dt_fail(s, DT_TOO_FAST) : DT_DONE;
}
