/* States between the ends of the last step, from the continuous extension of its method. */
#include <string.h>

#include "internal.h"

DT_CLONES static void polynomial(int64_t n, double *const *d, double a, double *restrict x)
{
    const double *restrict d0 = d[0], *restrict d1 = d[1], *restrict d2 = d[2];
    const double *restrict d3 = d[3], *restrict d4 = d[4];
    double b = 1.0 - a;
    for (int64_t i = 0; i < n; ++i)
        x[i] = d0[i] + a * (d1[i] + b * (d2[i] + a * (d3[i] + b * d4[i])));
}

/* States at a time within the last step, exact at its end. To be called before x or the stages
 * change. Both methods of the kernel give coefficients of the same polynomial of degree 4; steps made
 * elsewhere have a term more. */
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
    polynomial(s->n, s->dense, a, x);
    double high = a * a * a * b * b;
    for (int64_t i = 0; s->external.on && i < s->model.n_x; ++i)
        x[i] += high * s->dense[DT_DEGREE][i];
}
