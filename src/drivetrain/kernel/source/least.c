/* Rank-deficient but consistent linear systems: the solution nearest to a given vector.
 *
 * A complete orthogonal decomposition in two steps (Golub & Van Loan, Matrix Computations, 5.4):
 * a QR decomposition with column pivoting finds the rank and r independent equations, a second QR
 * of their transpose gives the shortest change that satisfies them. */
#include <math.h>
#include <string.h>

#include "internal.h"

/* Of unknowns that do not count; its square is one over the last bit. */
#define LARGE_UNIT 0x1p26

/* Householder vector of v[0], v[stride], ...: overwritten by the reflector, v[0] by its leading
 * element. Returns the element that the reflection leaves; *beta is 2 / |v|^2 (0: nothing to do). */
static double reflector(int64_t n, double *v, int64_t stride, double *beta)
{
    double squares = 0.0;
    for (int64_t i = 0; i < n; ++i)
        squares += v[i * stride] * v[i * stride];
    double norm = sqrt(squares);
    *beta = 0.0;
    if (norm == 0.0)
        return 0.0;
    double result = v[0] > 0.0 ? -norm : norm;
    v[0] -= result;
    *beta = -1.0 / (result * v[0]);
    return result;
}

static void reflect(int64_t n, const double *v, int64_t v_stride, double beta, double *w,
                    int64_t w_stride)
{
    double dot = 0.0;
    for (int64_t i = 0; i < n; ++i)
        dot += v[i * v_stride] * w[i * w_stride];
    for (int64_t i = 0; i < n; ++i)
        w[i * w_stride] -= beta * dot * v[i * v_stride];
}

/* Scale columns so that the largest of their terms is 1 and remember the factors (1 for zero
 * columns). Returns the length of the longest column of terms. */
static double scale_columns(int64_t n, double *A, const double *size, double *factor)
{
    double longest = 0.0;
    for (int64_t j = 0; j < n; ++j) {
        double most = 0.0, squares = 0.0;
        for (int64_t i = 0; i < n; ++i)
            most = fmax(most, fabs(size[i * n + j]));
        factor[j] = most > 0.0 ? most : 1.0;
        for (int64_t i = 0; i < n; ++i) {
            A[i * n + j] /= factor[j];
            squares += size[i * n + j] / factor[j] * (size[i * n + j] / factor[j]);
        }
        longest = fmax(longest, sqrt(squares));
    }
    return longest;
}

/* Number of the longest of `count` vectors, each `next` behind the one before. */
static int64_t longest_of(int64_t count, int64_t n, const double *v, int64_t next, int64_t stride)
{
    int64_t best = 0;
    double most = -1.0;
    for (int64_t k = 0; k < count; ++k) {
        double squares = 0.0;
        for (int64_t i = 0; i < n; ++i)
            squares += v[k * next + i * stride] * v[k * next + i * stride];
        if (squares > most) {
            most = squares;
            best = k;
        }
    }
    return best;
}

static void exchange(int64_t n, double *v, double *w, int64_t stride)
{
    for (int64_t i = 0; i < n; ++i) {
        double before = v[i * stride];
        v[i * stride] = w[i * stride];
        w[i * stride] = before;
    }
}

static void swap_columns(int64_t n, double *A, int64_t *order, int64_t j, int64_t k)
{
    exchange(n, A + j, A + k, n);
    int64_t o = order[j];
    order[j] = order[k];
    order[k] = o;
}

/* Column-pivoted QR in place; b becomes Q^T b. Elements below the diagonal are zeroed. Returns the
 * rank: what is left of columns whose terms are at most `longest` long is more than rounding. */
static int64_t pivoted_qr(int64_t n, double *A, double *b, int64_t *order, double longest)
{
    for (int64_t k = 0; k < n; ++k) {
        int64_t best = k + longest_of(n - k, n - k, A + k * n + k, 1, n);
        if (best != k)
            swap_columns(n, A, order, best, k);
        double beta, *v = A + k * n + k;
        double diagonal = reflector(n - k, v, n, &beta);
        if (!(fabs(diagonal) > DT_RANK_TOLERANCE * (double)n * longest))
            return k;
        for (int64_t j = k + 1; j < n; ++j)
            reflect(n - k, v, n, beta, A + k * n + j, n);
        reflect(n - k, v, n, beta, b + k, 1);
        v[0] = diagonal;
        for (int64_t i = k + 1; i < n; ++i)
            A[i * n + k] = 0.0;
    }
    return n;
}

/* Equations 0..rank-1 of the triangular form in the original unknowns: rows of B, equilibrated,
 * with the right-hand side as required change of B x. */
static void independent_rows(int64_t n, int64_t rank, const double *R, const int64_t *order,
                             const double *factor, const double *previous, double *B, double *b)
{
    for (int64_t i = 0; i < rank; ++i) {
        double *row = B + i * n, size = 0.0;
        memset(row, 0, (size_t)n * sizeof *row);
        for (int64_t j = i; j < n; ++j) {
            row[order[j]] = R[i * n + j] * factor[order[j]];
            size = fmax(size, fabs(row[order[j]]));
        }
        double missing = b[i];
        for (int64_t j = 0; j < n; ++j)
            missing -= row[j] * previous[j];
        for (int64_t j = 0; j < n; ++j)
            row[j] /= size;
        b[i] = missing / size;
    }
}

/* Exchange row i for the longest of those left, counted from column i on. */
static void pivot_rows(int64_t n, int64_t rank, int64_t i, double *B, double *c)
{
    int64_t best = i + longest_of(rank - i, n - i, B + i * n + i, n, 1);
    if (best == i)
        return;
    exchange(n, B + i * n, B + best * n, 1);
    exchange(1, c + i, c + best, 1);
}

/* Shortest d with B d = c, B of full row rank; d overwrites c[n]. Columns are in descending order of
 * size, which together with pivoting keeps the small ones accurate. */
static void shortest_solution(int64_t n, int64_t rank, double *B, double *c)
{
    double beta[DT_LEAST_MAX], diagonal[DT_LEAST_MAX];
    for (int64_t i = 0; i < rank; ++i) {
        double *v = B + i * n + i;
        pivot_rows(n, rank, i, B, c);
        diagonal[i] = reflector(n - i, v, 1, &beta[i]);
        for (int64_t k = i + 1; k < rank; ++k)
            reflect(n - i, v, 1, beta[i], B + k * n + i, 1);
    }
    for (int64_t i = 0; i < rank; ++i) {
        for (int64_t k = 0; k < i; ++k)
            c[i] -= B[i * n + k] * c[k];
        c[i] /= diagonal[i];
    }
    for (int64_t i = rank; i < n; ++i)
        c[i] = 0.0;
    for (int64_t i = rank - 1; i >= 0; --i)
        reflect(n - i, B + i * n + i, 1, beta[i], c + i, 1);
}

/* The same, where only shared unknowns count: the change of others is measured in units so large that
 * its length is nothing. */
static void least_of_shared(int64_t n, int64_t rank, uint64_t shared, const double *B, double *c)
{
    double C[DT_LEAST_MAX * DT_LEAST_MAX], d[DT_LEAST_MAX];
    int64_t place[DT_LEAST_MAX], first = 0, last = n;
    for (int64_t j = n - 1; j >= 0; --j)
        if (shared >> j & 1u)
            place[j] = --last;
    for (int64_t j = 0; j < n; ++j)
        if (!(shared >> j & 1u))
            place[j] = first++;
    for (int64_t i = 0; i < rank; ++i)
        for (int64_t j = 0; j < n; ++j)
            C[i * n + place[j]] = B[i * n + j] * (place[j] < first ? LARGE_UNIT : 1.0);
    memcpy(d, c, (size_t)n * sizeof *d);
    shortest_solution(n, rank, C, d);
    for (int64_t j = 0; j < n; ++j)
        c[j] = d[place[j]] * (place[j] < first ? LARGE_UNIT : 1.0);
}

/* Size of the terms that the equations add up. */
static double size_of_terms(int64_t n, const double *size, const double *previous)
{
    double most = 0.0;
    for (int64_t i = 0; i < n; ++i) {
        most = fmax(most, size[n * n + i]);
        for (int64_t j = 0; j < n; ++j)
            most = fmax(most, fabs(size[i * n + j] * previous[j]));
    }
    return most;
}

/* Rank of A, n <= DT_LEAST_MAX, whose rows are equilibrated with the sizes of their terms; A is
 * overwritten. */
int64_t dt_rank(int64_t n, double *A, const double *size)
{
    double factor[DT_LEAST_MAX], b[DT_LEAST_MAX] = {0.0};
    int64_t order[DT_LEAST_MAX] = {0};
    double longest = scale_columns(n, A, size, factor);
    return pivoted_qr(n, A, b, order, longest);
}

/* The same system as for the rank, with the sizes of the terms of b behind the others; the solution
 * overwrites b. */
int dt_least_change(int64_t n, double *A, double *b, const double *size, const double *previous,
                    uint64_t shared)
{
    double B[DT_LEAST_MAX * DT_LEAST_MAX], factor[DT_LEAST_MAX];
    int64_t order[DT_LEAST_MAX];
    double most = size_of_terms(n, size, previous);
    for (int64_t j = 0; j < n; ++j)
        order[j] = j;
    double longest = scale_columns(n, A, size, factor);
    int64_t rank = pivoted_qr(n, A, b, order, longest);
    for (int64_t i = rank; i < n; ++i)
        if (!(fabs(b[i]) <= DT_CONSISTENCY * most + DT_CONSISTENCY_FLOOR))
            return DT_SINGULAR;
    independent_rows(n, rank, A, order, factor, previous, B, b);
    least_of_shared(n, rank, shared, B, b);
    for (int64_t j = 0; j < n; ++j)
        b[j] += previous[j];
    return DT_OK;
}
