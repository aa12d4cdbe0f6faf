/* States between the ends of the last step, from the continuous extension of its method. */
#include <string.h>

#include "internal.h"

/* States at a time within the last step, exact at its end. To be called before x or the stages
 * change. Both methods give coefficients of the same polynomial of degree 4. */
void dt_interpolate(dt_solver *s, double t, double *x)
{
    if (t >= s->time_end) {
        memcpy(x, s->x_new, (size_t)s->n * sizeof *x);
        return;
    }
    if (!s->dense_ready && s->stiff_step)
        dt_rodas_dense(s);
    else if (!s->dense_ready)
        dt_dopri5_dense(s);
    double a = (t - s->time_start) / (s->time_end - s->time_start), b = 1.0 - a;
    double *const *d = s->dense;
    for (int64_t i = 0; i < s->n; ++i)
        x[i] = d[0][i] + a * (d[1][i] + b * (d[2][i] + a * (d[3][i] + b * d[4][i])));
}
