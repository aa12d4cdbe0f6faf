/* Rows of locked elements, made orthonormal: by how much states are to be changed, and which cannot but rest.
 *
 * Gram-Schmidt with rows that are stored without their zeros. Where neighbours on an elastic train are locked,
 * what is left of the row of one is the motion between the two, however long the row was. Remainders that are
 * rounding are dropped: they would fill all rows. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact.h"

/* Speeds whose part of their own is smaller, relative to what they depend on, are held with the others. It is
 * more than the contradictions that equations of locks may have (DT_CONSISTENCY): what these take for one
 * motion must not be held at rest as two. And to set a speed to zero moves states by as much more. */
#define DEPENDENT 1e-7
#define REMAINDER (16.0 * DBL_EPSILON)

/* Product of row r of the basis with a vector over all columns. */
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

/* The row of a speed, but for states that are locked speeds themselves. */
static void scatter(const dt_solver *s, int64_t r, double *q)
{
    const struct locks *h = &s->locks;
    int64_t hold = h->rows[r];
    memset(q, 0, (size_t)h->n_columns * sizeof *q);
    for (int64_t e = s->model.lock_ptr[hold]; e < s->model.lock_ptr[hold + 1]; ++e)
        if (!h->pinned[s->model.lock_state[e]])
            q[h->column_of[s->model.lock_state[e]]] = h->slope[e];
}

/* Take the part in the rows before away, and what rounding leaves of elements of this size. Returns the
 * length of what is left. */
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

/* Store q as row r of the basis, with the length 1. */
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

/* Orthonormal basis of the rows of locked elements by Gram-Schmidt, done twice against rounding.
 * Elements whose row depends on earlier ones are left out: their speed vanishes with theirs. */
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

/* Is no prescribed motion behind any of the locked speeds? */
static bool are_steady(const dt_solver *s)
{
    const struct locks *h = &s->locks;
    for (int64_t r = 0; r < h->n_rows; ++r)
        if (h->active[r] && !s->model.lock_steady[h->rows[r]])
            return false;
    return true;
}

/* Locked speeds that hold so many states that these have to rest: rounding must not move them either.
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

/* A state after its change: what rounding leaves of one that vanishes is nothing. */
static double changed(double x, double change)
{
    double after = x + change;
    return fabs(after) <= REMAINDER * fabs(x) ? 0.0 : after;
}

/* Move the states x by the shortest change that takes the speeds last read to zero. */
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
