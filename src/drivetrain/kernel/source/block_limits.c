/* Large linear blocks whose loads have limits: of all solutions within these the nearest one.
 *
 * With a multiplier y for each equation the nearest solution is where every load, pulled from its previous value by
 * what the equations ask of it, is cut off at its limits: x = cut(previous - A' y). Which loads are cut off is found
 * from the solution with those kept that were so before (a primal-dual active set: M. Hintermueller, K. Ito,
 * K. Kunisch, SIAM Journal on Optimization 13, 2002). What is kept is no unknown any more, so that its column
 * is left out of the factors; these are kept with the choice, which rarely changes between events. */
#include <math.h>
#include <string.h>

#include "block.h"

/* Times that the choice of what is kept is changed. */
#define MOST_CHOICES 60
/* By how much a load may exceed a limit, and come off it without being let go: rounding. */
#define EXCEEDS 1e-13
#define COMES_OFF 1e-10

static double low_of(const dt_block *m, const double *b, int64_t i) { return b[m->shape.bounds + 2 * i]; }
static double high_of(const dt_block *m, const double *b, int64_t i) { return b[m->shape.bounds + 2 * i + 1]; }

static bool is_limit(double bound) { return fabs(bound) < DT_UNLIMITED; }

/* Multipliers y of the equations that lead to the change g: A' y = g for all unknowns with a pivot. w has room for
 * as many numbers. */
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

/* Where unknowns would go if they had no limits, by what the equations ask of them at the solution x. */
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

/* Where unknown j is to be kept: at its lower limit, its upper one, or nowhere. */
static int8_t choice(const dt_block *m, int64_t j, double low, double high, double x)
{
    double pull = m->held[j] ? m->pull[j] : x;
    if (is_limit(high)) {
        double noise = (m->held[j] > 0 ? -COMES_OFF : EXCEEDS) * (fabs(pull) + fabs(high));
        if (pull > high + noise || (m->held[j] > 0 && pull == high))
            return 1;
    }
    if (is_limit(low)) {
        double noise = (m->held[j] < 0 ? -COMES_OFF : EXCEEDS) * (fabs(pull) + fabs(low));
        if (pull < low - noise || (m->held[j] < 0 && pull == low))
            return -1;
    }
    return 0;
}

/* Keep unknown j there. Returns whether that is a change. */
static bool keep(dt_block *m, int64_t j, int8_t where)
{
    bool changes = m->held[j] != where;
    m->held[j] = where;
    return changes;
}

/* Bounds of what is kept; what has none any more is let go. Returns whether anything is. */
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

/* Choose anew what is kept; returns whether that is another choice. */
static bool choose(dt_block *m, const double *b, const double *x)
{
    bool changed = false;
    for (int64_t i = 0; i < m->shape.n_bounded; ++i) {
        int64_t j = m->shape.bounded[i];
        changed |= keep(m, j, choice(m, j, low_of(m, b, i), high_of(m, b, i), x[j]));
    }
    return changed;
}

static bool any(const dt_block *m, const int8_t *held)
{
    for (int64_t i = 0; i < m->shape.n_bounded; ++i)
        if (held[m->shape.bounded[i]])
            return true;
    return false;
}

static bool any_held(const dt_block *m) { return any(m, m->held); }

/* Take back the last choice; of what exceeds its bounds at the solution before it, keep only what does so by most.
 * Returns whether anything does. */
static bool choose_worst(dt_block *m, const double *b)
{
    int64_t worst = -1;
    double most = 0.0;
    memcpy(m->held, m->held_before, (size_t)m->shape.n);
    for (int64_t i = 0; i < m->shape.n_bounded; ++i) {
        int64_t j = m->shape.bounded[i];
        double x = m->solution[j], excess = fmax(x - high_of(m, b, i), low_of(m, b, i) - x);
        if (!m->held[j] && excess > most) {
            most = excess;
            worst = i;
        }
    }
    if (worst < 0)
        return false;
    int64_t j = m->shape.bounded[worst];
    m->held[j] = m->solution[j] > high_of(m, b, worst) ? 1 : -1;
    return true;
}

/* The solution with what is kept now; `anew` where the factors are those of another choice. Returns a dt_code. */
static int solve_kept(dt_block *m, const double *b, const double *previous, double *x, bool anew)
{
    anew |= update_bounds(m, b);
    int code = anew ? dt_block_refactor(m) : DT_OK;
    return code == DT_OK ? dt_block_least_change(m, b, previous, x) : code;
}

/* Change what is kept until that contradicts nothing, all at a time or one by one. Returns a dt_code; DT_SINGULAR if
 * that does not end, or asks for too much. */
static int choose_all(dt_block *m, const double *b, const double *previous, double *x, bool anew, bool one)
{
    for (int round = 0; round < MOST_CHOICES; ++round) {
        int code = solve_kept(m, b, previous, x, anew);
        if (code != DT_OK)
            return code;
        if (any_held(m))
            find_pull(m, previous, x);
        memcpy(m->held_before, m->held, (size_t)m->shape.n);
        memcpy(m->solution, x, (size_t)m->shape.n * sizeof *x);
        if (!choose(m, b, x) || (one && !choose_worst(m, b)))
            return DT_OK;
        anew = true;
    }
    return DT_SINGULAR;
}

/* Has the last choice let go something that was kept before? */
static bool lets_go(const dt_block *m)
{
    for (int64_t i = 0; i < m->shape.n_bounded; ++i) {
        int64_t j = m->shape.bounded[i];
        if (m->held_before[j] && m->held[j] != m->held_before[j])
            return true;
    }
    return false;
}

/* Begin with what was kept last; if that leads nowhere, with nothing where that lets go of something, and
 * then with the last choice that could be made, which changes one by one. Where nothing obeys all limits,
 * as where a load has just exceeded them and is about to let go, the last choice that can be made stands. */
int dt_block_within_limits(dt_block *m, const double *b, const double *previous, double *x)
{
    int64_t n = m->shape.n;
    if (m->shape.n_bounded == 0)
        return dt_block_least_change(m, b, previous, x);
    memset(m->held_before, 0, (size_t)n);
    bool held = any_held(m);
    int code = choose_all(m, b, previous, x, false, false);
    if (code == DT_SINGULAR && held && (lets_go(m) || !any(m, m->held_before))) {
        memset(m->held, 0, (size_t)n);
        memset(m->held_before, 0, (size_t)n);
        code = choose_all(m, b, previous, x, true, false);
    }
    if (code == DT_SINGULAR && any_held(m) && choose_worst(m, b))
        code = choose_all(m, b, previous, x, true, true);
    if (code == DT_SINGULAR && any_held(m)) {
        memcpy(m->held, m->held_before, (size_t)n);
        code = solve_kept(m, b, previous, x, true);
    }
    return code;
}
