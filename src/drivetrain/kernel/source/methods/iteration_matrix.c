/* The matrix I / (h gamma) - J of the Rosenbrock method: dense if small, sparse if large. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods.h"

/* Up to this order dense elimination is faster; beyond it only for full matrices. */
#define MATRIX_SMALL 60
#define FULL_SHARE 0.25

static bool wants_dense(const dt_model *model)
{
    double n = (double)model->n_x;
    if (model->n_x <= MATRIX_SMALL)
        return true;
    return model->n_x <= DT_DENSE_MAX && (double)model->n_jac > FULL_SHARE * n * n;
}

/* Pattern of the matrix: that of the Jacobian and the diagonal. */
static void lay_out_pattern(struct matrix *m, const dt_model *model)
{
    int64_t count = 0;
    for (int64_t j = 0; j < model->n_x; ++j) {
        m->ptr[j] = count;
        m->diagonal[j] = -1;
        for (int64_t e = model->jac_ptr[j]; e < model->jac_ptr[j + 1]; ++e) {
            if (m->diagonal[j] < 0 && model->jac_row[e] >= j) {
                m->diagonal[j] = count;
                if (model->jac_row[e] > j)
                    m->row[count++] = j;
            }
            m->from[e] = count;
            m->row[count++] = model->jac_row[e];
        }
        if (m->diagonal[j] < 0) {
            m->diagonal[j] = count;
            m->row[count++] = j;
        }
    }
    m->ptr[model->n_x] = count;
}

/* Allocate for this model; false if memory is short. */
bool dt_matrix_create(struct matrix *m, const dt_model *model)
{
    size_t n = (size_t)model->n_x, entries = n + (size_t)model->n_jac;
    m->n = model->n_x;
    m->dense = wants_dense(model);
    if (m->dense) {
        m->value = malloc((n * n + 1) * sizeof(double));
        m->pivot = malloc((n + 1) * sizeof(int64_t));
        return m->value && m->pivot;
    }
    m->value = malloc(entries * sizeof(double));
    m->row = malloc(entries * sizeof(int64_t));
    m->from = malloc((size_t)(model->n_jac + 1) * sizeof(int64_t));
    m->ptr = malloc((n + 1) * sizeof(int64_t));
    m->diagonal = malloc(n * sizeof(int64_t));
    if (!m->value || !m->row || !m->from || !m->ptr || !m->diagonal)
        return false;
    lay_out_pattern(m, model);
    m->factors = dt_sparse_create(m->n, m->ptr, m->row);
    return m->factors != NULL;
}

void dt_matrix_destroy(struct matrix *m)
{
    dt_sparse_destroy(m->factors);
    free(m->value);
    free(m->pivot);
    free(m->row);
    free(m->from);
    free(m->ptr);
    free(m->diagonal);
}

static void swap_rows(int64_t n, double *a, double *b)
{
    for (int64_t j = 0; j < n; ++j) {
        double kept = a[j];
        a[j] = b[j];
        b[j] = kept;
    }
}

static void subtract(int64_t n, double factor, const double *restrict row, double *restrict from)
{
    for (int64_t j = 0; j < n; ++j)
        from[j] -= factor * row[j];
}

/* LU factors in place with partial pivoting; false if the matrix is singular. */
static bool factor_dense(int64_t n, double *A, int64_t *pivot)
{
    for (int64_t k = 0; k < n; ++k) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; ++i)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k]))
                best = i;
        double *row = A + k * n;
        pivot[k] = best;
        if (best != k)
            swap_rows(n, row, A + best * n);
        if (row[k] == 0.0 || !isfinite(row[k]))
            return false;
        int64_t end = n;
        while (end > k + 1 && row[end - 1] == 0.0)
            --end;
        for (int64_t i = k + 1; i < n; ++i) {
            double *other = A + i * n;
            if (other[k] == 0.0)
                continue;
            other[k] /= row[k];
            subtract(end - k - 1, other[k], row + k + 1, other + k + 1);
        }
    }
    return true;
}

static void solve_dense(int64_t n, const double *A, const int64_t *pivot, double *b)
{
    for (int64_t k = 0; k < n; ++k) {
        double value = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = value;
    }
    for (int64_t i = 1; i < n; ++i)
        for (int64_t j = 0; j < i; ++j)
            b[i] -= A[i * n + j] * b[j];
    for (int64_t i = n - 1; i >= 0; --i) {
        for (int64_t j = i + 1; j < n; ++j)
            b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

static void fill_dense(struct matrix *m, const dt_model *model, const double *jac, double shift)
{
    memset(m->value, 0, (size_t)(m->n * m->n) * sizeof(double));
    for (int64_t j = 0; j < m->n; ++j) {
        for (int64_t e = model->jac_ptr[j]; e < model->jac_ptr[j + 1]; ++e)
            m->value[model->jac_row[e] * m->n + j] = -jac[e];
        m->value[j * m->n + j] += shift;
    }
}

static void fill_sparse(struct matrix *m, const dt_model *model, const double *jac, double shift)
{
    for (int64_t j = 0; j < m->n; ++j)
        m->value[m->diagonal[j]] = 0.0;
    for (int64_t e = 0; e < model->n_jac; ++e)
        m->value[m->from[e]] = -jac[e];
    for (int64_t j = 0; j < m->n; ++j)
        m->value[m->diagonal[j]] += shift;
}

/* Factorise shift I - J. Returns DT_OK, DT_SINGULAR, or DT_PIVOT if a new pivot order is needed. */
int dt_matrix_factor(struct matrix *m, const dt_model *model, const double *jac, double shift)
{
    if (m->dense) {
        fill_dense(m, model, jac, shift);
        return factor_dense(m->n, m->value, m->pivot) ? DT_OK : DT_SINGULAR;
    }
    fill_sparse(m, model, jac, shift);
    return dt_sparse_factor(m->factors, m->value);
}

void dt_matrix_solve(struct matrix *m, double *b)
{
    if (m->dense)
        solve_dense(m->n, m->value, m->pivot, b);
    else
        dt_sparse_solve(m->factors, b);
}

int dt_jacobian_to_come(dt_io *io)
{
    (void)io;
    return DT_NO_JACOBIAN;
}
