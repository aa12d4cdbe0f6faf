/* The chain of inertias, integrated by a loop that can do nothing else.
 *
 * n inertias J = 1 in a row, joined by springs and dampers; amplitude * sin(2 pi t) drives the
 * first one. The pair of Dormand and Prince with its dense output (Hairer, Norsett, Wanner:
 * Solving Ordinary Differential Equations I, II.5 and II.6), Hairer's step control, root mean
 * square of the errors. This is about as fast as the method can be on this problem: the limit that
 * a general tool is measured against.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "dormand_prince.h"

#define TWO_PI 6.283185307179586

typedef struct chain {
    int64_t n;
    double c, d, amplitude, tolerance;
    double *x, *x_new, *stage, *tau, *k[STAGES], *memory;
    int64_t steps, rejected, evaluations;
} chain;

static int allocate(chain *s)
{
    int64_t n = s->n;
    s->memory = calloc((size_t)(2 * n * (STAGES + 3) + n + 1), sizeof(double));
    if (!s->memory)
        return 1;
    double *next = s->memory;
    s->x = next;
    s->x_new = next += 2 * n;
    s->stage = next += 2 * n;
    for (int j = 0; j < STAGES; ++j)
        s->k[j] = next += 2 * n;
    s->tau = next + 2 * n;
    return 0;
}

/* tau[0] is minus the drive, tau[i] the torque between inertia i - 1 and i, tau[n] the free end. */
static void torques(const chain *s, const double *restrict x, double *restrict tau)
{
    const double *phi = x, *w = x + s->n;
    double c = s->c, d = s->d;
    for (int64_t i = 1; i < s->n; ++i)
        tau[i] = c * (phi[i] - phi[i - 1]) + d * (w[i] - w[i - 1]);
}

static void rates(chain *s, double t, const double *restrict x, double *restrict k)
{
    int64_t n = s->n;
    double *restrict tau = s->tau;
    tau[0] = -s->amplitude * sin(TWO_PI * t);
    torques(s, x, tau);
    for (int64_t i = 0; i < n; ++i)
        k[i] = x[n + i];
    for (int64_t i = 0; i < n; ++i)
        k[n + i] = tau[i + 1] - tau[i];
    ++s->evaluations;
}

/* out = x + h * sum of a[j] k[j]; the number of terms is a constant at every call. */
static inline __attribute__((always_inline)) void combine(
    const chain *s, double h, const double *a, int terms, double *restrict out)
{
    const double *restrict x = s->x;
    const double *restrict k0 = s->k[0], *restrict k1 = s->k[1], *restrict k2 = s->k[2];
    const double *restrict k3 = s->k[3], *restrict k4 = s->k[4], *restrict k5 = s->k[5];
    int64_t m = 2 * s->n;
    for (int64_t i = 0; i < m; ++i) {
        double sum = a[0] * k0[i];
        if (terms > 1) sum += a[1] * k1[i];
        if (terms > 2) sum += a[2] * k2[i];
        if (terms > 3) sum += a[3] * k3[i];
        if (terms > 4) sum += a[4] * k4[i];
        if (terms > 5) sum += a[5] * k5[i];
        out[i] = x[i] + h * sum;
    }
}

static double attempt(chain *s, double t, double h)
{
    combine(s, h, A[1], 1, s->stage), rates(s, t + C[1] * h, s->stage, s->k[1]);
    combine(s, h, A[2], 2, s->stage), rates(s, t + C[2] * h, s->stage, s->k[2]);
    combine(s, h, A[3], 3, s->stage), rates(s, t + C[3] * h, s->stage, s->k[3]);
    combine(s, h, A[4], 4, s->stage), rates(s, t + C[4] * h, s->stage, s->k[4]);
    combine(s, h, A[5], 5, s->stage), rates(s, t + C[5] * h, s->stage, s->k[5]);
    combine(s, h, A[6], 6, s->x_new), rates(s, t + C[6] * h, s->x_new, s->k[6]);
    const double *restrict k0 = s->k[0], *restrict k2 = s->k[2], *restrict k3 = s->k[3];
    const double *restrict k4 = s->k[4], *restrict k5 = s->k[5], *restrict k6 = s->k[6];
    const double *restrict x = s->x, *restrict x_new = s->x_new;
    int64_t m = 2 * s->n;
    double sum = 0.0;
    for (int64_t i = 0; i < m; ++i) {
        double error = E[0] * k0[i] + E[2] * k2[i] + E[3] * k3[i] + E[4] * k4[i] + E[5] * k5[i]
                       + E[6] * k6[i];
        double ratio = h * error / (s->tolerance * (1.0 + fmax(fabs(x[i]), fabs(x_new[i]))));
        sum += ratio * ratio;
    }
    return sqrt(sum / (double)m);
}

/* Angles, speeds and torques at t + theta h into one row of 3 n - 1 numbers. */
static void write_row(const chain *s, double theta, double h, double *restrict row)
{
    double left = 1.0 - theta, quartic = theta * theta * left * left * h;
    double b[STAGES];
    for (int j = 0; j < STAGES; ++j)
        b[j] = quartic * D[j];
    /* Cubic through both ends with their slopes, plus the quartic term. */
    double at_new = theta * theta * (3.0 - 2.0 * theta);
    b[0] += h * theta * left * left;
    b[6] -= h * theta * theta * left;
    const double *restrict k0 = s->k[0], *restrict k2 = s->k[2], *restrict k3 = s->k[3];
    const double *restrict k4 = s->k[4], *restrict k5 = s->k[5], *restrict k6 = s->k[6];
    const double *restrict x = s->x, *restrict x_new = s->x_new;
    int64_t m = 2 * s->n;
    for (int64_t i = 0; i < m; ++i)
        row[i] = x[i] + at_new * (x_new[i] - x[i]) + b[0] * k0[i] + b[2] * k2[i] + b[3] * k3[i]
                 + b[4] * k4[i] + b[5] * k5[i] + b[6] * k6[i];
    torques(s, row, row + m - 1);
}

/* From rest to `stop`; row i of `out`, 3 n - 1 numbers, is at i * stop / (points - 1). `counts`
 * gets accepted steps, rejected ones, evaluations. Returns 1 if memory is short. */
int chain_run(int64_t n, double c, double d, double amplitude, double stop, double tolerance,
              int64_t points, double *out, int64_t *counts)
{
    chain s = {.n = n, .c = c, .d = d, .amplitude = amplitude, .tolerance = tolerance};
    if (allocate(&s))
        return 1;
    int64_t width = 3 * n - 1, next = 1;
    double t = 0.0, h = 1e-4 * stop, error_before = 1e-4;
    int rejected = 0;
    for (int64_t i = 0; i < width; ++i)
        out[i] = 0.0;
    rates(&s, t, s.x, s.k[0]);
    while (t < stop) {
        h = fmin(h, stop - t);
        double end = h >= stop - t ? stop : t + h;
        double error = fmax(attempt(&s, t, h), 1e-10);
        if (error > 1.0) {
            h *= fmax(SHRINK_MOST, SAFETY / pow(error, EXPONENT));
            ++s.rejected;
            rejected = 1;
            continue;
        }
        for (; next < points && stop * (double)next / (double)(points - 1) <= end; ++next) {
            double theta = (stop * (double)next / (double)(points - 1) - t) / h;
            write_row(&s, theta, h, out + next * width);
        }
        double factor = pow(error, EXPONENT) / pow(error_before, BETA) / SAFETY;
        factor = fmax(1.0 / GROW_MOST, fmin(1.0 / SHRINK_MOST, factor));
        h = rejected ? fmin(h, h / factor) : h / factor;
        error_before = fmax(error, 1e-4);
        rejected = 0;
        double *spare = s.x;
        s.x = s.x_new, s.x_new = spare;
        spare = s.k[0], s.k[0] = s.k[6], s.k[6] = spare;
        t = end;
        ++s.steps;
    }
    counts[0] = s.steps, counts[1] = s.rejected, counts[2] = s.evaluations;
    free(s.memory);
    return 0;
}
