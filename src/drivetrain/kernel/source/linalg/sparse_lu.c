/* LU factorisation of sparse matrices with fixed pattern and changing values.
 *
 * The order of rows and columns is found once by a caller with representative values. The patterns of both
 * factors follow from it by symbolic elimination, one depth-first search per column (Gilbert & Peierls, SIAM
 * J. Sci. Stat. Comput. 9, 1988), and every further factorisation runs through these patterns column by
 * column without search or allocation. A pivot that has become small relative to its column requires a new
 * order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg.h"

/* A pivot smaller than this fraction of its column is rejected. */
#define PIVOT_DECAY 1e-3

/* Columns of a triangular factor; rows are numbered by pivots. */
struct factor {
    int64_t *ptr, *row;
    double *value;
    int64_t capacity;
};

struct dt_sparse {
    int64_t n;
    const int64_t *ptr, *row; /* pattern of the matrix, by columns */
    bool ordered;
    int64_t *position;        /* [n] pivot to which a row of the matrix belongs */
    int64_t *column;          /* [n] column of the matrix that belongs to a pivot */
    double *diagonal;         /* [n] pivots */
    double *work;             /* [n] zero between calls */
    int64_t *mark, *stack, *next;
    struct factor L, U;       /* without diagonals; columns of U in topological order */
};

dt_sparse *dt_sparse_create(int64_t n, const int64_t *ptr, const int64_t *row)
{
    dt_sparse *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    size_t count = (size_t)n + 1;
    m->n = n;
    m->ptr = ptr;
    m->row = row;
    m->position = calloc(7 * count, sizeof(int64_t));
    m->diagonal = calloc(2 * count, sizeof(double));
    if (!m->position || !m->diagonal) {
        dt_sparse_destroy(m);
        return NULL;
    }
    m->column = m->position + count;
    m->mark = m->column + count;
    m->stack = m->mark + count;
    m->next = m->stack + count;
    m->L.ptr = m->next + count;
    m->U.ptr = m->L.ptr + count;
    m->work = m->diagonal + count;
    return m;
}

static void release(struct factor *f)
{
    free(f->row);
    free(f->value);
    f->row = NULL;
    f->value = NULL;
    f->capacity = 0;
}

void dt_sparse_destroy(dt_sparse *m)
{
    if (!m)
        return;
    release(&m->L);
    release(&m->U);
    free(m->position);
    free(m->diagonal);
    free(m);
}

int64_t dt_sparse_entries(const dt_sparse *m)
{
    return m->ordered ? m->n + m->L.ptr[m->n] + m->U.ptr[m->n] : 0;
}

/* Space for `count` row numbers; false if memory is short. */
static bool reserve(struct factor *f, int64_t count)
{
    if (count <= f->capacity)
        return true;
    int64_t capacity = dt_max(count, 2 * f->capacity);
    int64_t *row = realloc(f->row, (size_t)capacity * sizeof *row);
    if (!row)
        return false;
    f->row = row;
    f->capacity = capacity;
    return true;
}

/* Visit all rows that contribute to column k from row `start` on. Rows below the pivot are appended to column
 * k of L; pivots above it are pushed on the stack from `top` down in topological order, and the new top is
 * returned. */
static int64_t visit(dt_sparse *m, int64_t k, int64_t start, int64_t top, int64_t *n_below)
{
    struct factor *L = &m->L;
    int64_t depth = 0;
    m->stack[0] = start;
    while (depth >= 0) {
        int64_t j = m->stack[depth];
        if (m->mark[j] != k + 1) {
            m->mark[j] = k + 1;
            m->next[depth] = j < k ? L->ptr[j] : 0;
            if (j > k)
                L->row[(*n_below)++] = j;
        }
        int64_t end = j < k ? L->ptr[j + 1] : 0;
        while (m->next[depth] < end && m->mark[L->row[m->next[depth]]] == k + 1)
            ++m->next[depth];
        if (m->next[depth] < end) {
            m->stack[depth + 1] = L->row[m->next[depth]++];
            ++depth;
            continue;
        }
        --depth;
        if (j < k)
            m->stack[--top] = j;
    }
    return top;
}

/* Patterns of column k of both factors; false if memory is short. */
static bool eliminate_symbolically(dt_sparse *m, int64_t k)
{
    int64_t top = m->n + 1, column = m->column[k], n_below = m->L.ptr[k];
    if (!reserve(&m->L, n_below + m->n - k))
        return false;
    for (int64_t e = m->ptr[column]; e < m->ptr[column + 1]; ++e) {
        int64_t j = m->position[m->row[e]];
        if (m->mark[j] != k + 1)
            top = visit(m, k, j, top, &n_below);
    }
    int64_t above = m->n + 1 - top, first = m->U.ptr[k];
    if (!reserve(&m->U, first + above))
        return false;
    for (int64_t i = 0; i < above; ++i)
        m->U.row[first + i] = m->stack[top + i];
    m->U.ptr[k + 1] = first + above;
    m->L.ptr[k + 1] = n_below;
    return true;
}

static bool allocate_values(struct factor *f, int64_t count)
{
    free(f->value);
    f->value = malloc(((size_t)count + 1) * sizeof(double));
    return f->value != NULL;
}

int dt_sparse_order(dt_sparse *m, const int64_t *position, const int64_t *column)
{
    size_t bytes = (size_t)m->n * sizeof(int64_t);
    m->ordered = false;
    memcpy(m->position, position, bytes);
    memcpy(m->column, column, bytes);
    memset(m->mark, 0, bytes);
    for (int64_t k = 0; k < m->n; ++k)
        if (!eliminate_symbolically(m, k))
            return DT_TOO_LARGE;
    if (!allocate_values(&m->L, m->L.ptr[m->n]) || !allocate_values(&m->U, m->U.ptr[m->n]))
        return DT_TOO_LARGE;
    m->ordered = true;
    return DT_OK;
}

bool dt_sparse_get_order(const dt_sparse *m, int64_t *position, int64_t *column)
{
    if (m->ordered) {
        memcpy(position, m->position, (size_t)m->n * sizeof *position);
        memcpy(column, m->column, (size_t)m->n * sizeof *column);
    }
    return m->ordered;
}

/* Column k of both factors from the column scattered into `work`; false if the pivot is unacceptable. */
static bool eliminate_column(dt_sparse *m, int64_t k)
{
    const struct factor *L = &m->L, *U = &m->U;
    double *work = m->work;
    for (int64_t e = U->ptr[k]; e < U->ptr[k + 1]; ++e) {
        int64_t j = U->row[e];
        double u = U->value[e] = work[j];
        work[j] = 0.0;
        for (int64_t i = L->ptr[j]; u != 0.0 && i < L->ptr[j + 1]; ++i)
            work[L->row[i]] -= L->value[i] * u;
    }
    double pivot = work[k], largest = 0.0;
    work[k] = 0.0;
    for (int64_t e = L->ptr[k]; e < L->ptr[k + 1]; ++e) {
        double value = work[L->row[e]];
        work[L->row[e]] = 0.0;
        largest = fmax(largest, fabs(value));
        L->value[e] = value / pivot;
    }
    m->diagonal[k] = pivot;
    return pivot != 0.0 && isfinite(pivot) && fabs(pivot) >= PIVOT_DECAY * largest;
}

int dt_sparse_factor(dt_sparse *m, const double *value)
{
    if (!m->ordered)
        return DT_PIVOT;
    for (int64_t k = 0; k < m->n; ++k) {
        int64_t column = m->column[k];
        for (int64_t e = m->ptr[column]; e < m->ptr[column + 1]; ++e)
            m->work[m->position[m->row[e]]] = value[e];
        if (!eliminate_column(m, k))
            return DT_PIVOT;
    }
    return DT_OK;
}

void dt_sparse_solve(dt_sparse *m, double *b)
{
    const struct factor *L = &m->L, *U = &m->U;
    double *y = m->work;
    for (int64_t i = 0; i < m->n; ++i)
        y[m->position[i]] = b[i];
    for (int64_t k = 0; k < m->n; ++k)
        for (int64_t e = L->ptr[k]; y[k] != 0.0 && e < L->ptr[k + 1]; ++e)
            y[L->row[e]] -= L->value[e] * y[k];
    for (int64_t k = m->n - 1; k >= 0; --k) {
        double x = y[k] / m->diagonal[k];
        for (int64_t e = U->ptr[k]; e < U->ptr[k + 1]; ++e)
            y[U->row[e]] -= U->value[e] * x;
        b[m->column[k]] = x;
        y[k] = 0.0;
    }
}
