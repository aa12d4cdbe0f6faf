/* The vector nearest to another one within a box, where a few sums of its elements may not change:
 * min |u - p| with R u = R p and low <= u <= high.
 *
 * Loads of many brakes on few motions are of this kind. With one multiplier y for each motion, u is p + R^T y cut
 * off at the bounds, and what is missing of the equations is the gradient of the concave dual function of y. Newton's
 * method finds its zero exactly once the bounds that are active are found (L. Qi & J. Sun, A nonsmooth version of
 * Newton's method, Mathematical Programming 58, 1993). Steps that gain nothing are halved. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"

#define MOST_STEPS 50
#define MOST_HALVINGS 60
#define GAIN 1e-4          /* least part of what the slope promises */
#define SINGULAR 1e-14     /* added to the diagonal, relative to that with no bound active */
#define EXACT (8.0 * DBL_EPSILON)
#define CONTRADICTED 1e-13 /* rounding of equations that no point of the box obeys */

struct dual {
    double value;
    double missing[DT_CLIP_MAX]; /* gradient */
    double size[DT_CLIP_MAX];    /* of the terms that it adds up */
};

static double pull(const dt_clip *p, int64_t j, const double *y)
{
    double sum = 0.0;
    for (int64_t i = 0; i < p->k; ++i)
        sum += p->R[j * p->k + i] * y[i];
    return sum;
}

static void evaluate(const dt_clip *p, const double *y, struct dual *dual)
{
    *dual = (struct dual){.value = 0.0};
    for (int64_t j = 0; j < p->n; ++j) {
        double by = pull(p, j, y), to = p->p[j] + by;
        p->active[j] = (to > p->high[j]) - (to < p->low[j]);
        p->u[j] = fmax(p->low[j], fmin(p->high[j], to));
        double change = p->u[j] - p->p[j];
        dual->value += change * (0.5 * change - by);
        for (int64_t i = 0; i < p->k; ++i) {
            double factor = p->R[j * p->k + i];
            dual->missing[i] -= factor * change;
            dual->size[i] += fabs(factor) * (fabs(p->u[j]) + fabs(p->p[j]));
        }
    }
}

static bool small(const dt_clip *p, const struct dual *dual)
{
    for (int64_t i = 0; i < p->k; ++i)
        if (!(fabs(dual->missing[i]) <= EXACT * dual->size[i]))
            return false;
    return true;
}

/* Whether the equations, added up with these factors, ask for more than the box has: then no u obeys both.
 * The bounds that say so are told as active. */
static bool contradicts(const dt_clip *p, const double *factors)
{
    double most = 0.0, size = 0.0;
    for (int64_t j = 0; j < p->n; ++j) {
        double a = pull(p, j, factors), end = a > 0.0 ? p->high[j] : p->low[j];
        if (a == 0.0)
            continue;
        most += a * (end - p->p[j]);
        size += fabs(a) * (fabs(end) + fabs(p->p[j]));
    }
    if (!(most < -CONTRADICTED * size))
        return false;
    for (int64_t j = 0; j < p->n; ++j) {
        double a = pull(p, j, factors);
        p->active[j] = (a > 0.0) - (a < 0.0);
    }
    return true;
}

/* Newton's step, by Cholesky's factors of the equations over the elements at no bound. */
static void find_step(const dt_clip *p, const double *missing, double *step)
{
    int64_t k = p->k;
    double H[DT_CLIP_MAX * DT_CLIP_MAX] = {0.0}, all = 0.0;
    for (int64_t j = 0; j < p->n; ++j)
        for (int64_t a = 0; a < k; ++a) {
            double factor = p->R[j * k + a];
            all += factor * factor;
            for (int64_t b = 0; b <= a && p->active[j] == 0; ++b)
                H[a * k + b] += factor * p->R[j * k + b];
        }
    for (int64_t a = 0; a < k; ++a) {
        H[a * k + a] += SINGULAR * all;
        for (int64_t b = 0; b <= a; ++b) {
            for (int64_t c = 0; c < b; ++c)
                H[a * k + b] -= H[a * k + c] * H[b * k + c];
            H[a * k + b] = a == b ? sqrt(fmax(H[a * k + a], SINGULAR * all)) : H[a * k + b] / H[b * k + b];
        }
        step[a] = missing[a];
        for (int64_t c = 0; c < a; ++c)
            step[a] -= H[a * k + c] * step[c];
        step[a] /= H[a * k + a];
    }
    for (int64_t a = k - 1; a >= 0; --a) {
        for (int64_t c = a + 1; c < k; ++c)
            step[a] -= H[c * k + a] * step[c];
        step[a] /= H[a * k + a];
    }
}

/* Go along the step as far as that gains something. */
static bool go(const dt_clip *p, const double *step, double *y, struct dual *dual)
{
    double before = dual->value, slope = 0.0, length = 1.0, from[DT_CLIP_MAX];
    memcpy(from, y, (size_t)p->k * sizeof *y);
    for (int64_t i = 0; i < p->k; ++i)
        slope += dual->missing[i] * step[i];
    for (int halvings = 0; halvings < MOST_HALVINGS; ++halvings) {
        for (int64_t i = 0; i < p->k; ++i)
            y[i] = from[i] + length * step[i];
        evaluate(p, y, dual);
        if (dual->value >= before + GAIN * length * slope - EXACT * fabs(before))
            return true;
        length *= 0.5;
    }
    return false;
}

/* Returns DT_OK; DT_UNBEARABLE if the box has no such point; DT_NEWTON_FAILED if the method does not end. */
int dt_clip_least(const dt_clip *p)
{
    double y[DT_CLIP_MAX] = {0.0}, step[DT_CLIP_MAX];
    struct dual dual;
    evaluate(p, y, &dual);
    for (int64_t i = 0; i < MOST_STEPS; ++i) {
        if (small(p, &dual))
            return DT_OK;
        if (contradicts(p, dual.missing) || contradicts(p, y))
            return DT_UNBEARABLE;
        find_step(p, dual.missing, step);
        if (!go(p, step, y, &dual))
            return DT_NEWTON_FAILED;
    }
    return DT_NEWTON_FAILED;
}
