/* Large linear blocks whose loads are bounded: of all solutions within the bounds the nearest one.
 *
 * What the equations leave open is spanned by few or many sparse solutions of the homogeneous system (block.c).
 * Usually few motions hold many loads: then each load is cut off at its bounds (clip.c). Otherwise bounds are taken
 * up one by one (nearest.c); what the equations leave of a load is found where it is asked for, as its shortest
 * change is (block.c): only bounds that are exceeded cost anything. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"

#define OTHER_UNIT 0x1p26  /* of unknowns that are not shared, as in least.c */
#define LEAST 1e-14        /* gradient of a projection, relative to the first one */
#define MOST_ROUNDS(r) (20 * (r) + 200)
#define NOTHING 1e-13      /* of a solution of the homogeneous system, whose shared part is 1: rounding */
#define FIRST_ACTIVE 16    /* bounds that may be active at a time, at first */

/* A block with its solution x, and bounds relative to it. */
struct problem {
    dt_block *m;
    const dt_bounds *bounds;
    double *x;
    double *low, *high, *slack, *scale; /* [count] */
    double *unit;             /* [n] of each unknown */
    double *factor;           /* [n_kernel] by which a homogeneous solution has length 1 in these units */
    double *z, *s, *q;        /* [n] */
    double *t, *d, *g;        /* [n_kernel] */
    double *rest;
};

static double *room(dt_block *m, int64_t size)
{
    if (size > m->room_size) {
        free(m->room);
        m->room = malloc((size_t)size * sizeof *m->room);
        m->room_size = m->room ? size : 0;
    }
    return m->room;
}

static int64_t problem_size(const dt_block *m, const dt_bounds *bounds)
{
    return 4 * bounds->count + 4 * m->shape.n + 4 * m->n_kernel;
}

/* Parts of the problem; `more` is how many numbers are needed behind them. False if memory is short. */
static bool lay_out(struct problem *p, int64_t more)
{
    int64_t n = p->m->shape.n, r = p->m->n_kernel, count = p->bounds->count;
    double *work = room(p->m, problem_size(p->m, p->bounds) + more);
    if (!work)
        return false;
    double **parts[] = {&p->low, &p->high, &p->slack, &p->scale, &p->unit, &p->z, &p->s, &p->q,
                        &p->factor, &p->t, &p->d, &p->g, &p->rest};
    const int64_t sizes[] = {count, count, count, count, n, n, n, n, r, r, r, r, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        *parts[i] = work;
        work += sizes[i];
    }
    return true;
}

/* s = (homogeneous solutions) t, in units. */
static void combine(const struct problem *p, const double *t, double *s)
{
    const struct columns *N = &p->m->kernel;
    memset(s, 0, (size_t)p->m->shape.n * sizeof *s);
    for (int64_t k = 0; k < p->m->n_kernel; ++k)
        for (int64_t e = N->ptr[k]; e < N->ptr[k + 1]; ++e)
            s[N->row[e]] += N->value[e] * p->factor[k] / p->unit[N->row[e]] * t[k];
}

/* What homogeneous solutions have in common with s; returns the sum of squares. */
static double project(const struct problem *p, const double *s, double *g)
{
    const struct columns *N = &p->m->kernel;
    double squares = 0.0;
    for (int64_t k = 0; k < p->m->n_kernel; ++k) {
        g[k] = 0.0;
        for (int64_t e = N->ptr[k]; e < N->ptr[k + 1]; ++e)
            g[k] += N->value[e] * p->factor[k] / p->unit[N->row[e]] * s[N->row[e]];
        squares += g[k] * g[k];
    }
    return squares;
}

static double squares_of(int64_t n, const double *v)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; ++i)
        sum += v[i] * v[i];
    return sum;
}

/* Load i in units, into s; returns whether the equations leave anything of it open. */
static bool scatter(const struct problem *p, int64_t i, double *s)
{
    const dt_bounds *b = p->bounds;
    const struct columns *N = &p->m->kernel;
    memset(s, 0, (size_t)p->m->shape.n * sizeof *s);
    for (int64_t e = b->ptr[i]; e < b->ptr[i + 1]; ++e)
        s[b->column[e]] += b->q[e] * p->unit[b->column[e]];
    double size = dt_bounded_size(b, p->m->shape.n, i);
    for (int64_t k = 0; k < p->m->n_kernel; ++k) {
        double sum = 0.0, terms = size;
        for (int64_t e = N->ptr[k]; e < N->ptr[k + 1]; ++e) {
            double term = N->value[e] * p->factor[k] / p->unit[N->row[e]] * s[N->row[e]];
            sum += term;
            terms += fabs(term);
        }
        if (fabs(sum) > DT_OPEN * terms)
            return true;
    }
    return false;
}

/* What the equations leave open of load i: the combination of homogeneous solutions that is nearest to it. */
static void row_of(void *of, int64_t i, double *normal)
{
    struct problem *p = of;
    int64_t n = p->m->shape.n, r = p->m->n_kernel;
    memset(normal, 0, (size_t)n * sizeof *normal);
    if (!scatter(p, i, p->s))
        return;
    memset(p->t, 0, (size_t)r * sizeof *p->t);
    double gradient = project(p, p->s, p->g), least = LEAST * LEAST * gradient;
    memcpy(p->d, p->g, (size_t)r * sizeof *p->d);
    for (int64_t round = 0; round < MOST_ROUNDS(r) && gradient > least; ++round) {
        combine(p, p->d, p->q);
        double length = gradient / squares_of(n, p->q), before = gradient;
        for (int64_t k = 0; k < r; ++k)
            p->t[k] += length * p->d[k];
        for (int64_t j = 0; j < n; ++j)
            p->s[j] -= length * p->q[j];
        gradient = project(p, p->s, p->g);
        for (int64_t k = 0; k < r; ++k)
            p->d[k] = p->g[k] + gradient / before * p->d[k];
    }
    combine(p, p->t, normal);
}

static void values_of(void *of, const double *z, double *value)
{
    const struct problem *p = of;
    const dt_bounds *b = p->bounds;
    for (int64_t i = 0; i < b->count; ++i) {
        value[i] = 0.0;
        for (int64_t e = b->ptr[i]; e < b->ptr[i + 1]; ++e)
            value[i] += b->q[e] * p->unit[b->column[e]] * z[b->column[e]];
    }
}

static void measure(struct problem *p)
{
    const struct columns *N = &p->m->kernel;
    for (int64_t j = 0; j < p->m->shape.n; ++j)
        p->unit[j] = p->m->is_shared[j] ? 1.0 : OTHER_UNIT;
    for (int64_t k = 0; k < p->m->n_kernel; ++k) {
        double squares = 0.0;
        for (int64_t e = N->ptr[k]; e < N->ptr[k + 1]; ++e)
            squares += N->value[e] * N->value[e] / (p->unit[N->row[e]] * p->unit[N->row[e]]);
        p->factor[k] = 1.0 / sqrt(squares);
    }
    for (int64_t i = 0; i < p->bounds->count; ++i) {
        double size = dt_bounded_size(p->bounds, p->m->shape.n, i);
        p->scale[i] = size > 0.0 ? size : 1.0;
    }
    dt_relative_bounds(p->bounds, p->m->shape.n, p->x, p->low, p->high, p->slack);
}

/* Take up bounds one by one, with room for so many active ones. */
static int take_up(struct problem *p, int64_t most)
{
    int64_t n = p->m->shape.n, count = p->bounds->count;
    if (!lay_out(p, DT_NEAR_WORK(count, n, most)))
        return DT_TOO_LARGE;
    measure(p);
    dt_near near = {.m = count, .r = n, .most = most, .low = p->low, .high = p->high, .slack = p->slack,
                    .scale = p->scale, .of = p, .row = row_of, .values = values_of, .z = p->z,
                    .active = p->bounds->active, .work = p->rest};
    int code = dt_nearest(&near);
    for (int64_t j = 0; code == DT_OK && j < n; ++j)
        p->x[j] += p->z[j] * p->unit[j];
    return code;
}

static int one_by_one(struct problem *p)
{
    int64_t all = p->m->n_kernel < p->bounds->count ? p->m->n_kernel : p->bounds->count;
    for (int64_t most = FIRST_ACTIVE; most < all; most *= 2) {
        int code = take_up(p, most);
        if (code != DT_TOO_LARGE || !p->m->room)
            return code;
    }
    return take_up(p, all);
}

/* Loads that are cut off at their bounds: unknowns which the equations leave open, and what these hold. */
struct box {
    int64_t n, k;             /* unknowns; equations between them */
    double *place;            /* [order of the block] number among them; -1: none, */
    double *unknown;          /* [n_kernel + k] and back; those chosen come first */
    dt_clip clip;
};

static int64_t box_size(const dt_block *m)
{
    int64_t most = m->n_kernel + DT_CLIP_MAX;
    return m->shape.n + most * (6 + DT_CLIP_MAX);
}

/* Number the unknowns; false if more equations hold them than it is worth, or one that is chosen is not shared. */
static bool number(const dt_block *m, struct box *box)
{
    const struct columns *N = &m->kernel;
    for (int64_t j = 0; j < m->shape.n; ++j)
        box->place[j] = -1.0;
    for (int64_t k = 0; k < m->n_kernel; ++k) {
        if (!m->is_shared[m->chosen[k]])
            return false;
        box->place[m->chosen[k]] = (double)k;
        box->unknown[k] = (double)m->chosen[k];
    }
    box->n = m->n_kernel;
    for (int64_t k = 0; k < m->n_kernel; ++k)
        for (int64_t e = N->ptr[k]; e < m->shared_end[k]; ++e) {
            int64_t j = N->row[e];
            if (box->place[j] >= 0.0 || fabs(N->value[e]) <= NOTHING)
                continue;
            if (box->n == m->n_kernel + DT_CLIP_MAX)
                return false;
            box->unknown[box->n] = (double)j;
            box->place[j] = (double)box->n++;
        }
    box->k = box->n - m->n_kernel;
    return true;
}

static void lay_box_out(struct problem *p, struct box *box, double *work)
{
    int64_t most = p->m->n_kernel + DT_CLIP_MAX;
    box->place = work;
    box->unknown = box->place + p->m->shape.n;
    double *from = box->unknown + most, *low = from + most, *high = low + most, *u = high + most;
    box->clip = (dt_clip){.p = from, .low = low, .high = high, .u = u, .active = u + most, .R = u + 2 * most};
}

/* Equations between the unknowns: what is not chosen follows from what is. */
static void relate(const dt_block *m, struct box *box, double *R)
{
    const struct columns *N = &m->kernel;
    int64_t k = box->k;
    memset(R, 0, (size_t)(box->n * k) * sizeof *R);
    for (int64_t i = 0; i < m->n_kernel; ++i) {
        double chosen = N->value[m->shared_end[i] - 1];
        for (int64_t e = N->ptr[i]; e < m->shared_end[i] - 1; ++e)
            if (fabs(N->value[e]) > NOTHING)
                R[i * k + (int64_t)box->place[N->row[e]] - m->n_kernel] = -N->value[e] / chosen;
    }
    for (int64_t a = 0; a < k; ++a)
        R[(m->n_kernel + a) * k + a] = 1.0;
    box->clip.n = box->n;
    box->clip.k = k;
}

/* Bounds of the unknowns; false if a bounded load is no unknown of the box, or has no value within its bounds. */
static bool bound(const struct problem *p, struct box *box, double *low, double *high, double *from)
{
    for (int64_t i = 0; i < box->n; ++i) {
        low[i] = -INFINITY;
        high[i] = INFINITY;
        from[i] = p->x[(int64_t)box->unknown[i]];
    }
    for (int64_t i = 0; i < p->bounds->count; ++i) {
        double factor = 1.0;
        int64_t j = dt_bounded_unknown(p->bounds, p->m->shape.n, i, &factor);
        if (j < 0 || box->place[j] < 0.0)
            return false;
        int64_t at = (int64_t)box->place[j];
        double one = p->bounds->low[i] / factor, other = p->bounds->high[i] / factor;
        low[at] = fmax(low[at], fmin(one, other));
        high[at] = fmin(high[at], fmax(one, other));
        if (!(low[at] <= high[at]))
            return false;
    }
    return true;
}

/* Of the loads that are bounded, those that stand at the active bounds; one for each unknown. */
static void tell_active(const struct problem *p, const struct box *box)
{
    const dt_bounds *b = p->bounds;
    for (int64_t i = 0; i < b->count; ++i) {
        double factor = 1.0;
        int64_t at = (int64_t)box->place[dt_bounded_unknown(b, p->m->shape.n, i, &factor)];
        double side = box->clip.active[at], end = side > 0.0 ? box->clip.high[at] : box->clip.low[at];
        int64_t to = side == 0.0 ? 0 : (side > 0.0) == (factor > 0.0) ? 1 : -1;
        b->active[i] = to != 0 && (to > 0 ? b->high[i] : b->low[i]) / factor == end ? to : 0;
        if (b->active[i] != 0)
            box->clip.active[at] = 0.0;
    }
}

/* Cut loads off, if they are of that kind; DT_NEWTON_FAILED if not, or if that does not end. */
static int cut_off(struct problem *p)
{
    const struct columns *N = &p->m->kernel;
    struct box box;
    if (!lay_out(p, box_size(p->m)))
        return DT_TOO_LARGE;
    lay_box_out(p, &box, p->rest);
    dt_clip *clip = &box.clip;
    if (!number(p->m, &box) || !bound(p, &box, clip->low, clip->high, clip->p))
        return DT_NEWTON_FAILED;
    relate(p->m, &box, clip->R);
    int code = dt_clip_least(clip);
    if (code == DT_NEWTON_FAILED)
        return code;
    tell_active(p, &box);
    for (int64_t k = 0; code == DT_OK && k < p->m->n_kernel; ++k) {
        double t = (clip->u[k] - clip->p[k]) / N->value[p->m->shared_end[k] - 1];
        for (int64_t e = N->ptr[k]; e < N->ptr[k + 1]; ++e)
            p->x[N->row[e]] += t * N->value[e];
    }
    return code;
}

/* Move the solution x of a block within the bounds. */
static int move_within(dt_block *m, const double *b, const dt_bounds *bounds, double *x)
{
    struct problem p = {.m = m, .bounds = bounds, .x = x};
    int code = cut_off(&p);
    if (code == DT_NEWTON_FAILED)
        code = one_by_one(&p);
    return code == DT_OK ? dt_block_correct(m, b, x) : code;
}

int dt_block_solve_bounded(dt_block *m, const double *value, double *b, double *previous,
                           const dt_bounds *bounds)
{
    const dt_block_shape *s = &m->shape;
    int code = dt_block_factor(m, value);
    if (code == DT_OK)
        code = dt_block_unbounded(m, b, previous, m->u);
    if (code != DT_OK)
        return code;
    if (!dt_within(bounds, s->n, m->u))
        code = m->lu.rank == s->n ? DT_UNBEARABLE : move_within(m, b, bounds, m->u);
    if (code != DT_OK && code != DT_UNBEARABLE)
        return code;
    if (code == DT_OK)
        dt_put_on_bounds(bounds, s->n, m->u);
    memcpy(b, m->u, (size_t)s->n * sizeof *b);
    for (int64_t i = 0; code == DT_OK && i < s->n_torn; ++i)
        previous[i] = b[s->torn[i]];
    return code;
}
