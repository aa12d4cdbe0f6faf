/* Dense linear systems: LU with row equilibration and partial pivoting for regular systems.
 *
 * The matrix of a loop of friction elements consists of inertias and modes, so it stays the same from one
 * event to the next; its factors are kept with it. Systems of a few unknowns have specialised code, in which
 * the compiler unrolls the loops.
 *
 * An entry may be a sum whose terms cancel: members coupled both by a planetary and by a gear leave 1 - (1 -
 * i) - i, which is rounding and not zero. So rank is judged relative to the magnitudes of the terms, by which
 * rows are scaled too, and never relative to their difference. These magnitudes are needed only when factors
 * are computed or rank is deficient, and are computed only then. */
#include <math.h>
#include <string.h>

#include "linalg.h"

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

/* The power of two that scales a number > 0 to [0.5, 1). */
double dt_scale_of(double size)
{
    int exponent;
    frexp(size, &exponent);
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/* The same, by exponents alone for normal numbers. */
DT_INLINE double scale_of(double size)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    uint64_t biased = bits >> 52;
    if (biased == 0 || biased > 2044)
        return dt_scale_of(size);
    uint64_t scale_bits = (2045 - biased) << 52;
    double scale;
    memcpy(&scale, &scale_bits, sizeof scale);
    return scale;
}

/* The power of two that scales the largest element of a row to [0.5, 1); 1 for a row of zeros. False if an
 * element is not finite. */
DT_INLINE bool row_scale(int64_t n, const double *row, double *scale)
{
    double size = largest(n, row, 1);
    *scale = size == 0.0 ? 1.0 : scale_of(size);
    return all_finite(n, row);
}

/* Scale rows of the system, and the magnitudes of their terms, by these magnitudes. */
static bool equilibrate(int64_t n, double *A, double *b, double *size)
{
    for (int64_t i = 0; i < n; ++i) {
        double scale;
        if (!row_scale(n, size + i * n, &scale) || !all_finite(n, A + i * n))
            return false;
        for (int64_t j = 0; j < n; ++j) {
            A[i * n + j] *= scale;
            size[i * n + j] *= scale;
        }
        b[i] *= scale;
        size[n * n + i] *= scale;
    }
    return true;
}

DT_INLINE void swap_rows(int64_t n, double *A, int64_t i, int64_t k)
{
    for (int64_t j = 0; j < n; ++j) {
        double a = A[i * n + j];
        A[i * n + j] = A[k * n + j];
        A[k * n + j] = a;
    }
}

/* Subtract multiples of row k from those below; the multipliers replace the zeros. The reciprocal of the
 * pivot is stored on the diagonal. */
DT_INLINE void eliminate(int64_t n, double *A, int64_t k)
{
    const double *pivot = A + k * n;
    for (int64_t i = k + 1; i < n; ++i) {
        double *row = A + i * n;
        if (row[k] == 0.0)
            continue;
        double factor = row[k] * pivot[k];
        for (int64_t j = k + 1; j < n; ++j)
            row[j] -= factor * pivot[j];
        row[k] = factor;
    }
}

DT_INLINE void swap(double *v, int64_t i, int64_t k)
{
    double a = v[i];
    v[i] = v[k];
    v[k] = a;
}

/* Reliability of the factors. */
enum worth { UNKNOWN = 0, REGULAR = 1, DEFICIENT = 2, DOUBTED = 3 };

/* LU factors of A with equilibrated rows, and the reciprocals of the pivots on the diagonal; `lu`
 * may be A itself, and `size` too. Row k of the factors is row order[k] of A times scale[k].
 * Deficient when a pivot is rounding noise compared with the sizes in its column, or an element is
 * not finite. */
DT_INLINE enum worth factorise(int64_t n, const double *A, const double *size, double *lu,
                               double *scale, double *order)
{
    double column_size[DT_DENSE_MAX];
    enum worth worth = REGULAR;
    memset(column_size, 0, (size_t)n * sizeof *column_size);
    for (int64_t i = 0; i < n; ++i) {
        if (!row_scale(n, size + i * n, scale + i) || !all_finite(n, A + i * n))
            return DEFICIENT;
        for (int64_t j = 0; j < n; ++j) {
            column_size[j] = dt_fmax(column_size[j], fabs(size[i * n + j]) * scale[i]);
            lu[i * n + j] = A[i * n + j] * scale[i];
        }
        order[i] = (double)i;
    }
    for (int64_t k = 0; k < n; ++k) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; ++i)
            if (fabs(lu[i * n + k]) > fabs(lu[best * n + k]))
                best = i;
        if (!(fabs(lu[best * n + k]) > DT_RANK_TOLERANCE * column_size[k]))
            return DEFICIENT;
        if (fabs(lu[best * n + k]) < DT_DOUBTFUL * column_size[k])
            worth = DOUBTED;
        if (best != k) {
            swap_rows(n, lu, best, k);
            swap(scale, best, k);
            swap(order, best, k);
        }
        lu[k * n + k] = 1.0 / lu[k * n + k];
        eliminate(n, lu, k);
    }
    return worth;
}

/* Solve with these factors: b and `previous` receive the solution, x is workspace. They are written one by
 * one, since reading them back in larger pieces would stall the processor. */
DT_INLINE void substitute(int64_t n, const double *lu, const double *scale, const double *order,
                          double *x, double *b, double *previous)
{
    for (int64_t k = 0; k < n; ++k)
        x[k] = b[(int64_t)order[k]] * scale[k];
    for (int64_t k = 0; k < n; ++k)
        for (int64_t i = k + 1; i < n; ++i)
            x[i] -= lu[i * n + k] * x[k];
    for (int64_t i = n - 1; i >= 0; --i) {
        double sum = x[i];
        for (int64_t j = i + 1; j < n; ++j)
            sum -= lu[i * n + j] * x[j];
        x[i] = b[i] = previous[i] = sum * lu[i * n + i];
    }
}

int dt_lu_solve(int64_t n, double *A, double *b)
{
    double scale[DT_DENSE_MAX], order[DT_DENSE_MAX], x[DT_DENSE_MAX];
    if (n > DT_DENSE_MAX)
        return DT_TOO_LARGE;
    if (factorise(n, A, A, A, scale, order) == DEFICIENT)
        return DT_SINGULAR;
    substitute(n, A, scale, order, x, b, b);
    return DT_OK;
}

/* A single unknown that may have any value: use the previous one, within the limits, if there are any. */
static int keep_scalar(double *b, const double *size, double *previous, const struct limits *limits)
{
    double terms = size[1] + size[0] * fabs(*previous);
    if (!(fabs(*b) <= DT_CONSISTENCY * terms + DT_CONSISTENCY_FLOOR))
        return DT_SINGULAR;
    for (int64_t k = 0; limits && k < limits->count; ++k) {
        const double *row = limits->rows + 3 * k;
        double load = row[2] * *previous;
        if (load < row[0] || load > row[1])
            *previous = (load < row[0] ? row[0] : row[1]) / row[2];
    }
    *b = *previous;
    return DT_OK;
}

static int solve_deficient(int64_t n, double *A, double *b, double *size, double *previous,
                           uint64_t shared, double *kept, const struct limits *limits)
{
    if (n == 1)
        return keep_scalar(b, size, previous, limits);
    dt_least_recall(n, size, shared, kept);
    if (!equilibrate(n, A, b, size))
        return DT_SINGULAR;
    int code = dt_least_change(n, A, b, size, previous, shared, kept, limits);
    if (code == DT_OK)
        memcpy(previous, b, (size_t)n * sizeof *b);
    return code;
}

static int solve_large(int64_t n, double *A, double *b, double *previous)
{
    if (n <= DT_DENSE_MAX && !all_finite(n * n, A))
        return DT_SINGULAR;
    int code = dt_lu_solve(n, A, b);
    if (code == DT_OK)
        memcpy(previous, b, (size_t)n * sizeof *b);
    return code == DT_SINGULAR ? DT_TOO_LARGE : code;
}

/* They usually are the same, so all are compared at once. */
DT_INLINE bool same_bits(int64_t n, const double *a, const double *b)
{
    uint64_t differing = 0;
    for (int64_t i = 0; i < n; ++i) {
        uint64_t left, right;
        memcpy(&left, a + i, sizeof left);
        memcpy(&right, b + i, sizeof right);
        differing |= left ^ right;
    }
    return differing == 0;
}

/* Distinguish doubtful factors from good ones by a rank-revealing decomposition. */
static enum worth judged(int64_t n, const double *A, const double *size)
{
    double B[DT_LEAST_MAX * DT_LEAST_MAX], terms[DT_LEAST_MAX * (DT_LEAST_MAX + 1)];
    double b[DT_LEAST_MAX] = {0.0};
    memcpy(B, A, (size_t)(n * n) * sizeof *B);
    memcpy(terms, size, (size_t)(n * n) * sizeof *terms);
    memset(terms + n * n, 0, (size_t)n * sizeof *terms);
    return equilibrate(n, B, b, terms) && dt_rank(n, B, terms) == n ? REGULAR : DEFICIENT;
}

/* Layout of the data kept for a system: factors if it is regular, otherwise the data of minimum_norm.c. */
struct kept {
    double *worth, *matrix, *lu, *scale, *order, *open;
};

DT_INLINE struct kept parts(int64_t n, double *factors)
{
    double *matrix = factors + 1, *lu = matrix + n * n, *scale = lu + n * n;
    return (struct kept){factors, matrix, lu, scale, scale + n, lu};
}

DT_INLINE int solve_again(int64_t n, const double *A, double *b, double *previous, double *factors)
{
    struct kept kept = parts(n, factors);
    double x[DT_LEAST_MAX];
    if (*kept.worth != REGULAR || !same_bits(n * n, A, kept.matrix))
        return DT_UNSIZED;
    if (n == 1)
        *previous = *b /= *A;
    else
        substitute(n, kept.lu, kept.scale, kept.order, x, b, previous);
    return DT_OK;
}

int dt_solve_again(int64_t n, const double *A, double *b, double *previous, double *factors)
{
    switch (n) {
    case 1:
        return solve_again(1, A, b, previous, factors);
    case 2:
        return solve_again(2, A, b, previous, factors);
    case 3:
        return solve_again(3, A, b, previous, factors);
    case 4:
        return solve_again(4, A, b, previous, factors);
    default:
        if (n < 1 || n > DT_LEAST_MAX)
            return DT_UNSIZED;
        return solve_again(n, A, b, previous, factors);
    }
}

/* Factorise if the stored factors belong to another matrix. */
static enum worth refresh(int64_t n, const double *A, const double *size, double *factors)
{
    struct kept kept = parts(n, factors);
    if (*kept.worth != UNKNOWN && same_bits(n * n, A, kept.matrix))
        return (enum worth)*kept.worth;
    memcpy(kept.matrix, A, (size_t)(n * n) * sizeof *A);
    enum worth worth = factorise(n, A, size, kept.lu, kept.scale, kept.order);
    if (worth == DOUBTED)
        worth = judged(n, A, size);
    *kept.worth = worth;
    if (worth == DEFICIENT)
        *kept.open = 0.0;
    return worth;
}

int dt_solve_sized(int64_t n, double *A, double *b, double *size, double *previous, double *factors,
                   uint64_t shared)
{
    if (n <= 0)
        return DT_OK;
    if (n > DT_LEAST_MAX)
        return solve_large(n, A, b, previous);
    if (refresh(n, A, size, factors) == REGULAR)
        return dt_solve_again(n, A, b, previous, factors);
    if (!shared)
        return DT_SINGULAR;
    return solve_deficient(n, A, b, size, previous, shared, parts(n, factors).open, NULL);
}

int dt_solve_limited(int64_t n, double *A, double *b, double *size, double *previous, double *factors,
                     uint64_t shared, int64_t count, const double *rows)
{
    if (n <= 0 || n > DT_LEAST_MAX || refresh(n, A, size, factors) == REGULAR)
        return dt_solve_sized(n, A, b, size, previous, factors, shared);
    struct limits limits = {count, rows};
    return solve_deficient(n, A, b, size, previous, shared, parts(n, factors).open, &limits);
}

int dt_solve(int64_t n, double *A, double *b, double *previous)
{
    double factors[DT_FACTORS(DT_LEAST_MAX)], size[DT_LEAST_MAX * (DT_LEAST_MAX + 1)];
    for (int64_t i = 0; n <= DT_LEAST_MAX && i < n * n + n; ++i)
        size[i] = fabs(i < n * n ? A[i] : b[i - n * n]);
    factors[0] = UNKNOWN;
    return dt_solve_sized(n, A, b, size, previous, factors, DT_ALL_SHARED);
}
