/* Orthonormal basis (Gram-Schmidt) of the lock constraints: corrections of the states, and states that cannot
 * move.
 *
 * Gram-Schmidt with rows stored sparsely. Where neighbours on an elastic train are locked, the remainder of a
 * row is the motion between the two, however long the row was. Remainders that are rounding are dropped: they
 * would fill in all rows. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact.h"

/* Speeds whose independent part is smaller, relative to what they depend on, are locked with the others. It
 * exceeds the inconsistencies that equations of locks may have (DT_CONSISTENCY): what these treat as one
 * motion must not be locked as two. And setting a speed to zero moves the states by as much more. */
#define DEPENDENT 1e-7
#define REMAINDER (16.0 * DBL_EPSILON)

/* Product of basis row r with a vector over all columns. */
static double product(const struct locks *h, int64_t r, const double *v)
{
    double sum = 0.0;
    for (int64_t k = h->basis_ptr[r]; k < h->basis_ptr[r + 1]; ++k)
        sum += h->basis[k] * v[h->basis_column[k]];
    return sum;
}

/* The same with the row of the speed itself. */
static double speed_product(const dt_solver *s, int64_t r, const double *v)
{
    const struct locks *h = &s->locks;
    int64_t hold = h->rows[r];
    double sum = 0.0;
    for (int64_t e = s->model.lock_ptr[hold]; e < s->model.lock_ptr[hold + 1]; ++e)
        sum += h->slope[e] * v[h->column_of[s->model.lock_state[e]]];
    return sum;
}

static void add_row(const struct locks *h, int64_t r, double factor, double *v)
{
    for (int64_t k = h->basis_ptr[r]; k < h->basis_ptr[r + 1]; ++k)
        v[h->basis_column[k]] += factor * h->basis[k];
}

/* The row of a speed, except for states that are locked speeds themselves. */
static void scatter(const dt_solver *s, int64_t r, double *q)
{
    const struct locks *h = &s->locks;
    int64_t hold = h->rows[r];
    memset(q, 0, (size_t)h->n_columns * sizeof *q);
    for (int64_t e = s->model.lock_ptr[hold]; e < s->model.lock_ptr[hold + 1]; ++e)
        if (!h->pinned[s->model.lock_state[e]])
            q[h->column_of[s->model.lock_state[e]]] = h->slope[e];
}

/* Subtract the components along the rows before, and rounding remainders for elements of this size. Returns
 * the length of the rest. */
static double reduce(const struct locks *h, int64_t r, double size, double *q)
{
    double squares = 0.0;
    for (int64_t i = 0; i < r; ++i) {
        double share = h->active[i] ? product(h, i, q) : 0.0;
        if (share != 0.0)
            add_row(h, i, -share, q);
    }
    for (int64_t c = 0; c < h->n_columns; ++c) {
        if (fabs(q[c]) <= REMAINDER * size)
            q[c] = 0.0;
        squares += q[c] * q[c];
    }
    return sqrt(squares);
}

/* Store q as basis row r, normalised. */
static void store(struct locks *h, int64_t r, const double *q, double length)
{
    int64_t end = h->basis_ptr[r];
    for (int64_t c = 0; c < h->n_columns; ++c)
        if (q[c] != 0.0) {
            h->basis_column[end] = c;
            h->basis[end++] = q[c] / length;
        }
    h->basis_ptr[r + 1] = end;
}

/* Orthonormal basis of the rows of locked elements by Gram-Schmidt, done twice for accuracy. Elements whose
 * row depends on earlier ones are left out: their speed vanishes with theirs. */
void dt_orthogonalise(dt_solver *s)
{
    struct locks *h = &s->locks;
    double *q = h->change;
    for (int64_t r = 0; r < h->n_rows; ++r) {
        h->active[r] = 0;
        h->basis_ptr[r + 1] = h->basis_ptr[r];
        if (!h->locked[r])
            continue;
        scatter(s, r, q);
        double before = reduce(h, r, h->size[r], q), after = reduce(h, r, before, q);
        h->active[r] = after > DEPENDENT * h->size[r];
        if (!h->active[r])
            continue;
        store(h, r, q, after);
        scatter(s, r, q);
        h->own[r] = product(h, r, q);
    }
}

/* Are all locked speeds independent of prescribed motions? */
static bool are_steady(const dt_solver *s)
{
    const struct locks *h = &s->locks;
    for (int64_t r = 0; r < h->n_rows; ++r)
        if (h->active[r] && !s->model.lock_steady[h->rows[r]])
            return false;
    return true;
}

/* Locked speeds may constrain so many states that these cannot move: rounding must not move them either.
 * Their unit vectors lie in the span of the rows. A prescribed motion in any of the speeds may move all. */
void dt_rest_columns(dt_solver *s)
{
    struct locks *h = &s->locks;
    double *squares = h->change;
    if (!are_steady(s))
        return;
    memset(squares, 0, (size_t)h->n_columns * sizeof *squares);
    for (int64_t k = 0; k < h->basis_ptr[h->n_rows]; ++k)
        squares[h->basis_column[k]] += h->basis[k] * h->basis[k];
    for (int64_t c = 0; c < h->n_columns; ++c) {
        int64_t state = h->columns[c];
        if (h->pinned[state] || !(squares[c] > 1.0 - DEPENDENT))
            continue;
        h->pinned[state] = 1;
        h->resting[h->n_resting++] = state;
    }
}

/* A state after its change: rounding remainders of one that vanishes are set to zero. */
static double changed(double x, double change)
{
    double after = x + change;
    return fabs(after) <= REMAINDER * fabs(x) ? 0.0 : after;
}

/* Move the states x by the shortest change that makes the last evaluated speeds zero. */
void dt_correct_states(dt_solver *s, double *x)
{
    struct locks *h = &s->locks;
    memset(h->change, 0, (size_t)h->n_columns * sizeof(double));
    for (int64_t r = 0; r < h->n_rows; ++r) {
        if (!h->active[r])
            continue;
        double missing = -h->speed[r] - speed_product(s, r, h->change);
        add_row(h, r, missing / h->own[r], h->change);
    }
    for (int64_t c = 0; c < h->n_columns; ++c)
        x[h->columns[c]] = changed(x[h->columns[c]], h->change[c]);
}
