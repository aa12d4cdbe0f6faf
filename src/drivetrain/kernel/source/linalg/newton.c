/* Damped Newton iteration for the nonlinear blocks of a model. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg.h"

#define MAX_ITERATIONS 50
#define MAX_HALVINGS 12
#define STEP_TOLERANCE 1e-12
/* If rounding prevents the residual from decreasing further, a step of this size is sufficient. */
#define STALLED_TOLERANCE 1e-9

struct newton {
    int64_t n;
    dt_residual fn;
    const dt_io *io;
    const double *known;
    double *u, *r, *J;
    double step[DT_DENSE_MAX];
    double start[DT_DENSE_MAX];
    double weight[DT_DENSE_MAX]; /* of the residuals: 1 / largest element of the Jacobian's row */
};

static int residual(struct newton *w) { return w->fn(w->io, w->known, w->u, w->r, w->J); }

/* False if a slope is infinite or undefined: no step is possible from there. */
static bool weigh(struct newton *w)
{
    if (!dt_all_finite(w->n * w->n, w->J))
        return false;
    for (int64_t i = 0; i < w->n; ++i) {
        double size = 0.0;
        for (int64_t j = 0; j < w->n; ++j)
            size = fmax(size, fabs(w->J[i * w->n + j]));
        w->weight[i] = size > 0.0 ? 1.0 / size : 1.0;
    }
    return true;
}

static double weighted_norm(const struct newton *w)
{
    double norm = 0.0;
    for (int64_t i = 0; i < w->n && !isnan(norm); ++i) {
        double a = fabs(w->r[i]) * w->weight[i];
        if (!(a <= norm))
            norm = a;
    }
    return norm;
}

/* Magnitude of the step relative to each unknown; unknowns near zero are measured by the largest one. */
static double relative_step(const struct newton *w)
{
    double largest = 0.0, result = 0.0;
    for (int64_t i = 0; i < w->n; ++i)
        largest = fmax(largest, fabs(w->start[i]));
    for (int64_t i = 0; i < w->n; ++i) {
        double size = fabs(w->start[i]) + 1e-3 * largest + 1e-6;
        result = fmax(result, fabs(w->step[i]) / size);
    }
    return result;
}

/* Newton step from the residual and Jacobian at u; a singular Jacobian gives the minimum-norm step. */
static int newton_step(struct newton *w)
{
    double zero[DT_LEAST_MAX] = {0};
    int code;
    memcpy(w->step, w->r, (size_t)w->n * sizeof *w->step);
    if (w->n <= DT_LEAST_MAX)
        code = dt_solve(w->n, w->J, w->step, zero);
    else
        code = dt_lu_solve(w->n, w->J, w->step);
    for (int64_t i = 0; i < w->n && code == DT_OK; ++i)
        if (!isfinite(w->step[i]))
            code = DT_SINGULAR;
    return code;
}

static void move(struct newton *w, double damping)
{
    for (int64_t i = 0; i < w->n; ++i)
        w->u[i] = w->start[i] - damping * w->step[i];
}

/* Follow the step until the residual decreases; false if it does not. */
static bool descend(struct newton *w, double norm_before)
{
    double damping = 1.0;
    for (int halving = 0; halving <= MAX_HALVINGS; ++halving, damping *= 0.5) {
        move(w, damping);
        if (residual(w) == 0 && weighted_norm(w) <= (1.0 - 0.25 * damping) * norm_before)
            return true;
    }
    return false;
}

static int iterate(struct newton *w)
{
    int code = residual(w);
    for (int iteration = 0; code == 0 && iteration < MAX_ITERATIONS; ++iteration) {
        if (!weigh(w))
            return DT_NEWTON_FAILED;
        double norm = weighted_norm(w);
        if (!isfinite(norm))
            return DT_NEWTON_FAILED;
        if (norm == 0.0)
            return DT_OK;
        memcpy(w->start, w->u, (size_t)w->n * sizeof *w->u);
        if (newton_step(w) != DT_OK)
            return DT_NEWTON_FAILED;
        double size = relative_step(w);
        if (size <= STEP_TOLERANCE) {
            move(w, 1.0);
            return DT_OK;
        }
        if (!descend(w, norm)) {
            move(w, size <= STALLED_TOLERANCE ? 1.0 : 0.0);
            return size <= STALLED_TOLERANCE ? DT_OK : DT_NEWTON_FAILED;
        }
    }
    return code ? code : DT_NEWTON_FAILED;
}

int dt_newton(int64_t n, dt_residual fn, const dt_io *io, const double *known, double *u, double *r,
              double *J)
{
    if (n > DT_DENSE_MAX)
        return DT_TOO_LARGE;
    struct newton work;
    work.n = n;
    work.fn = fn;
    work.io = io;
    work.known = known;
    work.u = u;
    work.r = r;
    work.J = J;
    return iterate(&work);
}
