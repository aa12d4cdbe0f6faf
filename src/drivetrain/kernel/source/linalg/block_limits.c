/* Large linear blocks with limited loads: nearest solution within the limits by an active set method.
 *
 * With a multiplier y for each equation, the nearest solution is where every load, moved from its previous
 * value by the pull of the equations, is clipped to its limits: x = cut(previous - A' y). Which loads are
 * clipped is found from the solution with the previously clipped ones fixed (a primal-dual active set: M.
 * Hintermueller, K. Ito, K. Kunisch, SIAM Journal on Optimization 13, 2002). This changes many of them at a
 * time, but need not terminate; if it does not, they are found one by one, see nearest_loads.c. A fixed load
 * is no longer an unknown, so its column is left out of the factors; these are kept together with the active
 * set, which rarely changes between events. */
#include <math.h>
#include <string.h>

#include "block_lu.h"
#include "linalg.h"

/* Number of simultaneous changes of the active set. */
#define MOST_CHOICES 12
/* Amount by which a load may exceed a limit, or leave it without being released: rounding. */
#define BLOCK_EXCEEDS 1e-13
#define COMES_OFF 1e-10

static double low_of(const dt_block *m, const double *b, int64_t i) { return b[m->shape.bounds + 2 * i]; }
static double high_of(const dt_block *m, const double *b, int64_t i) { return b[m->shape.bounds + 2 * i + 1]; }

static bool is_limit(double bound) { return fabs(bound) < DT_UNLIMITED; }

/* Multipliers y of the equations that produce the change g: A' y = g for all unknowns with a pivot. w
 * provides space for as many numbers. */
static void find_multipliers(const struct lu *m, const double *g, double *w, double *y)
{
    memset(y, 0, (size_t)m->n * sizeof *y);
    for (int64_t k = 0; k < m->n; ++k) {
        w[k] = g[m->order[k]];
        for (int64_t e = m->U.ptr[k]; e < m->U.ptr[k + 1]; ++e)
            w[k] -= m->U.value[e] * w[m->U.row[e]];
        w[k] = m->pivot[k] < 0 ? 0.0 : w[k] / m->diagonal[k];
    }
    for (int64_t k = m->n - 1; k >= 0; --k) {
        if (m->pivot[k] < 0)
            continue;
        double sum = w[k];
        for (int64_t e = m->L.ptr[k]; e < m->L.ptr[k + 1]; ++e)
            sum -= m->L.value[e] * y[m->L.row[e]];
        y[m->pivot[k]] = sum;
    }
}

/* Where unknowns would move without limits, by the pull of the equations at the solution x. */
static void find_pull(dt_block *m, const double *previous, const double *x)
{
    const dt_block_shape *s = &m->shape;
    double *g = m->work, *w = g + s->n, *y = w + s->n;
    memset(g, 0, (size_t)s->n * sizeof *g);
    for (int64_t i = 0; i < s->n_torn; ++i)
        if (m->is_shared[s->torn[i]])
            g[s->torn[i]] = previous[i] - x[s->torn[i]];
    find_multipliers(&m->lu, g, w, y);
    for (int64_t j = 0; j < s->n; ++j) {
        m->pull[j] = x[j] + g[j];
        for (int64_t e = s->ptr[j]; e < s->ptr[j + 1]; ++e)
            m->pull[j] -= m->scaled[e] * y[s->row[e]];
    }
}

/* Where unknown j is to be fixed: at its lower limit, its upper one, or not at all. */
static int8_t choice(const dt_block *m, int64_t j, double low, double high, double x)
{
    double pull = m->held[j] ? m->pull[j] : x;
    if (is_limit(high)) {
        double noise = (m->held[j] > 0 ? -COMES_OFF : BLOCK_EXCEEDS) * (fabs(pull) + fabs(high));
        if (pull > high + noise || (m->held[j] > 0 && pull == high))
            return 1;
    }
    if (is_limit(low)) {
        double noise = (m->held[j] < 0 ? -COMES_OFF : BLOCK_EXCEEDS) * (fabs(pull) + fabs(low));
        if (pull < low - noise || (m->held[j] < 0 && pull == low))
            return -1;
    }
    return 0;
}

/* Fix unknown j there. Returns whether that is a change. */
static bool keep(dt_block *m, int64_t j, int8_t where)
{
    bool changes = m->held[j] != where;
    m->held[j] = where;
    return changes;
}

/* Bounds of the fixed unknowns; those that no longer have one are released. Returns whether there are any. */
static bool update_bounds(dt_block *m, const double *b)
{
    bool changed = false;
    for (int64_t i = 0; i < m->shape.n_bounded; ++i) {
        int64_t j = m->shape.bounded[i];
        m->bound[j] = m->held[j] > 0 ? high_of(m, b, i) : low_of(m, b, i);
        if (m->held[j] && !is_limit(m->bound[j]))
            changed |= keep(m, j, 0);
    }
    return changed;
}

/* Determine the active set again; returns whether it differs. */
static bool choose(dt_block *m, const double *b, const double *x)
{
    bool changed = false;
    for (int64_t i = 0; i < m->shape.n_bounded; ++i) {
        int64_t j = m->shape.bounded[i];
        changed |= keep(m, j, choice(m, j, low_of(m, b, i), high_of(m, b, i), x[j]));
    }
    return changed;
}

static bool any_held(const dt_block *m)
{
    for (int64_t i = 0; i < m->shape.n_bounded; ++i)
        if (m->held[m->shape.bounded[i]])
            return true;
    return false;
}

/* Change the active set until there is no contradiction. Returns a dt_code; DT_SINGULAR if this does not
 * terminate, or overconstrains the block: then the last active set is restored. */
static int choose_all(dt_block *m, const double *b, const double *previous, double *x)
{
    bool anew = false;
    memset(m->held_before, 0, (size_t)m->shape.n);
    for (int round = 0; round < MOST_CHOICES; ++round) {
        anew |= update_bounds(m, b);
        int code = anew ? dt_block_refactor(m) : DT_OK;
        if (code == DT_OK)
            code = dt_block_least_change(m, b, previous, x);
        if (code != DT_OK)
            return code;
        if (any_held(m))
            find_pull(m, previous, x);
        memcpy(m->held_before, m->held, (size_t)m->shape.n);
        if (!choose(m, b, x))
            return DT_OK;
        anew = true;
    }
    return DT_SINGULAR;
}

/* Data for changing the active set one load at a time. */
struct search {
    dt_block *block;
    const double *b, *previous;
    double *from;             /* [n_torn] previous values, including the push */
    double *x;                /* the solution */
    bool known;               /* whether the factors belong to the active set */
};

/* Fix the unknowns of the search. Returns a dt_code. */
static int keep_as(struct search *s, const struct nearest *w)
{
    dt_block *m = s->block;
    for (int64_t i = 0; i < w->count; ++i) {
        int64_t j = m->shape.bounded[i];
        s->known = s->known && !m->held[j] == !w->kept[i];
        m->held[j] = w->kept[i];
        m->bound[j] = w->kept[i] > 0 ? w->high[i] : w->low[i];
    }
    int code = s->known ? DT_OK : dt_block_refactor(m);
    s->known = code == DT_OK;
    return code;
}

static void push_from(const struct search *s, int64_t unknown, double push)
{
    const dt_block_shape *shape = &s->block->shape;
    for (int64_t i = 0; i < shape->n_torn; ++i)
        s->from[i] = s->previous[i] + (shape->torn[i] == unknown ? push : 0.0);
}

static int solve_kept(struct nearest *w, int64_t pushed, double push)
{
    struct search *s = w->system;
    dt_block *m = s->block;
    push_from(s, pushed < 0 ? -1 : m->shape.bounded[pushed], push);
    int code = keep_as(s, w);
    if (code == DT_OK)
        code = dt_block_least_change(m, s->b, s->from, s->x);
    if (code != DT_OK)
        return code;
    find_pull(m, s->from, s->x);
    w->size = 0.0;
    for (int64_t i = 0; i < w->count; ++i) {
        int64_t j = m->shape.bounded[i];
        w->load[i] = s->x[j];
        w->strain[i] = w->kept[i] * (m->pull[j] - m->bound[j]);
        w->size = fmax(w->size, fabs(m->pull[j]) + fabs(s->x[j]));
    }
    return DT_OK;
}

/* Start with the last active set. Returns a dt_code. */
static int choose_one_by_one(dt_block *m, const double *b, const double *previous, double *x)
{
    int64_t n = m->shape.n;
    double *low = m->search, *high = low + n, *load = high + n, *strain = load + n, *strain_before = strain + n;
    int8_t *kept = m->held_before + n, *kept_before = kept + n;
    struct search s = {.block = m, .b = b, .previous = previous, .from = strain_before + n, .x = x};
    struct nearest w = {.count = m->shape.n_bounded, .low = low, .high = high, .kept = kept, .load = load,
                        .strain = strain, .kept_before = kept_before, .strain_before = strain_before,
                        .solve = solve_kept, .system = &s};
    for (int64_t i = 0; i < w.count; ++i) {
        low[i] = low_of(m, b, i);
        high[i] = high_of(m, b, i);
        kept[i] = m->held_before[m->shape.bounded[i]];
    }
    return dt_find_nearest(&w);
}

/* If no solution obeys all limits, e.g. where a load has just exceeded them and is about to be released, the
 * last feasible active set is used. */
int dt_block_within_limits(dt_block *m, const double *b, const double *previous, double *x)
{
    if (m->shape.n_bounded == 0)
        return dt_block_least_change(m, b, previous, x);
    int code = choose_all(m, b, previous, x);
    return code == DT_SINGULAR ? choose_one_by_one(m, b, previous, x) : code;
}
