/* Dense linear systems: LU with row equilibration and partial pivoting for regular systems. */
#include <math.h>
#include <string.h>

#include "internal.h"

DT_INLINE double largest(int64_t n, const double *v, int64_t stride)
{
    double result = 0.0;
    for (int64_t i = 0; i < n; ++i) {
        double a = fabs(v[i * stride]);
        result = a > result ? a : result;
    }
    return result;
}

DT_INLINE bool all_finite(int64_t n, const double *v)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; ++i)
        sum += 0.0 * v[i];
    return sum == 0.0;
}

static double scale_of_extreme(double size)
{
    int exponent;
    frexp(size, &exponent);
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/* The power of two that takes a size > 0 to [0.5, 1), by exponents alone where they are normal. */
DT_INLINE double scale_of(double size)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    uint64_t biased = bits >> 52;
    if (biased == 0 || biased > 2044)
        return scale_of_extreme(size);
    uint64_t scale_bits = (2045 - biased) << 52;
    double scale;
    memcpy(&scale, &scale_bits, sizeof scale);
    return scale;
}

DT_INLINE bool scale_rows(int64_t n, double *A, double *b)
{
    for (int64_t i = 0; i < n; ++i) {
        double size = largest(n, A + i * n, 1);
        if (!all_finite(n, A + i * n))
            return false;
        if (size == 0.0)
            continue;
        double factor = scale_of(size);
        for (int64_t j = 0; j < n; ++j)
            A[i * n + j] *= factor;
        b[i] *= factor;
    }
    return true;
}

/* Multiply rows by powers of two so that their largest element is in [0.5, 1). Zero rows stay.
 * False if an element is not finite. */
bool dt_scale_rows(int64_t n, double *A, double *b) { return scale_rows(n, A, b); }

DT_INLINE void swap_rows(int64_t n, double *A, double *b, int64_t i, int64_t k)
{
    for (int64_t j = 0; j < n; ++j) {
        double a = A[i * n + j];
        A[i * n + j] = A[k * n + j];
        A[k * n + j] = a;
    }
    double c = b[i];
    b[i] = b[k];
    b[k] = c;
}

DT_INLINE void eliminate(int64_t n, double *A, double *b, int64_t k)
{
    const double *pivot = A + k * n;
    for (int64_t i = k + 1; i < n; ++i) {
        double *row = A + i * n;
        if (row[k] == 0.0)
            continue;
        double factor = row[k] / pivot[k];
        for (int64_t j = k + 1; j < n; ++j)
            row[j] -= factor * pivot[j];
        b[i] -= factor * b[k];
    }
}

DT_INLINE void substitute_back(int64_t n, const double *A, double *b)
{
    for (int64_t i = n - 1; i >= 0; --i) {
        double sum = b[i];
        for (int64_t j = i + 1; j < n; ++j)
            sum -= A[i * n + j] * b[j];
        b[i] = sum / A[i * n + i];
    }
}

/* Solve a row-equilibrated regular system in place, the solution in b. DT_SINGULAR when a pivot
 * is rounding noise compared with its column before elimination. */
DT_INLINE int lu_of_scaled(int64_t n, double *A, double *b)
{
    double column_size[DT_DENSE_MAX];
    for (int64_t j = 0; j < n; ++j)
        column_size[j] = largest(n, A + j, n);
    for (int64_t k = 0; k < n; ++k) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; ++i)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k]))
                best = i;
        if (!(fabs(A[best * n + k]) > DT_RANK_TOLERANCE * column_size[k]))
            return DT_SINGULAR;
        if (best != k)
            swap_rows(n, A, b, best, k);
        eliminate(n, A, b, k);
    }
    substitute_back(n, A, b);
    return DT_OK;
}

int dt_lu_solve(int64_t n, double *A, double *b)
{
    if (n > DT_DENSE_MAX)
        return DT_TOO_LARGE;
    return scale_rows(n, A, b) ? lu_of_scaled(n, A, b) : DT_SINGULAR;
}

static int solve_scalar(double a, double *b, double *previous)
{
    if (a != 0.0)
        *previous = *b /= a;
    else if (fabs(*b) <= 1e-12)
        *b = *previous;
    else
        return DT_SINGULAR;
    return DT_OK;
}

/* The system is kept aside so that the rank-deficient case starts from unrounded data. */
DT_INLINE int solve_small(int64_t n, double *A, double *b, double *previous)
{
    double A_kept[DT_LEAST_MAX * DT_LEAST_MAX], b_kept[DT_LEAST_MAX];
    if (!scale_rows(n, A, b))
        return DT_SINGULAR;
    memcpy(A_kept, A, (size_t)(n * n) * sizeof *A);
    memcpy(b_kept, b, (size_t)n * sizeof *b);
    int code = lu_of_scaled(n, A, b);
    if (code != DT_OK) {
        memcpy(b, b_kept, (size_t)n * sizeof *b);
        code = dt_least_change(n, A_kept, b, previous);
    }
    if (code == DT_OK)
        memcpy(previous, b, (size_t)n * sizeof *b);
    return code;
}

static int solve_large(int64_t n, double *A, double *b, double *previous)
{
    if (n > DT_DENSE_MAX)
        return DT_TOO_LARGE;
    if (!scale_rows(n, A, b))
        return DT_SINGULAR;
    if (lu_of_scaled(n, A, b) != DT_OK)
        return DT_TOO_LARGE;
    memcpy(previous, b, (size_t)n * sizeof *b);
    return DT_OK;
}

/* Code of its own for the smallest systems: a few friction elements in a row. */
int dt_solve(int64_t n, double *A, double *b, double *previous)
{
    switch (n) {
    case 1:
        return solve_scalar(A[0], b, previous);
    case 2:
        return solve_small(2, A, b, previous);
    case 3:
        return solve_small(3, A, b, previous);
    case 4:
        return solve_small(4, A, b, previous);
    default:
        if (n <= 0)
            return DT_OK;
        return n <= DT_LEAST_MAX ? solve_small(n, A, b, previous) : solve_large(n, A, b, previous);
    }
}
