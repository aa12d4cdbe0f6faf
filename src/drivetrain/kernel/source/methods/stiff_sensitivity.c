/* Sensitivities over a step of the stiff method, and over parts of any step.
 *
 * The formula of the Rosenbrock method contains the Jacobian; to differentiate it would take second derivatives.
 * Instead the linear differential equation of the sensitivities is integrated over the same step by the Radau IIA
 * method of order 5, which is L-stable (Hairer & Wanner, Solving Ordinary Differential Equations II, section
 * IV.5), with the slopes along the continuous extension of the states. As it is linear, its stages follow from
 * one linear system, for all directions. */
#include <math.h>
#include <string.h>

#include "methods.h"
#include "../model/model.h"
#include "../sensitivity/sensitivity.h"

#define ROOT_OF_6 2.449489742783178
/* The real eigenvalue of the inverse of its coefficients is 1 / this. */
#define REAL_SHIFT 0.2748888295956774

static const double NODE[NODES_OF_PART] = {(4.0 - ROOT_OF_6) / 10.0, (4.0 + ROOT_OF_6) / 10.0, 1.0};

/* Integral from 0 to `a` of the polynomial that is 1 at a node and 0 at the others. */
static double weight_of(int node, double a)
{
    double one = NODE[(node + 1) % NODES_OF_PART], other = NODE[(node + 2) % NODES_OF_PART], own = NODE[node];
    double sum = ((a / 3.0 - 0.5 * (one + other)) * a + one * other) * a;
    return sum / ((own - one) * (own - other));
}

static void add_part(int64_t size, double *const *rate, double h, double place, double *out)
{
    for (int node = 0; node < NODES_OF_PART; ++node) {
        double factor = h * weight_of(node, place);
        for (int64_t i = 0; i < size; ++i)
            out[i] += factor * rate[node][i];
    }
}

/* Rows of the linear system that belong to a node, from the slopes last evaluated. */
static void place_rows(dt_solver *s, int node, double h)
{
    struct sensitivity *w = s->sensitivity;
    const dt_slopes *of = w->of->rates;
    int64_t n = s->model.n_x, width = NODES_OF_PART * n;
    double *rows = w->matrix + node * n * width, factor[NODES_OF_PART];
    memset(rows, 0, (size_t)(n * width) * sizeof(double));
    for (int j = 0; j < NODES_OF_PART; ++j)
        factor[j] = h * weight_of(j, NODE[node]);
    for (int64_t i = 0; i < n; ++i)
        for (int64_t e = of->ptr[i]; e < of->ptr[i + 1]; ++e)
            for (int j = 0; of->column[e] < n && j < NODES_OF_PART; ++j)
                rows[i * width + j * n + of->column[e]] = -factor[j] * w->slope[of->first + e];
    for (int64_t i = 0; i < s->locks.n_resting; ++i)
        memset(rows + s->locks.resting[i] * width, 0, (size_t)width * sizeof(double));
    for (int64_t i = 0; i < n; ++i)
        rows[i * width + node * n + i] += 1.0;
}

static int64_t largest_below(const double *a, int64_t n, int64_t j)
{
    int64_t best = j;
    for (int64_t i = j + 1; i < n; ++i)
        if (fabs(a[i * n + j]) > fabs(a[best * n + j]))
            best = i;
    return best;
}

static void exchange_rows(double *a, int64_t width, int64_t i, int64_t j)
{
    for (int64_t c = 0; i != j && c < width; ++c) {
        double one = a[i * width + c];
        a[i * width + c] = a[j * width + c];
        a[j * width + c] = one;
    }
}

static void subtract_row(double *restrict row, const double *restrict other, double factor, int64_t n)
{
    for (int64_t c = 0; c < n; ++c)
        row[c] -= factor * other[c];
}

/* Solve in place for k right-hand sides, by Gaussian elimination with partial pivoting. A singular matrix
 * leaves infinite or undefined numbers. */
static void solve(int64_t n, double *a, int64_t k, double *b)
{
    for (int64_t j = 0; j < n; ++j) {
        int64_t pivot = largest_below(a, n, j);
        exchange_rows(a, n, j, pivot);
        exchange_rows(b, k, j, pivot);
        for (int64_t i = j + 1; i < n; ++i) {
            if (a[i * n + j] == 0.0)
                continue;
            double factor = a[i * n + j] / a[j * n + j];
            subtract_row(a + i * n + j + 1, a + j * n + j + 1, factor, n - j - 1);
            subtract_row(b + i * k, b + j * k, factor, k);
        }
    }
    for (int64_t j = n - 1; j >= 0; --j) {
        for (int64_t c = j + 1; c < n; ++c)
            if (a[j * n + c] != 0.0)
                subtract_row(b + j * k, b + c * k, a[j * n + c], k);
        for (int64_t d = 0; d < k; ++d)
            b[j * k + d] /= a[j * n + j];
    }
}

static int pass_node(dt_solver *s, int node, double start, double h)
{
    struct sensitivity *w = s->sensitivity;
    int64_t n = s->model.n_x, k = w->of->n_direction;
    double t = start + NODE[node] * h;
    dt_interpolate(s, t, w->x);
    int code = dt_evaluate_slopes(s, w->of->rates, t, w->x);
    dt_rates_of_change(s, w->base, w->rate[node]);
    place_rows(s, node, h);
    memcpy(w->right + node * n * k, w->rate[node], (size_t)(n * k) * sizeof(double));
    return code;
}

/* Quadratures, on which nothing depends, follow from the changes of the states at the nodes. */
static int pass_quadratures(dt_solver *s, int node, double start, double h)
{
    struct sensitivity *w = s->sensitivity;
    int64_t n = s->model.n_x, k = w->of->n_direction;
    double t = start + NODE[node] * h;
    dt_radau_at(w, start, h, t, w->stage);
    dt_interpolate(s, t, w->x);
    int code = dt_evaluate_slopes(s, w->of->rates, t, w->x);
    dt_apply_slopes(w, w->of->rates, n, w->of->n_row - n, w->stage, w->rate[node] + n * k);
    return code;
}

/* Rates of the changes, which are `base` at the start of this part of the step just made. Returns a dt_code. */
int dt_radau(dt_solver *s, double start, double h)
{
    struct sensitivity *w = s->sensitivity;
    int64_t n = s->model.n_x, k = w->of->n_direction;
    int code = DT_OK;
    for (int node = 0; node < NODES_OF_PART && code == DT_OK; ++node)
        code = pass_node(s, node, start, h);
    solve(NODES_OF_PART * n, w->matrix, k, w->right);
    for (int node = 0; node < NODES_OF_PART; ++node)
        memcpy(w->rate[node], w->right + node * n * k, (size_t)(n * k) * sizeof(double));
    for (int node = 0; w->of->n_row > n && node < NODES_OF_PART && code == DT_OK; ++node)
        code = pass_quadratures(s, node, start, h);
    return code;
}

/* The changes at time t within that part. */
void dt_radau_at(const struct sensitivity *w, double start, double h, double t, double *out)
{
    int64_t size = w->of->n_row * w->of->n_direction;
    if (size && out != w->base)
        memcpy(out, w->base, (size_t)size * sizeof(double));
    add_part(size, w->rate, h, (t - start) / h, out);
}

/* Value at the start of a part of the polynomial that is 1 at a node and 0 at the others. */
static double extrapolation(int node)
{
    double one = NODE[(node + 1) % NODES_OF_PART], other = NODE[(node + 2) % NODES_OF_PART], own = NODE[node];
    return one * other / ((own - one) * (own - other));
}

/* The matrix of one more stage at the start, from the slopes last evaluated. */
static void place_start(dt_solver *s, double factor)
{
    struct sensitivity *w = s->sensitivity;
    const dt_slopes *of = w->of->rates;
    int64_t n = s->model.n_x;
    memset(w->matrix, 0, (size_t)(n * n) * sizeof(double));
    for (int64_t i = 0; i < n; ++i)
        for (int64_t e = of->ptr[i]; e < of->ptr[i + 1]; ++e)
            if (of->column[e] < n)
                w->matrix[i * n + of->column[e]] = -factor * w->slope[of->first + e];
    for (int64_t i = 0; i < s->locks.n_resting; ++i)
        memset(w->matrix + s->locks.resting[i] * n, 0, (size_t)n * sizeof(double));
    for (int64_t i = 0; i < n; ++i)
        w->matrix[i * n + i] += 1.0;
}

/* Estimated error of the part just made, from `base` at its start: that of an embedded formula of order 3, which
 * also uses the rates there (Hairer & Wanner, section IV.8). Returns a dt_code. */
int dt_radau_error(dt_solver *s, double start, double h, double *error)
{
    struct sensitivity *w = s->sensitivity;
    int64_t n = s->model.n_x, k = w->of->n_direction;
    dt_interpolate(s, start, w->x);
    int code = dt_evaluate_slopes(s, w->of->rates, start, w->x);
    dt_rates_of_change(s, w->base, error);
    for (int64_t i = 0; i < w->of->n_row * k; ++i) {
        for (int node = 0; node < NODES_OF_PART; ++node)
            error[i] -= extrapolation(node) * w->rate[node][i];
        error[i] *= REAL_SHIFT * h;
    }
    place_start(s, REAL_SHIFT * h);
    solve(n, w->matrix, k, error);
    return code;
}

/* Keep the part just made, from `base` at its start, so that points within it are known later. Returns a dt_code. */
int dt_keep_part(struct sensitivity *w, double start, double h)
{
    int64_t size = w->of->n_row * w->of->n_direction;
    double *row = dt_write_one(&w->parts);
    if (!row)
        return DT_TOO_LARGE;
    row[0] = start;
    row[1] = h;
    memcpy(row + 2, w->base, (size_t)size * sizeof *row);
    for (int node = 0; node < NODES_OF_PART; ++node)
        memcpy(row + 2 + (node + 1) * size, w->rate[node], (size_t)size * sizeof *row);
    return DT_OK;
}

/* The changes at time t within the step, from its parts. */
void dt_read_part(const struct sensitivity *w, double t, double *out)
{
    int64_t size = w->of->n_row * w->of->n_direction;
    double *part = w->parts.rows + (w->parts.count - 1) * w->parts.width, *rate[NODES_OF_PART];
    while (part > w->parts.rows && t < part[0])
        part -= w->parts.width;
    for (int node = 0; node < NODES_OF_PART; ++node)
        rate[node] = part + 2 + (node + 1) * size;
    memcpy(out, part + 2, (size_t)size * sizeof(double));
    add_part(size, rate, part[1], fmax(0.0, fmin((t - part[0]) / part[1], 1.0)), out);
}
