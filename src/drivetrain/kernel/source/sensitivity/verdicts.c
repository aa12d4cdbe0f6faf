/* Where a derivative does not exist: it is reported once, and NaN from then on. */
#include <math.h>

#include "sensitivity.h"

void dt_end_direction(struct sensitivity *w, int64_t direction, int code, int64_t part, double time)
{
    dt_verdict_on_direction *verdict = w->verdicts + direction;
    if (verdict->code == DT_DIFFERENTIABLE)
        *verdict = (dt_verdict_on_direction){code, part, time};
    for (int64_t i = direction; i < w->of->n_row * w->of->n_direction; i += w->of->n_direction)
        w->now[i] = w->next[i] = w->base[i] = NAN;
}

void dt_end_all_directions(struct sensitivity *w, int code, int64_t part, double time)
{
    for (int64_t d = 0; d < w->of->n_direction; ++d)
        dt_end_direction(w, d, code, part, time);
}

/* Give the reason for values that have become infinite or undefined. */
void dt_end_undefined(struct sensitivity *w, const double *change, double time)
{
    int64_t k = w->of->n_direction, size = w->of->n_row * k;
    double odd = 0.0;
    for (int64_t i = 0; i < size; ++i)
        odd += change[i] - change[i];
    if (odd == 0.0)
        return;
    for (int64_t i = 0; i < size; ++i)
        if (!isfinite(change[i]))
            dt_end_direction(w, i % k, DT_NO_SLOPE, -1, time);
}
