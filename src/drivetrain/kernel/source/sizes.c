/* How large the quantities of a machine are, kind by kind: torques, speeds, angles.
 *
 * What counts as nothing beside them is rounding, in whatever unit they are measured. The largest size
 * counts that a run has seen, since a machine that comes to rest keeps the rounding of its motion. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"

/* Last bits of the largest quantity of its kind that rounding may take of another one. */
#define NOISE_BITS 64.0

void dt_forget_sizes(dt_solver *s)
{
    if (s->model.n_kind)
        memset(s->size, 0, (size_t)s->model.n_kind * sizeof *s->size);
}

/* Look at all quantities where everything was evaluated last. */
void dt_note_sizes(dt_solver *s)
{
    for (int64_t kind = 0; kind < s->model.n_kind; ++kind) {
        double largest = s->size[kind];
        for (int64_t e = s->model.kind_ptr[kind]; e < s->model.kind_ptr[kind + 1]; ++e) {
            double size = fabs(dt_value(s, s->model.kind_value[e]));
            largest = size > largest && size <= DBL_MAX ? size : largest;
        }
        s->size[kind] = largest;
    }
}

/* What counts as zero among quantities of a kind; -1: in units of its own. */
double dt_nothing(const dt_solver *s, int64_t kind)
{
    double least = s->settings.event_noise;
    if (kind < 0)
        return least;
    double size = s->size[kind];
    return fmax(fmin(least, least * size), NOISE_BITS * DBL_EPSILON * size);
}
