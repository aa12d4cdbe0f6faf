/* Large linear algebraic blocks: sparse LU factors, and the minimum-norm change if rank deficient.
 *
 * The column order keeps the factors sparse whatever rows become pivots, and is provided from outside
 * (COLAMD). Rows become pivots by magnitude, column by column (Gilbert & Peierls, SIAM J. Sci. Stat. Comput.
 * 9, 1988): modes exchange equations, so that a pivot of one mode vanishes in the next. The factors are kept
 * while the matrix stays the same, and depend only on the matrix: a block has the same solution regardless of
 * its history.
 *
 * A column without a pivot beyond rounding is left out. Small pivots amplify the rounding of later ones;
 * where this may have happened, the matrix is factorised again, with estimates of the rounding errors of all
 * contributions (running error analysis: N. J. Higham, Accuracy and Stability of Numerical Algorithms, SIAM
 * 2002, 3.3). Errors are added as squares: sums of magnitudes would be bounds, and would exceed values that
 * are not rounding.
 *
 * If columns are left out, the block is rank deficient, and the solution is chosen whose shared unknowns are
 * nearest to their previous values: to any solution, add the combination of homogeneous solutions, one for
 * each column left out, that minimises the change (conjugate gradients: A. Bjorck, Numerical Methods for
 * Least Squares Problems, SIAM 1996, 7.4). Equations for the multipliers of this problem would be simpler,
 * but a stack of 1000 clutches makes them practically singular. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "block_lu.h"
#include "linalg.h"

#define BLOCK_LEAST 1e-14 /* gradient of the shortest change, relative to that change */
#define MOST_ROUNDS(r) (20 * (r) + 200) /* for rank deficiency r; rounding requires more than r */
#define BLOCK_ROUNDING 1.2e-16 /* of a single operation */
#define CERTAIN 30.0     /* a pivot is accepted above this multiple of its estimated error */

static bool lu_create(struct lu *m, int64_t n, const int64_t *ptr, const int64_t *row,
                      const int64_t *order)
{
    size_t count = (size_t)n + 1;
    m->n = n;
    m->ptr = ptr;
    m->row = row;
    m->order = order;
    m->pivot = calloc(9 * count, sizeof(int64_t));
    m->diagonal = calloc(3 * count, sizeof(double));
    if (!m->pivot || !m->diagonal)
        return false;
    m->position = m->pivot + count;
    m->mark = m->position + count;
    m->stack = m->mark + count;
    m->next = m->stack + count;
    m->topology = m->next + count;
    m->below = m->topology + count;
    m->L.ptr = m->below + count;
    m->U.ptr = m->L.ptr + count;
    m->x = m->diagonal + count;
    m->error = m->x + count;
    return true;
}

static void release(struct columns *c)
{
    free(c->row);
    free(c->value);
    free(c->error);
}

static void lu_destroy(struct lu *m)
{
    free(m->pivot);
    free(m->diagonal);
    release(&m->L);
    release(&m->U);
}

static bool reserve_errors(struct columns *c, int64_t capacity)
{
    double *error = realloc(c->error, (size_t)(capacity + 1) * sizeof *error);
    c->error = error ? error : c->error;
    return error != NULL;
}

static bool reserve(struct columns *c, int64_t count)
{
    if (count <= c->capacity)
        return true;
    int64_t capacity = dt_max(count, 2 * c->capacity);
    int64_t *row = realloc(c->row, (size_t)capacity * sizeof *row);
    c->row = row ? row : c->row;
    double *value = realloc(c->value, (size_t)capacity * sizeof *value);
    c->value = value ? value : c->value;
    if (!row || !value || (c->error && !reserve_errors(c, capacity)))
        return false;
    c->capacity = capacity;
    return true;
}

/* Rows that column k reaches from row `start` on: pivots are written to `topology`, from `top` down, the
 * others to `below`. Returns the new top. */
static int64_t reach(struct lu *m, int64_t k, int64_t start, int64_t top, int64_t *n_below)
{
    int64_t depth = 0;
    m->stack[0] = start;
    m->mark[start] = k + 1;
    m->next[0] = m->position[start] < 0 ? 0 : m->L.ptr[m->position[start]];
    while (depth >= 0) {
        int64_t row = m->stack[depth], j = m->position[row];
        if (j < 0) {
            m->below[(*n_below)++] = row;
            --depth;
            continue;
        }
        while (m->next[depth] < m->L.ptr[j + 1] && m->mark[m->L.row[m->next[depth]]] == k + 1)
            ++m->next[depth];
        if (m->next[depth] == m->L.ptr[j + 1]) {
            m->topology[--top] = j;
            --depth;
            continue;
        }
        int64_t following = m->L.row[m->next[depth]++], at = m->position[following];
        m->stack[++depth] = following;
        m->mark[following] = k + 1;
        m->next[depth] = at < 0 ? 0 : m->L.ptr[at];
    }
    return top;
}

/* Row of the largest element among those below; if several are equal, the first of the matrix. */
static int64_t choose_pivot(const struct lu *m, int64_t n_below)
{
    int64_t best = NO_PIVOT;
    double size = 0.0;
    for (int64_t i = 0; i < n_below; ++i) {
        int64_t row = m->below[i];
        double a = fabs(m->x[row]);
        if (a > size || (a == size && best >= 0 && row < best)) {
            size = a;
            best = row;
        }
    }
    return best;
}

static double squared(double a) { return a * a; }

/* Scatter column k into x, and find its reach. Returns the magnitude of its largest element. */
static double scatter(struct lu *m, int64_t k, const double *value, int64_t *top, int64_t *n_below)
{
    int64_t column = m->order[k];
    double size = 0.0;
    for (int64_t e = m->ptr[column]; e < m->ptr[column + 1]; ++e) {
        int64_t row = m->row[e];
        if (value[e] == 0.0)
            continue;
        m->x[row] = value[e];
        m->error[row] = squared(BLOCK_ROUNDING * value[e]);
        size = fmax(size, fabs(value[e]));
        if (m->mark[row] != k + 1)
            *top = reach(m, k, row, *top, n_below);
    }
    return size;
}

/* Squared rounding errors of x after subtracting a multiple u of column j of L, which has errors of its
 * own. */
static void add_errors(struct lu *m, int64_t j, double u, double error)
{
    for (int64_t e = m->L.ptr[j]; e < m->L.ptr[j + 1]; ++e) {
        int64_t row = m->L.row[e];
        double l = m->L.value[e];
        m->error[row] += squared(l) * error + m->L.error[e] * squared(u) +
                         squared(BLOCK_ROUNDING) * (squared(l * u) + squared(m->x[row]));
    }
}

/* Subtract the contributions of the pivots above; returns the end of the column of U. */
static int64_t subtract(struct lu *m, int64_t top, int64_t n_u)
{
    for (int64_t i = top; i < m->n; ++i) {
        int64_t j = m->topology[i];
        double u = m->x[m->pivot[j]], error = m->error[m->pivot[j]];
        m->x[m->pivot[j]] = m->error[m->pivot[j]] = 0.0;
        if (u == 0.0)
            continue;
        m->U.row[n_u] = j;
        m->U.value[n_u++] = u;
        for (int64_t e = m->L.ptr[j]; e < m->L.ptr[j + 1]; ++e)
            m->x[m->L.row[e]] -= m->L.value[e] * u;
        if (m->estimates)
            add_errors(m, j, u, error);
    }
    return n_u;
}

/* Store the rows below, divided by the pivot in row `best`, as column k of L if that is acceptable; returns
 * its end. */
static int64_t divide(struct lu *m, int64_t best, bool good, int64_t n_below, int64_t n_l)
{
    double pivot = good ? m->x[best] : 1.0, pivot_error = good ? m->error[best] : 0.0;
    for (int64_t i = 0; i < n_below; ++i) {
        int64_t row = m->below[i];
        double x = m->x[row], error = m->error[row];
        m->x[row] = m->error[row] = 0.0;
        if (!good || x == 0.0 || row == best)
            continue;
        double l = x / pivot;
        m->L.row[n_l] = row;
        if (m->estimates)
            m->L.error[n_l] = (error + squared(l) * pivot_error) / squared(pivot) +
                              squared(BLOCK_ROUNDING * l);
        m->L.value[n_l++] = l;
    }
    return n_l;
}

static bool eliminate_column(struct lu *m, int64_t k, const double *value, bool *doubtful)
{
    int64_t top = m->n, n_below = 0, n_u = m->U.ptr[k], n_l = m->L.ptr[k];
    double size = scatter(m, k, value, &top, &n_below);
    if (!reserve(&m->U, n_u + m->n - top) || !reserve(&m->L, n_l + n_below))
        return false;
    m->U.ptr[k + 1] = subtract(m, top, n_u);
    int64_t best = choose_pivot(m, n_below);
    double pivot = best < 0 ? 0.0 : fabs(m->x[best]);
    bool good = pivot > DT_RANK_TOLERANCE * size;
    if (m->estimates && good)
        good = pivot > CERTAIN * sqrt(m->error[best]);
    *doubtful = *doubtful || (good && pivot < DT_DOUBTFUL * size);
    m->pivot[k] = good ? best : NO_PIVOT;
    m->diagonal[k] = good ? m->x[best] : 1.0;
    m->L.ptr[k + 1] = divide(m, best, good, n_below, n_l);
    if (good)
        m->position[best] = k;
    m->rank += good;
    return true;
}

static bool factor_once(struct lu *m, const double *value, bool *doubtful)
{
    m->rank = 0;
    memset(m->mark, 0, (size_t)m->n * sizeof *m->mark);
    for (int64_t i = 0; i < m->n; ++i)
        m->position[i] = NO_PIVOT;
    for (int64_t k = 0; k < m->n; ++k)
        if (!eliminate_column(m, k, value, doubtful))
            return false;
    return true;
}

/* Factorise; false if memory is short. */
static bool lu_factor(struct lu *m, const double *value)
{
    bool doubtful = false;
    m->estimates = false;
    if (!factor_once(m, value, &doubtful))
        return false;
    if (!doubtful)
        return true;
    m->estimates = true;
    return reserve_errors(&m->L, m->L.capacity) && factor_once(m, value, &doubtful);
}

/* Solve with the factors; unknowns without a pivot are zero. b is destroyed. */
static void lu_solve(const struct lu *m, double *restrict b, double *restrict x)
{
    for (int64_t k = 0; k < m->n; ++k) {
        double y = m->pivot[k] < 0 ? 0.0 : b[m->pivot[k]];
        for (int64_t e = m->L.ptr[k]; y != 0.0 && e < m->L.ptr[k + 1]; ++e)
            b[m->L.row[e]] -= m->L.value[e] * y;
    }
    for (int64_t k = m->n - 1; k >= 0; --k) {
        double u = m->pivot[k] < 0 ? 0.0 : b[m->pivot[k]] / m->diagonal[k];
        for (int64_t e = m->U.ptr[k]; u != 0.0 && e < m->U.ptr[k + 1]; ++e)
            b[m->pivot[m->U.row[e]]] -= m->U.value[e] * u;
        x[m->order[k]] = u;
    }
}

dt_block *dt_block_create(const dt_block_shape *shape)
{
    dt_block *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->shape = *shape;
    size_t n = (size_t)shape->n, entries = (size_t)shape->ptr[n];
    m->value = malloc((3 * entries + 17 * n + 1) * sizeof(double));
    m->is_shared = calloc(n + 1, 1);
    m->held = calloc(4 * n + 1, 1);
    m->kernel.ptr = calloc(n + 1, sizeof(int64_t));
    m->shared_end = calloc(n + 1, sizeof(int64_t));
    if (!m->value || !m->is_shared || !m->held || !m->kernel.ptr || !m->shared_end ||
        !lu_create(&m->lu, shape->n, shape->ptr, shape->row, shape->order)) {
        dt_block_destroy(m);
        return NULL;
    }
    for (int64_t i = 0; i < shape->n_shared; ++i)
        m->is_shared[shape->shared[i]] = 1;
    m->scaled = m->value + entries;
    m->open = m->scaled + entries;
    m->scale = m->open + entries;
    m->b = m->scale + n;
    m->u = m->b + n;
    m->change = m->u + n;
    m->work = m->change + n;
    m->bound = m->work + 5 * n;
    m->pull = m->bound + n;
    m->search = m->pull + n;
    m->held_before = m->held + n;
    return m;
}

void dt_block_destroy(dt_block *m)
{
    if (!m)
        return;
    lu_destroy(&m->lu);
    release(&m->kernel);
    free(m->kernel.ptr);
    free(m->shared_end);
    free(m->is_shared);
    free(m->held);
    free(m->value);
    free(m);
}

int8_t *dt_block_held(dt_block *m, size_t *count)
{
    *count = 4 * (size_t)m->shape.n;
    return m->held;
}

int64_t dt_block_rank(const dt_block *m) { return m->known ? m->lu.rank : 0; }

/* Scale rows by powers of two so that their largest elements are in [0.5, 1); false if an element is
 * not finite. */
static bool scale_rows(dt_block *m)
{
    const dt_block_shape *s = &m->shape;
    int64_t entries = s->ptr[s->n];
    memset(m->scale, 0, (size_t)s->n * sizeof *m->scale);
    for (int64_t e = 0; e < entries; ++e) {
        if (!isfinite(m->value[e]))
            return false;
        m->scale[s->row[e]] = fmax(m->scale[s->row[e]], fabs(m->value[e]));
    }
    for (int64_t i = 0; i < s->n; ++i)
        m->scale[i] = m->scale[i] == 0.0 ? 1.0 : dt_scale_of(m->scale[i]);
    for (int64_t e = 0; e < entries; ++e)
        m->scaled[e] = m->value[e] * m->scale[s->row[e]];
    return true;
}

int dt_block_refactor(dt_block *m)
{
    const dt_block_shape *s = &m->shape;
    for (int64_t j = 0; j < s->n; ++j)
        for (int64_t e = s->ptr[j]; e < s->ptr[j + 1]; ++e)
            m->open[e] = m->held[j] ? 0.0 : m->scaled[e];
    m->kernel_known = false;
    m->known = lu_factor(&m->lu, m->open);
    return m->known ? DT_OK : DT_TOO_LARGE;
}

int dt_block_factor(dt_block *m, const double *value)
{
    size_t bytes = (size_t)m->shape.ptr[m->shape.n] * sizeof *value;
    if (m->known && memcmp(m->value, value, bytes) == 0)
        return m->finite ? DT_OK : DT_SINGULAR;
    memcpy(m->value, value, bytes);
    memset(m->held, 0, (size_t)m->shape.n);
    m->finite = scale_rows(m);
    m->known = !m->finite;
    return m->finite ? dt_block_refactor(m) : DT_SINGULAR;
}

/* The solution of the homogeneous system in which the unknown of missing pivot k is 1, and those of other
 * missing pivots are 0; its shared part is normalised. False if memory is short. */
static bool add_to_kernel(dt_block *m, int64_t k)
{
    const struct lu *lu = &m->lu;
    struct columns *N = &m->kernel;
    int64_t count = m->n_kernel, end = N->ptr[count];
    double *u = m->u, squares = 0.0;
    memset(u, 0, (size_t)lu->n * sizeof *u);
    u[k] = 1.0;
    for (int64_t j = k; j >= 0; --j) {
        if (u[j] == 0.0 || (j < k && lu->pivot[j] < 0))
            u[j] = j < k ? 0.0 : u[j];
        else if (j < k)
            u[j] /= lu->diagonal[j];
        for (int64_t e = lu->U.ptr[j]; u[j] != 0.0 && e < lu->U.ptr[j + 1]; ++e)
            u[lu->U.row[e]] -= lu->U.value[e] * u[j];
    }
    for (int shared = 1; shared >= 0; --shared) {
        for (int64_t j = 0; j <= k; ++j) {
            if (u[j] == 0.0 || m->is_shared[lu->order[j]] != shared)
                continue;
            if (!reserve(N, end + 1))
                return false;
            N->row[end] = lu->order[j];
            N->value[end++] = u[j];
            squares += shared ? u[j] * u[j] : 0.0;
        }
        if (shared)
            m->shared_end[count] = end;
    }
    double length = squares > 0.0 ? sqrt(squares) : 1.0;
    for (int64_t e = N->ptr[count]; e < end; ++e)
        N->value[e] /= length;
    N->ptr[++m->n_kernel] = end;
    return true;
}

static bool find_kernel(dt_block *m)
{
    m->n_kernel = 0;
    for (int64_t k = 0; k < m->shape.n; ++k)
        if (m->lu.pivot[k] < 0 && !m->held[m->lu.order[k]] && !add_to_kernel(m, k))
            return false;
    return m->kernel_known = true;
}

/* y += a N z, restricted to the shared part if `shared` is set. */
static void combine(const dt_block *m, double a, const double *z, double *y, bool shared)
{
    for (int64_t k = 0; k < m->n_kernel; ++k) {
        int64_t end = shared ? m->shared_end[k] : m->kernel.ptr[k + 1];
        for (int64_t e = m->kernel.ptr[k]; e < end; ++e)
            y[m->kernel.row[e]] += a * z[k] * m->kernel.value[e];
    }
}

/* z = N^T y over shared unknowns; returns its squared norm. */
static double project(const dt_block *m, const double *y, double *z)
{
    double squares = 0.0;
    for (int64_t k = 0; k < m->n_kernel; ++k) {
        z[k] = 0.0;
        for (int64_t e = m->kernel.ptr[k]; e < m->shared_end[k]; ++e)
            z[k] += m->kernel.value[e] * y[m->kernel.row[e]];
        squares += z[k] * z[k];
    }
    return squares;
}

/* Squared norm of the shared part. */
static double squares_of(const dt_block_shape *s, const double *v)
{
    double sum = 0.0;
    for (int64_t i = 0; i < s->n_shared; ++i)
        sum += v[s->shared[i]] * v[s->shared[i]];
    return sum;
}

/* Add a homogeneous solution to `change` that minimises its shared part. */
static void shorten(dt_block *m, double *change)
{
    const dt_block_shape *shape = &m->shape;
    int64_t n = shape->n, r = m->n_kernel;
    double *z = m->work, *d = z + n, *g = d + n, *q = g + n, *s = q + n;
    for (int64_t i = 0; i < shape->n_shared; ++i)
        s[shape->shared[i]] = -change[shape->shared[i]];
    memset(z, 0, (size_t)r * sizeof *z);
    double gradient = project(m, s, g), least = BLOCK_LEAST * BLOCK_LEAST * squares_of(shape, s);
    memcpy(d, g, (size_t)r * sizeof *d);
    for (int64_t i = 0; i < MOST_ROUNDS(r) && gradient > least; ++i) {
        for (int64_t k = 0; k < shape->n_shared; ++k)
            q[shape->shared[k]] = 0.0;
        combine(m, 1.0, d, q, true);
        double length = gradient / squares_of(shape, q);
        for (int64_t k = 0; k < r; ++k)
            z[k] += length * d[k];
        for (int64_t k = 0; k < shape->n_shared; ++k)
            s[shape->shared[k]] -= length * q[shape->shared[k]];
        double before = gradient;
        gradient = project(m, s, g);
        for (int64_t k = 0; k < r; ++k)
            d[k] = g[k] + gradient / before * d[k];
    }
    combine(m, 1.0, z, change, false);
}

/* missing = b - A x with scaled rows; returns the magnitude of the terms. */
static double find_missing(const dt_block *m, const double *b, const double *x, double *missing)
{
    const dt_block_shape *s = &m->shape;
    double size = 0.0;
    for (int64_t i = 0; i < s->n; ++i) {
        missing[i] = b[i] * m->scale[i];
        size = fmax(size, fabs(missing[i]));
    }
    for (int64_t j = 0; j < s->n; ++j)
        for (int64_t e = s->ptr[j]; e < s->ptr[j + 1]; ++e) {
            double term = m->scaled[e] * x[j];
            missing[s->row[e]] -= term;
            size = fabs(term) > size ? fabs(term) : size;
        }
    return size;
}

/* A second pass removes rounding. */
int dt_block_least_change(dt_block *m, const double *b, const double *previous, double *x)
{
    const dt_block_shape *s = &m->shape;
    if (!m->kernel_known && !find_kernel(m))
        return DT_TOO_LARGE;
    memset(x, 0, (size_t)s->n * sizeof *x);
    for (int64_t i = 0; i < s->n_torn; ++i)
        x[s->torn[i]] = previous[i];
    for (int64_t j = 0; j < s->n; ++j)
        x[j] = m->held[j] ? m->bound[j] : x[j];
    for (int round = 0; round < 2; ++round) {
        find_missing(m, b, x, m->b);
        lu_solve(&m->lu, m->b, m->change);
        if (round == 0)
            shorten(m, m->change);
        for (int64_t j = 0; j < s->n; ++j)
            x[j] += m->change[j];
    }
    double size = find_missing(m, b, x, m->b);
    for (int64_t i = 0; i < s->n; ++i)
        if (!(fabs(m->b[i]) <= DT_CONSISTENCY * size + DT_CONSISTENCY_FLOOR))
            return DT_SINGULAR;
    return DT_OK;
}

static void solve_regular(dt_block *m, const double *b, double *x)
{
    for (int64_t i = 0; i < m->shape.n; ++i)
        m->b[i] = b[i] * m->scale[i];
    lu_solve(&m->lu, m->b, x);
}

int dt_block_solve(dt_block *m, const double *value, double *b, double *previous)
{
    const dt_block_shape *s = &m->shape;
    int code = dt_block_factor(m, value);
    if (code != DT_OK)
        return code;
    if (m->lu.rank == s->n)
        solve_regular(m, b, m->u);
    else if (s->nonsingular)
        return DT_SINGULAR;
    else if ((code = dt_block_within_limits(m, b, previous, m->u)) != DT_OK)
        return code;
    memcpy(b, m->u, (size_t)s->n * sizeof *b);
    for (int64_t i = 0; i < s->n_torn; ++i)
        previous[i] = b[s->torn[i]];
    return DT_OK;
}

int dt_solve_block(const dt_io *io, int64_t block, const double *value, double *b, double *previous)
{
    return dt_block_solve(io->blocks[block], value, b, previous);
}
