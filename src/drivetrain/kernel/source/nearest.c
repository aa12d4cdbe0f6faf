/* The shortest vector within bounds: min |z| with low <= g z <= high for each row g.
 *
 * The dual active set method of D. Goldfarb & A. Idnani (A numerically stable dual method for solving strictly
 * convex quadratic programs, Mathematical Programming 27, 1983), whose Hessian is 1 here. Bounds that z exceeds are
 * taken up one by one, and those that came to push the wrong way are let go; |z| grows with each bound taken up, so
 * that no set of bounds comes back. Normals of active bounds are kept as Q R with orthonormal columns Q, which a
 * bound more or less changes a little (J. W. Daniel, W. B. Gragg, L. Kaufman & G. W. Stewart, Reorthogonalization
 * and stable algorithms for updating the Gram-Schmidt QR factorization, Mathematics of Computation 30, 1976). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "internal.h"

#define DEPENDENT 1e-10 /* what is left of a normal that depends on others, relative to its length */
#define ROUNDING (16.0 * DBL_EPSILON)
#define MOST_STEPS(p) (100 + 20 * ((p)->m + (p)->most))

/* What is known between steps. Normals point out of the bounds: z is minus their sum times `push`. */
struct state {
    int64_t count;            /* active bounds, in the order in which they were taken up */
    double *row;              /* [most] these, */
    double *push;             /* [most] and how strongly they push, >= 0 */
    double *Q;                /* [most * r] orthonormal vectors, one after the other, */
    double *R;                /* [most * most] and coordinates of normals, column by column */
    double *normal, *rest;    /* [r] of a bound that is taken up, and what is not in Q */
    double *d, *share;        /* [most] its coordinates; how much of each push it takes over */
    double *value;            /* [m] g z */
    double *passed;           /* [m] not 0: what exceeds its bound by rounding, and is left alone */
};

static struct state parts(const dt_near *p)
{
    double *work = p->work;
    struct state s = {.Q = work};
    s.R = s.Q + p->most * p->r;
    s.push = s.R + p->most * p->most;
    s.d = s.push + p->most;
    s.share = s.d + p->most;
    s.normal = s.share + p->most;
    s.rest = s.normal + p->r;
    s.value = s.rest + p->r;
    s.passed = s.value + p->m;
    s.row = s.passed + p->m;
    return s;
}

DT_CLONES static double dot(int64_t n, const double *restrict a, const double *restrict b)
{
    double lane[LANES] = {0.0};
    int64_t whole = n - n % LANES;
    for (int64_t i = 0; i < whole; i += LANES)
        for (int64_t k = 0; k < LANES; ++k)
            lane[k] += a[i + k] * b[i + k];
    double sum = 0.0;
    for (int64_t i = whole; i < n; ++i)
        sum += a[i] * b[i];
    for (int64_t k = 0; k < LANES; ++k)
        sum += lane[k];
    return sum;
}

DT_CLONES static void add(int64_t n, double factor, const double *restrict a, double *restrict sum)
{
    for (int64_t i = 0; i < n; ++i)
        sum[i] += factor * a[i];
}

/* By how much row i exceeds its nearer bound; *side says which. */
static double excess(const dt_near *p, const struct state *s, int64_t i, int64_t *side)
{
    double above = s->value[i] - p->high[i], below = p->low[i] - s->value[i];
    *side = above >= below ? 1 : -1;
    return fmax(above, below);
}

/* The row that exceeds its bounds most, by its own scale, or -1. */
static int64_t most_exceeded(const dt_near *p, const struct state *s)
{
    int64_t best = -1, side;
    double most = 0.0;
    for (int64_t i = 0; i < p->m; ++i) {
        if (p->active[i] != 0 || s->passed[i] != 0.0)
            continue;
        double by = excess(p, s, i, &side);
        if (by > p->slack[i] && by / p->scale[i] > most) {
            most = by / p->scale[i];
            best = i;
        }
    }
    return best;
}

static void fetch_normal(const dt_near *p, struct state *s, int64_t i, int64_t side)
{
    p->row(p->of, i, s->normal);
    for (int64_t j = 0; side < 0 && j < p->r; ++j)
        s->normal[j] = -s->normal[j];
}

/* What rounding may have added to the product of the normal and z. */
static double noise(const dt_near *p, const struct state *s)
{
    double size = 0.0;
    for (int64_t j = 0; j < p->r; ++j)
        size += fabs(s->normal[j] * p->z[j]);
    return ROUNDING * size;
}

/* Split the normal into coordinates in Q and the rest; twice, so that the rest is orthogonal to rounding. */
static void split(const dt_near *p, struct state *s)
{
    memcpy(s->rest, s->normal, (size_t)p->r * sizeof *s->rest);
    memset(s->d, 0, (size_t)s->count * sizeof *s->d);
    for (int round = 0; round < 2; ++round)
        for (int64_t k = 0; k < s->count; ++k) {
            double part = dot(p->r, s->Q + k * p->r, s->rest);
            add(p->r, -part, s->Q + k * p->r, s->rest);
            s->d[k] += part;
        }
}

/* Solve R x = d. */
static void back_substitute(const dt_near *p, const struct state *s, const double *d, double *x)
{
    memmove(x, d, (size_t)s->count * sizeof *x);
    for (int64_t k = s->count - 1; k >= 0; --k) {
        x[k] /= s->R[k * p->most + k];
        for (int64_t i = 0; i < k; ++i)
            x[i] -= s->R[k * p->most + i] * x[k];
    }
}

/* How far the push of the new bound may grow until that of another one vanishes, which *first is. */
static double reach(const struct state *s, int64_t *first)
{
    double length = INFINITY, largest = 1.0;
    for (int64_t k = 0; k < s->count; ++k)
        largest = fmax(largest, fabs(s->share[k]));
    for (int64_t k = 0; k < s->count; ++k)
        if (s->share[k] > DEPENDENT * largest && s->push[k] < length * s->share[k]) {
            length = s->push[k] / s->share[k];
            *first = k;
        }
    return length;
}

/* Let active bound `first` go: rotations take away what its column leaves below the diagonal. */
static void let_go(const dt_near *p, struct state *s, int64_t first)
{
    p->active[(int64_t)s->row[first]] = 0;
    --s->count;
    for (int64_t k = first; k < s->count; ++k) {
        s->row[k] = s->row[k + 1];
        s->push[k] = s->push[k + 1];
        memcpy(s->R + k * p->most, s->R + (k + 1) * p->most, (size_t)(k + 2) * sizeof *s->R);
    }
    for (int64_t k = first; k < s->count; ++k) {
        double *column = s->R + k * p->most, *q = s->Q + k * p->r;
        double length = hypot(column[k], column[k + 1]);
        double cosine = column[k] / length, sine = column[k + 1] / length;
        for (int64_t j = k; j < s->count; ++j) {
            double *c = s->R + j * p->most, upper = c[k];
            c[k] = cosine * upper + sine * c[k + 1];
            c[k + 1] = cosine * c[k + 1] - sine * upper;
        }
        for (int64_t i = 0; i < p->r; ++i) {
            double upper = q[i];
            q[i] = cosine * upper + sine * q[i + p->r];
            q[i + p->r] = cosine * q[i + p->r] - sine * upper;
        }
    }
}

static void append(const dt_near *p, struct state *s, int64_t i, int64_t side, double push, double length)
{
    double *q = s->Q + s->count * p->r, *column = s->R + s->count * p->most;
    for (int64_t j = 0; j < p->r; ++j)
        q[j] = s->rest[j] / length;
    memcpy(column, s->d, (size_t)s->count * sizeof *column);
    column[s->count] = length;
    s->push[s->count] = push;
    s->row[s->count++] = (double)i;
    p->active[i] = side;
}

/* Whether the excess of a bound whose normal depends on active ones may be their rounding. */
static bool may_be_rounding(const dt_near *p, const struct state *s, int64_t i, double by, double rest)
{
    double most = p->slack[i] + noise(p, s) + rest * sqrt(dot(p->r, p->z, p->z));
    for (int64_t k = 0; k < s->count; ++k)
        most += fabs(s->share[k]) * p->slack[(int64_t)s->row[k]];
    return by <= most;
}

/* No z obeys the bound of row i together with those that are pushed harder; only these remain active. */
static int contradict(const dt_near *p, struct state *s, int64_t i, int64_t side)
{
    double largest = 1.0;
    for (int64_t k = 0; k < s->count; ++k)
        largest = fmax(largest, fabs(s->share[k]));
    for (int64_t k = 0; k < s->count; ++k)
        if (!(s->share[k] < -DEPENDENT * largest))
            p->active[(int64_t)s->row[k]] = 0;
    p->active[i] = side;
    return DT_UNBEARABLE;
}

/* Take up the bound that row i exceeds. */
static int take_up(const dt_near *p, struct state *s, int64_t i)
{
    int64_t side, first = 0;
    double by = excess(p, s, i, &side), push = 0.0;
    fetch_normal(p, s, i, side);
    double size = sqrt(dot(p->r, s->normal, s->normal));
    if (by <= p->slack[i] + noise(p, s)) {
        s->passed[i] = 1.0;
        return DT_OK;
    }
    for (;;) {
        split(p, s);
        back_substitute(p, s, s->d, s->share);
        double length = sqrt(dot(p->r, s->rest, s->rest)), partly = reach(s, &first);
        double fully = length > DEPENDENT * size ? by / (length * length) : INFINITY;
        double step = fmin(fully, partly);
        if (step == INFINITY) {
            if (!may_be_rounding(p, s, i, by, length))
                return contradict(p, s, i, side);
            s->passed[i] = 1.0;
            return DT_OK;
        }
        for (int64_t k = 0; k < s->count; ++k)
            s->push[k] = fmax(0.0, s->push[k] - step * s->share[k]);
        push += step;
        if (fully < INFINITY) {
            add(p->r, -step, s->rest, p->z);
            by -= step * length * length;
        }
        if (step == fully && s->count == p->most)
            return DT_TOO_LARGE;
        if (step == fully) {
            append(p, s, i, side, push, length);
            memset(s->passed, 0, (size_t)p->m * sizeof *s->passed);
            return DT_OK;
        }
        let_go(p, s, first);
    }
}

/* z and pushes from the active bounds alone: free of what rounding has left of the steps. */
static void settle(const dt_near *p, struct state *s)
{
    memset(p->z, 0, (size_t)p->r * sizeof *p->z);
    for (int64_t k = 0; k < s->count; ++k) {
        int64_t i = (int64_t)s->row[k];
        const double *column = s->R + k * p->most;
        double c = p->active[i] > 0 ? p->high[i] : -p->low[i];
        for (int64_t j = 0; j < k; ++j)
            c -= column[j] * s->d[j];
        s->d[k] = c / column[k];
        add(p->r, s->d[k], s->Q + k * p->r, p->z);
    }
    back_substitute(p, s, s->d, s->push);
    for (int64_t k = 0; k < s->count; ++k)
        s->push[k] = fmax(0.0, -s->push[k]);
}

/* Returns DT_OK; DT_UNBEARABLE if no z is within the bounds; DT_TOO_LARGE if more bounds are active than there is
 * room for; DT_NEWTON_FAILED if rounding keeps the method from ending. */
int dt_nearest(const dt_near *p)
{
    struct state s = parts(p);
    memset(p->z, 0, (size_t)p->r * sizeof *p->z);
    memset(p->active, 0, (size_t)p->m * sizeof *p->active);
    memset(s.passed, 0, (size_t)p->m * sizeof *s.passed);
    for (int64_t i = 0; i < p->m; ++i)
        if (p->low[i] - p->high[i] > p->slack[i])
            return DT_UNBEARABLE;
    bool settled = false;
    for (int64_t step = 0; step < MOST_STEPS(p);) {
        p->values(p->of, p->z, s.value);
        int64_t i = most_exceeded(p, &s);
        if (i < 0 && settled)
            return DT_OK;
        settled = i < 0;
        if (settled) {
            settle(p, &s);
            ++step;
            continue;
        }
        int64_t before = s.count;
        int code = take_up(p, &s, i);
        if (code != DT_OK)
            return code;
        step += s.count != before || s.passed[i] == 0.0;
    }
    return DT_NEWTON_FAILED;
}
