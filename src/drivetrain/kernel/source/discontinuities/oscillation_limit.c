/* Limit the step size so that no oscillation or peak is stepped over.
 *
 * The stages of a step sample an oscillation at a few instants only; one that completes several cycles in
 * between looks like a slower one, or like none (aliasing). If its angle depends on time alone,
 * `longest_step` limits the step in advance (dt_set_oscillation_limit). If its angle moves freely, such as
 * that of a crank, the angle is monitored at all stages: a step within which it advances too far is repeated,
 * and the next one is as long as the angle allows if it continues as before.
 *
 * A steep localised feature, like a tanh, is no oscillation but as easily stepped over: the distance to that
 * place counts as an angle, by its logarithm. Where it is too steep for the resolution of time, error control
 * decides. A tanh is passed in one direction, so that any part a step may miss shows in the derivatives at
 * its ends. */
#include <math.h>

#include "discontinuities.h"
#include "../model/model.h"

#define PI 3.14159265358979323846
/* Largest advance of an oscillation within a step. */
#define FARTHEST (2.0 * PI / 8.0)
/* Fraction of that which is used. */
#define ANGLE_SHARE 0.95
/* Shortest fraction of a step that advanced too far with which to retry. */
#define ANGLE_LEAST 0.01
/* Fraction of h times the change of the derivatives taken as the error of a step across a steep feature. */
#define ANGLE_MISSED 0.1
/* Steps in the whole run as limited by oscillations, and how many must be that short. */
#define MOST_STEPS 1e8
#define ANGLE_PATIENCE 1000

/* Time to the end; a run without one is as long as intended at its start. */
static double left_to_run(const dt_solver *s)
{
    return fmin(s->settings.stop_time - s->time, s->settings.span);
}

/* The limits of the next steps do not follow from those before. */
void dt_forget_oscillations(dt_solver *s)
{
    s->oscillation.longest = s->oscillation.steep = INFINITY;
    s->oscillation.slowed = NAN;
    s->oscillation.short_steps = 0;
    dt_forget_knots(s);
}

/* Fraction of the step of size h at which it should end, since angles change too much; 1: they do not. */
static double part_of(double h, double change, double *longest)
{
    *longest = h * ANGLE_SHARE * FARTHEST / change;
    return change > FARTHEST ? fmax(ANGLE_LEAST, *longest / h) : 1.0;
}

/* May the one-way features passed in a step of size h cause an error above the tolerance? */
static bool matters(dt_solver *s, double h)
{
    double *change = s->error;
    for (int64_t i = 0; i < s->n; ++i)
        change[i] = ANGLE_MISSED * h * (s->k[STAGES - 1][i] - s->k[0][i]);
    return !(dt_tolerance_norm(s, change, s->x_new) <= 1.0);
}

/* The same, since oscillations advance too far, or steep features come too near: the latter no further than
 * to the shortest step. */
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

/* Are the steps so short that the run would hardly ever end? */
bool dt_endless(dt_solver *s, double h)
{
    struct oscillation *p = &s->oscillation;
    bool too_short = MOST_STEPS * p->longest < left_to_run(s);
    if (!too_short)
        p->short_steps = 0;
    else if (1.01 * h > p->longest) /* others are shorter for different reasons */
        ++p->short_steps;
    return p->short_steps > ANGLE_PATIENCE;
}

/* Set the longest step until the next event, see longest_step. */
int dt_set_oscillation_limit(dt_solver *s)
{
    s->longest_step = s->settings.max_step;
    dt_forget_oscillations(s);
    if (!s->model.limits_oscillation)
        return DT_DONE;
    s->longest_step = fmin(s->longest_step, s->io.longest_step[0]);
    s->failure.interval = s->longest_step;
    bool endless = left_to_run(s) > MOST_STEPS * s->longest_step;
    return endless ? dt_fail(s, DT_TOO_FAST) : DT_DONE;
}
