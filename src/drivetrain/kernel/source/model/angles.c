/* Angles of oscillations, and distances from steep features, at the evaluations within a step. */
#include <math.h>
#include <string.h>

#include "model.h"

/* Start a step with the angles `phase`. */
void dt_mark_angles(dt_solver *s, const double *phase)
{
    for (int64_t k = 0; k < s->model.n_angle; ++k)
        s->oscillation.start[k] = phase[k];
}

/* Start an attempt. */
void dt_begin_angles(dt_solver *s) { s->oscillation.turned = s->oscillation.approached = s->oscillation.passed = 0.0; }

/* The largest change of the angles from index `first` on, or the previous largest one. */
static double largest_change(const dt_solver *s, int64_t first, int64_t end, const double *phase,
                             double before)
{
    for (int64_t k = first; k < end; ++k)
        before = fmax(before, fabs(phase[k] - s->oscillation.start[k]));
    return before;
}

/* Record the angles `phase` reached in an attempt: of oscillations, then of peaks, then of one-way features.
 * Where the attempt may change branches they may jump, and are ignored. */
void dt_watch_angles(dt_solver *s, const double *phase)
{
    if (s->model.n_switching && s->branches.free && !s->external.on)
        return;
    struct oscillation *p = &s->oscillation;
    int64_t n = s->model.n_angle - s->model.n_knot;
    int64_t one_way = n - s->model.n_one_way, waves = n - s->model.n_steep;
    p->turned = largest_change(s, 0, waves, phase, p->turned);
    p->approached = largest_change(s, waves, one_way, phase, p->approached);
    p->passed = largest_change(s, one_way, n, phase, p->passed);
}

/* The same at its end, unless the angles belong to a branch that the step has not taken. */
void dt_watch_last_angles(dt_solver *s, bool left_branch)
{
    if (!left_branch)
        dt_watch_angles(s, s->io.angle);
    for (int64_t k = 0; k < s->model.n_angle; ++k)
        s->oscillation.end[k] = s->io.angle[k];
}
