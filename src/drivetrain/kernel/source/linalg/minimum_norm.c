/* Rank-deficient but consistent linear systems: the solution nearest to a given vector.
 *
 * A complete orthogonal decomposition in two steps (Golub & Van Loan, Matrix Computations, 5.4): a QR
 * decomposition with column pivoting finds the rank and r independent equations, a second QR of their
 * transpose gives the minimum-norm change that satisfies them. */
#include <math.h>
#include <string.h>

#include "linalg.h"

/* Unit of unknowns that do not count; its square is the reciprocal of the last bit. */
#define LARGE_UNIT 0x1p26
/* Remainder of a dependent row that counts as rounding. */
#define INDEPENDENT 1e-11

/* Householder vector of v[n]: overwritten by the reflector. Returns the remaining element; *beta is 2 / |v|^2
 * (0: nothing to do). */
static double reflector(int64_t n, double *v, double *beta)
{
    double squares = 0.0;
    for (int64_t i = 0; i < n; ++i)
        squares += v[i] * v[i];
    double norm = sqrt(squares);
    *beta = 0.0;
    if (norm == 0.0)
        return 0.0;
    double result = v[0] > 0.0 ? -norm : norm;
    v[0] -= result;
    *beta = -1.0 / (result * v[0]);
    return result;
}

static void reflect(int64_t n, const double *v, double beta, double *w)
{
    double dot = 0.0;
    for (int64_t i = 0; i < n; ++i)
        dot += v[i] * w[i];
    for (int64_t i = 0; i < n; ++i)
        w[i] -= beta * dot * v[i];
}

/* Scale columns so that the largest of their terms is 1 and remember the factors (1 for zero
 * columns). Returns the length of the longest column of terms. */
static double scale_columns(int64_t n, double *A, const double *size, double *factor)
{
    double longest = 0.0;
    for (int64_t j = 0; j < n; ++j) {
        double most = 0.0, squares = 0.0;
        for (int64_t i = 0; i < n; ++i)
            most = fabs(size[i * n + j]) > most ? fabs(size[i * n + j]) : most;
        factor[j] = most > 0.0 ? most : 1.0;
        for (int64_t i = 0; i < n; ++i) {
            A[i * n + j] /= factor[j];
            squares += size[i * n + j] / factor[j] * (size[i * n + j] / factor[j]);
        }
        longest = fmax(longest, sqrt(squares));
    }
    return longest;
}

/* Index of the longest column of A from `first` to `end`, rows from `first` on. `sum` provides space for one
 * number per column. The sums of all columns are computed in parallel; each adds up its terms in order. */
DT_CLONES static int64_t longest_column(int64_t n, int64_t first, int64_t end, const double *A, double *sum)
{
    for (int64_t j = first; j < end; ++j)
        sum[j] = 0.0;
    for (int64_t i = first; i < n; ++i)
        for (int64_t j = first; j < end; ++j)
            sum[j] += A[i * n + j] * A[i * n + j];
    int64_t best = first;
    for (int64_t j = first + 1; j < end; ++j)
        if (sum[j] > sum[best])
            best = j;
    return best;
}

/* Apply the reflector v[n - k], which belongs to row k and those below, to the columns from k + 1 to
 * `end`. */
DT_CLONES static void reflect_columns(int64_t n, int64_t k, int64_t end, const double *restrict v, double beta,
                                      double *restrict A, double *restrict sum)
{
    for (int64_t j = k + 1; j < end; ++j)
        sum[j] = 0.0;
    for (int64_t i = k; i < n; ++i)
        for (int64_t j = k + 1; j < end; ++j)
            sum[j] += v[i - k] * A[i * n + j];
    for (int64_t j = k + 1; j < end; ++j)
        sum[j] *= beta;
    for (int64_t i = k; i < n; ++i)
        for (int64_t j = k + 1; j < end; ++j)
            A[i * n + j] -= sum[j] * v[i - k];
}

static void exchange_columns(int64_t n, double *A, int64_t j, int64_t k)
{
    for (int64_t i = 0; i < n; ++i) {
        double before = A[i * n + j];
        A[i * n + j] = A[i * n + k];
        A[i * n + k] = before;
    }
}

/* Column-pivoted QR of the first `count` columns of A, in place; elements below the diagonal are zeroed. Step
 * k exchanges columns k and pivot[k]; its reflector is stored as the first n - k numbers of row k of V.
 * Returns the number of steps until the remaining columns are no longer than `least`. */
static int64_t pivoted_qr(int64_t n, int64_t count, double *A, double least, double *V, double *beta,
                          double *pivot)
{
    double sum[DT_LEAST_MAX];
    for (int64_t k = 0; k < count; ++k) {
        int64_t best = longest_column(n, k, count, A, sum);
        pivot[k] = (double)best;
        if (best != k)
            exchange_columns(n, A, k, best);
        double *v = V + k * n;
        for (int64_t i = k; i < n; ++i)
            v[i - k] = A[i * n + k];
        double diagonal = reflector(n - k, v, &beta[k]);
        if (!(fabs(diagonal) > least))
            return k;
        reflect_columns(n, k, count, v, beta[k], A, sum);
        for (int64_t i = k; i < n; ++i)
            A[i * n + k] = 0.0;
        A[k * n + k] = diagonal;
    }
    return count;
}

/* Data kept for a rank-deficient matrix: given its decomposition a solution takes of the order of n^2
 * operations. */
struct open {
    double *rank;             /* plus one; 0: no decomposition is stored */
    double *shared;           /* the unknowns that count, */
    double *size;             /* [n * n] and magnitudes of the terms, for which it was made */
    double *V, *beta;         /* reflectors of the equations, */
    double *rows, *row_size;  /* [rank * n] the independent ones, in the original unknowns, */
    double *W, *gamma;        /* reflectors of these rows, */
    double *triangle;         /* [n * n] the resulting triangle, column by row, */
    double *pivot;            /* and row exchanges */
    double *place;            /* of an unknown in the reflectors W: those that do not count come first */
    double *work;             /* [n] */
};

static struct open parts(int64_t n, double *kept)
{
    int64_t square = n * n;
    double *size = kept + 2, *V = size + square, *rows = V + square, *W = rows + square, *R = W + square,
           *v = R + square;
    return (struct open){kept, kept + 1, size, V, v, rows, v + n, W, v + 2 * n, R, v + 3 * n, v + 4 * n,
                         v + 5 * n};
}

/* Equations 0..rank-1 of the triangular form R in the original unknowns, scaled by `factor`. */
static void independent_rows(int64_t n, int64_t rank, const double *R, const double *factor, struct open *o)
{
    int64_t order[DT_LEAST_MAX];
    for (int64_t j = 0; j < n; ++j)
        order[j] = j;
    for (int64_t k = 0; k < n && k <= rank; ++k) {
        int64_t best = (int64_t)o->pivot[k], before = order[k];
        order[k] = order[best];
        order[best] = before;
    }
    for (int64_t i = 0; i < rank; ++i) {
        double *row = o->rows + i * n, size = 0.0;
        memset(row, 0, (size_t)n * sizeof *row);
        for (int64_t j = i; j < n; ++j) {
            row[order[j]] = R[i * n + j] * factor[order[j]];
            size = fmax(size, fabs(row[order[j]]));
        }
        o->row_size[i] = size;
    }
}

/* The same equilibrated, as columns; shared unknowns come last. The others are measured in units so large
 * that their change has negligible length. Columns of descending magnitude together with pivoting keep small
 * ones accurate. */
static void place_rows(int64_t n, int64_t rank, uint64_t shared, struct open *o)
{
    int64_t first = 0, last = n;
    for (int64_t j = n - 1; j >= 0; --j)
        if (shared >> j & 1u)
            o->place[j] = (double)--last;
    for (int64_t j = 0; j < n; ++j)
        if (!(shared >> j & 1u))
            o->place[j] = (double)first++;
    for (int64_t j = 0; j < n; ++j) {
        double unit = shared >> j & 1u ? 1.0 : LARGE_UNIT;
        double *to = o->triangle + (int64_t)o->place[j] * n;
        for (int64_t i = 0; i < rank; ++i)
            to[i] = o->rows[i * n + j] / o->row_size[i] * unit;
    }
}

/* Shortest d with the rows times d = c; d overwrites c[n]. */
static void shortest_solution(int64_t n, int64_t rank, const struct open *o, double *c)
{
    for (int64_t i = 0; i < rank; ++i) {
        int64_t best = (int64_t)o->pivot[i];
        double before = c[i];
        c[i] = c[best];
        c[best] = before;
    }
    for (int64_t i = 0; i < rank; ++i) {
        for (int64_t k = 0; k < i; ++k)
            c[i] -= o->triangle[k * n + i] * c[k];
        c[i] /= o->triangle[i * n + i];
    }
    for (int64_t i = rank; i < n; ++i)
        c[i] = 0.0;
    for (int64_t i = rank - 1; i >= 0; --i)
        reflect(n - i, o->W + i * n, o->gamma[i], c + i);
}

/* The change of the original unknowns that satisfies the independent equations, with right-hand side b. */
static void least_of_shared(int64_t n, int64_t rank, uint64_t shared, const struct open *o,
                            const double *previous, double *b)
{
    double d[DT_LEAST_MAX];
    for (int64_t i = 0; i < rank; ++i) {
        const double *row = o->rows + i * n;
        double missing = b[i];
        for (int64_t j = 0; j < n; ++j)
            missing -= row[j] * previous[j];
        d[i] = missing / o->row_size[i];
    }
    shortest_solution(n, rank, o, d);
    for (int64_t j = 0; j < n; ++j)
        b[j] = d[(int64_t)o->place[j]] * (shared >> j & 1u ? 1.0 : LARGE_UNIT);
}

/* Magnitude of the terms summed in the equations. */
static double size_of_terms(int64_t n, const double *size, const double *previous)
{
    double most = 0.0;
    for (int64_t i = 0; i < n; ++i) {
        most = fmax(most, size[n * n + i]);
        for (int64_t j = 0; j < n; ++j) {
            double term = fabs(size[i * n + j] * previous[j]);
            most = term > most ? term : most;
        }
    }
    return most;
}

/* The part of columns with terms of this length that may be rounding. */
static double rounding(int64_t n, double longest) { return DT_RANK_TOLERANCE * (double)n * longest; }

/* Rank of A, n <= DT_LEAST_MAX, whose rows are equilibrated with the magnitudes of their terms; A is
 * overwritten. */
int64_t dt_rank(int64_t n, double *A, const double *size)
{
    double factor[DT_LEAST_MAX], beta[DT_LEAST_MAX], pivot[DT_LEAST_MAX];
    double V[DT_LEAST_MAX * DT_LEAST_MAX];
    double longest = scale_columns(n, A, size, factor);
    return pivoted_qr(n, n, A, rounding(n, longest), V, beta, pivot);
}

/* Decompose A, which is overwritten. */
static void decompose(int64_t n, double *A, const double *size, uint64_t shared, struct open *o)
{
    double longest = scale_columns(n, A, size, o->work);
    int64_t rank = pivoted_qr(n, n, A, rounding(n, longest), o->V, o->beta, o->pivot);
    independent_rows(n, rank, A, o->work, o);
    place_rows(n, rank, shared, o);
    pivoted_qr(n, rank, o->triangle, -1.0, o->W, o->gamma, o->pivot);
    *o->rank = (double)(rank + 1);
}

/* Discard the stored data if it belongs to other magnitudes of terms, by which rows are scaled, or to other
 * shared unknowns. To be called before anything is scaled; `kept` provides space for DT_LEAST_KEPT(n)
 * numbers. */
void dt_least_recall(int64_t n, const double *size, uint64_t shared, double *kept)
{
    struct open o = parts(n, kept);
    size_t bytes = (size_t)(n * n) * sizeof *size;
    if (*o.rank != 0.0 && memcmp(o.shared, &shared, sizeof shared) == 0 && memcmp(o.size, size, bytes) == 0)
        return;
    *o.rank = 0.0;
    memcpy(o.size, size, bytes);
    memcpy(o.shared, &shared, sizeof shared);
}

/* Limited loads: those fixed at a limit are additional equations. */
struct saturated {
    struct nearest nearest;
    int64_t n, rank;
    uint64_t shared;
    const struct open *open;
    const double *right;      /* [rank] of the independent equations */
    const double *previous;
    const struct limits *limits;
    int64_t kept;             /* number of fixed loads, and their indices */
    int64_t which[DT_LEAST_MAX];
    double from[DT_LEAST_MAX]; /* the target of the nearest solution */
    double u[DT_LEAST_MAX];
    double low[DT_LEAST_MAX], high[DT_LEAST_MAX], load[DT_LEAST_MAX];
    double strain[DT_LEAST_MAX], strain_before[DT_LEAST_MAX];
    int8_t at[DT_LEAST_MAX], at_before[DT_LEAST_MAX];
    double room[DT_LEAST_KEPT(DT_LEAST_MAX)];
};

static const double *coefficients(const struct saturated *s, int64_t load)
{
    return s->limits->rows + load * (s->n + 2) + 2;
}

static double load_of(const struct saturated *s, int64_t load, const double *u)
{
    double sum = 0.0;
    for (int64_t j = 0; j < s->n; ++j)
        sum += coefficients(s, load)[j] * u[j];
    return sum;
}

static bool within_limits(const struct saturated *s, const double *u)
{
    for (int64_t k = 0; k < s->limits->count; ++k) {
        double load = load_of(s, k, u);
        if (load > s->high[k] || load < s->low[k])
            return false;
    }
    return true;
}

static double bound(const struct saturated *s, int64_t load)
{
    return s->at[load] > 0 ? s->high[load] : s->low[load];
}

static void add_row(const struct saturated *s, struct open *o, int64_t row, const double *from)
{
    double size = 0.0;
    for (int64_t j = 0; j < s->n; ++j) {
        o->rows[row * s->n + j] = from[j];
        size = fmax(size, fabs(from[j]));
    }
    o->row_size[row] = size;
}

/* The equations, and one more for each fixed load. Returns their number. */
static int64_t write_rows(struct saturated *s, struct open *o, double *right)
{
    int64_t rows = s->rank;
    s->kept = 0;
    for (int64_t i = 0; i < s->rank; ++i) {
        add_row(s, o, i, s->open->rows + i * s->n);
        right[i] = s->right[i];
    }
    for (int64_t k = 0; k < s->limits->count; ++k) {
        if (!s->at[k] || rows == s->n)
            continue;
        s->which[s->kept++] = k;
        add_row(s, o, rows, coefficients(s, k));
        right[rows++] = bound(s, k);
    }
    return rows;
}

static double unit_of(const struct saturated *s, int64_t j)
{
    return s->shared >> j & 1u ? 1.0 : LARGE_UNIT;
}

/* The target of the nearest solution while a load is pushed. */
static void push_from(struct saturated *s, int64_t load, double push)
{
    memcpy(s->from, s->previous, (size_t)s->n * sizeof *s->from);
    for (int64_t j = 0; load >= 0 && j < s->n; ++j)
        s->from[j] += push * coefficients(s, load)[j] * unit_of(s, j) * unit_of(s, j);
}

/* Multipliers of the rows that combine these into the change of the unknowns. */
static void find_multipliers(const struct saturated *s, int64_t rows, const struct open *o, double *y)
{
    int64_t n = s->n;
    double g[DT_LEAST_MAX];
    for (int64_t j = 0; j < n; ++j)
        g[(int64_t)o->place[j]] = (s->u[j] - s->from[j]) / unit_of(s, j);
    for (int64_t i = 0; i < rows; ++i)
        reflect(n - i, o->W + i * n, o->gamma[i], g + i);
    for (int64_t i = rows - 1; i >= 0; --i) {
        y[i] = g[i];
        for (int64_t k = i + 1; k < rows; ++k)
            y[i] -= o->triangle[i * n + k] * y[k];
        y[i] /= o->triangle[i * n + i];
    }
    for (int64_t i = rows - 1; i >= 0; --i) {
        int64_t best = (int64_t)o->pivot[i];
        double before = y[i];
        y[i] = y[best];
        y[best] = before;
    }
    for (int64_t i = 0; i < rows; ++i)
        y[i] /= o->row_size[i];
}

/* Loads and strains of a solution. */
static void look_at_loads(struct saturated *s, int64_t rows, const struct open *o)
{
    double y[DT_LEAST_MAX];
    find_multipliers(s, rows, o, y);
    s->nearest.size = 0.0;
    for (int64_t j = 0; j < s->n; ++j)
        if (s->shared >> j & 1u)
            s->nearest.size = fmax(s->nearest.size, fabs(s->u[j]) + fabs(s->from[j]));
    for (int64_t k = 0; k < s->limits->count; ++k)
        s->load[k] = load_of(s, k, s->u);
    for (int64_t i = 0; i < s->kept; ++i)
        s->strain[s->which[i]] = -s->at[s->which[i]] * y[s->rank + i];
}

/* The nearest solution with these loads at their limits; singular if they are not independent of the
 * equations. */
static int solve_kept(struct nearest *nearest, int64_t pushed, double push)
{
    struct saturated *s = nearest->system;
    struct open o = parts(s->n, s->room);
    int64_t n = s->n;
    double right[DT_LEAST_MAX];
    int64_t rows = write_rows(s, &o, right);
    place_rows(n, rows, s->shared, &o);
    if (pivoted_qr(n, rows, o.triangle, INDEPENDENT, o.W, o.gamma, o.pivot) < rows)
        return DT_SINGULAR;
    push_from(s, pushed, push);
    memcpy(s->u, s->from, (size_t)n * sizeof *s->u);
    for (int round = 0; round < 2; ++round) { /* the second pass removes rounding */
        double change[DT_LEAST_MAX];
        memcpy(change, right, (size_t)rows * sizeof *change);
        least_of_shared(n, rows, s->shared, &o, s->u, change);
        for (int64_t j = 0; j < n; ++j)
            s->u[j] += change[j];
    }
    look_at_loads(s, rows, &o);
    return DT_OK;
}

/* Set loads at their limits exactly to these. */
static void put_at_limits(const struct saturated *s, double *u)
{
    for (int64_t i = 0; i < s->kept; ++i) {
        const double *q = coefficients(s, s->which[i]);
        int64_t found = -1, several = 0;
        for (int64_t j = 0; j < s->n; ++j)
            if (q[j] != 0.0) {
                found = j;
                ++several;
            }
        if (several == 1)
            u[found] = bound(s, s->which[i]) / q[found];
    }
}

/* The nearest solution within the limits; u is the nearest one without limits. Returns a dt_code. */
static int obey_limits(int64_t n, int64_t rank, const double *right, const double *previous, uint64_t shared,
                       const struct open *o, const struct limits *limits, double *u)
{
    struct saturated s; /* too large to be zeroed needlessly */
    if (limits->count > DT_LEAST_MAX)
        return DT_TOO_LARGE;
    s.n = n;
    s.rank = rank;
    s.shared = shared;
    s.open = o;
    s.right = right;
    s.previous = previous;
    s.limits = limits;
    s.nearest = (struct nearest){.count = limits->count, .low = s.low, .high = s.high, .kept = s.at,
                                 .load = s.load, .strain = s.strain, .kept_before = s.at_before,
                                 .strain_before = s.strain_before, .solve = solve_kept, .system = &s};
    memset(s.at, 0, sizeof s.at);
    for (int64_t k = 0; k < limits->count; ++k) {
        s.low[k] = limits->rows[k * (n + 2)];
        s.high[k] = limits->rows[k * (n + 2) + 1];
    }
    if (within_limits(&s, u))
        return DT_OK;
    int code = dt_find_nearest(&s.nearest);
    if (code != DT_OK)
        return code;
    memcpy(u, s.u, (size_t)n * sizeof *u);
    put_at_limits(&s, u);
    return DT_OK;
}

/* The same system as for the rank, followed by the magnitudes of the terms of b; the solution overwrites b.
 * The first number kept is 0 if A differs from the matrix of the previous call. Limits of loads are obeyed as
 * far as possible; NULL: there are none. */
int dt_least_change(int64_t n, double *A, double *b, const double *size, const double *previous,
                    uint64_t shared, double *kept, const struct limits *limits)
{
    struct open o = parts(n, kept);
    if (*o.rank == 0.0)
        decompose(n, A, size, shared, &o);
    int64_t rank = (int64_t)*o.rank - 1;
    for (int64_t k = 0; k < rank; ++k)
        reflect(n - k, o.V + k * n, o.beta[k], b + k);
    double most = size_of_terms(n, size, previous);
    for (int64_t i = rank; i < n; ++i)
        if (!(fabs(b[i]) <= DT_CONSISTENCY * most + DT_CONSISTENCY_FLOOR))
            return DT_SINGULAR;
    double right[DT_LEAST_MAX];
    memcpy(right, b, (size_t)rank * sizeof *right);
    least_of_shared(n, rank, shared, &o, previous, b);
    for (int64_t j = 0; j < n; ++j)
        b[j] += previous[j];
    return limits ? obey_limits(n, rank, right, previous, shared, &o, limits, b) : DT_OK;
}
