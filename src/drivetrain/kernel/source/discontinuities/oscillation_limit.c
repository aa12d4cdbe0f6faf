/* Pace: no step passes over a wave.
 *
 * The stages of a step see a wave at a few instants only; one that goes round several times in between
 * looks like any slower one, or like none. Where time alone turns a wave, `longest_step` tells before
 * (dt_set_oscillation_limit). Where its angle moves freely, such as that of a crank, the angle is watched at all
 * stages: a step within which it turns too far is repeated, and the next one is as long as the angle
 * will allow if it goes on as it did.
 *
 * What is steep in one place, like a tanh, is no wave but passed over as easily: how far off that place is
 * counts as an angle, by its logarithm. Where it is too steep for time itself, error control has the last word.
 * A tanh goes one way, so that what a step may miss of it shows in the derivatives at its ends. */
#include <math.h>

#include "discontinuities.h"
#include "../model/model.h"

#define PI 3.14159265358979323846
/* As far as a wave may turn within a step. */
#define FARTHEST (2.0 * PI / 8.0)
/* Of that, what is made use of. */
#define SHARE 0.95
/* Shortest part of a step that turned too far to try again with. */
#define LEAST 0.01
/* Part of h times the change of the derivatives that a step across something steep may err by. */
#define MISSED 0.1
/* Steps that waves leave possible in the whole run, and how many have to be that short. */
#define MOST_STEPS 1e8
#define PATIENCE 1000

/* How far the next steps reach is not known from those before. */
void dt_forget_oscillations(dt_solver *s)
{
    s->oscillation.longest = s->oscillation.steep = INFINITY;
    s->oscillation.slowed = NAN;
    s->oscillation.short_steps = 0;
    dt_forget_knots(s);
}

/* Part of the step of size h after which it should end, since angles change too much; 1: they do not. */
static double part_of(double h, double change, double *longest)
{
    *longest = h * SHARE * FARTHEST / change;
    return change > FARTHEST ? fmax(LEAST, *longest / h) : 1.0;
}

/* May what goes one way and was passed in a step of size h make an error of more than the tolerance? */
static bool matters(dt_solver *s, double h)
{
    double *change = s->error;
    for (int64_t i = 0; i < s->n; ++i)
        change[i] = MISSED * h * (s->k[STAGES - 1][i] - s->k[0][i]);
    return !(dt_tolerance_norm(s, change, s->x_new) <= 1.0);
}

/* The same, since waves turn too far, or what is steep comes too near: that no further than to the shortest
 * step. */
double dt_judge_angles(dt_solver *s, double h, double shortest)
{
    struct oscillation *p = &s->oscillation;
    if (s->model.n_angle == 0)
        return 1.0;
    double near = p->approached, wave = part_of(h, p->turned, &p->longest);
    if (p->passed > FARTHEST && p->passed > near && matters(s, h))
        near = p->passed;
    double steep = part_of(h, near, &p->steep);
    if (steep * h <= shortest)
        steep = 1.0;
    return fmin(wave, steep);
}

/* Is the run one of steps so short that it would hardly end? */
bool dt_endless(dt_solver *s, double h)
{
    struct oscillation *p = &s->oscillation;
    bool too_short = MOST_STEPS * p->longest < s->settings.stop_time - s->time;
    if (!too_short)
        p->short_steps = 0;
    else if (1.01 * h > p->longest) /* others are shorter for reasons of their own */
        ++p->short_steps;
    return p->short_steps > PATIENCE;
}

/* How long steps may be until the next event, see longest_step. */
int dt_set_oscillation_limit(dt_solver *s)
{
    s->longest_step = s->settings.max_step;
    dt_forget_oscillations(s);
    if (!s->model.limits_oscillation)
        return DT_DONE;
    s->longest_step = fmin(s->longest_step, s->io.longest_step[0]);
    s->failure.interval = s->longest_step;
    bool endless = s->settings.stop_time - s->time > MOST_STEPS * s->longest_step;
    return endless ? dt_fail(s, DT_TOO_FAST) : DT_DONE;
}
