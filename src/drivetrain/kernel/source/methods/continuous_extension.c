/* Dense output: states within the last step, from the continuous extension of its method. */
#include <string.h>

#include "methods.h"

#define BLOCK 512 /* states whose coefficients stay in the first-level cache */

DT_INLINE void polynomial(int64_t n, double *const *d, double a, double *restrict x)
{
    const double *restrict d0 = d[0], *restrict d1 = d[1], *restrict d2 = d[2];
    const double *restrict d3 = d[3], *restrict d4 = d[4];
    double b = 1.0 - a;
    for (int64_t i = 0; i < n; ++i)
        x[i] = d0[i] + a * (d1[i] + b * (d2[i] + a * (d3[i] + b * d4[i])));
}

/* The polynomial at several places a, into rows `stride` apart. */
DT_CLONES static void polynomials(int64_t n, double *const *d, int64_t count, const double *a,
                                  double *x, int64_t stride)
{
    for (int64_t first = 0; first < n; first += BLOCK) {
        int64_t size = n - first < BLOCK ? n - first : BLOCK;
        double *const here[] = {d[0] + first, d[1] + first, d[2] + first, d[3] + first,
                                d[4] + first};
        for (int64_t j = 0; j < count; ++j)
            polynomial(size, here, a[j], x + j * stride + first);
    }
}

/* States at up to DT_TOGETHER times within the last step, into rows `stride` apart; exact at its end. To be
 * called before x or the stages change. Both methods of the kernel use coefficients of the same polynomial of
 * degree 4; external steps have one more term. */
void dt_interpolate_many(dt_solver *s, int64_t count, const double *t, double *x, int64_t stride)
{
    double place[DT_TOGETHER], h = s->time_end - s->time_start;
    int64_t within = count;
    while (within > 0 && t[within - 1] >= s->time_end) {
        --within;
        memcpy(x + within * stride, s->x_new, (size_t)s->n * sizeof *x);
    }
    if (within == 0)
        return;
    if (!s->dense_ready && s->stiff_step)
        dt_rodas_dense(s);
    else if (!s->dense_ready)
        dt_bs5_dense(s);
    for (int64_t j = 0; j < within; ++j)
        place[j] = (t[j] - s->time_start) / h;
    polynomials(s->n, s->dense, within, place, x, stride);
    int64_t n_high = s->external.on ? s->model.n_x : s->dense_fine ? s->n : 0;
    for (int64_t j = 0; n_high && j < within; ++j) {
        double a = place[j], b = 1.0 - a, high = a * a * a * b * b;
        for (int64_t i = 0; i < n_high; ++i)
            x[j * stride + i] += high * s->dense[DT_DEGREE][i];
    }
    for (int64_t j = 0; s->panels.known && j < within; ++j)
        dt_interpolate_panels(s, t[j], x + j * stride);
}

/* The same at one time. */
void dt_interpolate(dt_solver *s, double t, double *x) { dt_interpolate_many(s, 1, &t, x, 0); }
