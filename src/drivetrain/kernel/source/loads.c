/* What elements that wait at their limits would take if they held as the others do.
 *
 * Whoever asks that of one relation sets it back and evaluates everything. Of mixed systems that do not need
 * each other one relation each is set back at once: what each says is the same as if it were alone, so that a
 * train of many gears that rest takes no more evaluations than one of them. */
#include <math.h>
#include <string.h>

#include "internal.h"

/* Torques to which shares are nearest in the evaluation to come. */
static void copy_shares(dt_solver *s, const double *shares)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        s->crossing.io.memory[i] = s->model.shares[i] ? shares[i] : s->memory_kept[i];
}

/* Evaluate at a time and states with all relations of the list set back. Returns a dt_code. */
static int evaluate(dt_solver *s, int64_t count, const int64_t *list, double t, const double *x,
                    const double *shares)
{
    dt_io *io = &s->crossing.io;
    int64_t block = s->io.failed_block;
    copy_shares(s, shares);
    for (int64_t i = 0; i < count; ++i)
        s->rel[list[i]] = 0.0;
    int code = dt_evaluate_into(s, io, t, x);
    for (int64_t i = 0; i < count; ++i)
        s->rel[list[i]] = 1.0;
    s->io.failed_block = block;
    dt_measure_noise(s, io->g, io->memory);
    return code;
}

/* What relation k says where it was set back; it falls clearly by more than rounding and errors of steps. */
static struct load read_load(dt_solver *s, int64_t k)
{
    double noise = dt_noise(s, k);
    double part = s->release.part * s->mixed.noise_scale[s->model.rel_block[k]];
    return (struct load){s->crossing.io.g[k], fmax(noise, part)};
}

static struct load load_of(dt_solver *s, int64_t k, double t, const double *x, const double *shares)
{
    if (evaluate(s, 1, &k, t, x, shares) == DT_OK)
        return read_load(s, k);
    return (struct load){NAN, 0.0};
}

/* Crossing function of relation k, were it set back, at a time within the step; NaN where that contradicts the
 * others. */
double dt_load_at(dt_solver *s, int64_t k, double t)
{
    dt_interpolate(s, t, s->release.x);
    return load_of(s, k, t, s->release.x, s->release.memory).g;
}

/* Put relations of systems that do not need each other, one of each, in front of a list. Returns how many. */
int64_t dt_gather_independent(dt_solver *s, int64_t count, int64_t *list)
{
    uint8_t *taken = s->release.marked;
    int64_t level = s->model.rel_level[list[0]], n = 0;
    memset(taken, 0, (size_t)s->mixed.n_blocks);
    for (int64_t i = 0; i < count; ++i) {
        int64_t k = list[i], block = s->model.rel_block[k];
        if (s->model.rel_level[k] != level || taken[block])
            continue;
        taken[block] = 1;
        list[i] = list[n];
        list[n++] = k;
    }
    return n;
}

/* Loads of all relations of the list, each as if it alone were set back; its order is changed. */
void dt_find_loads(dt_solver *s, int64_t count, int64_t *list, double t, const double *x,
                   const double *shares)
{
    struct load *loads = s->release.loads;
    while (count > 0) {
        int64_t n = dt_gather_independent(s, count, list);
        bool good = evaluate(s, n, list, t, x, shares) == DT_OK;
        for (int64_t i = 0; i < n; ++i)
            loads[list[i]] = good ? read_load(s, list[i]) : (struct load){NAN, 0.0};
        for (int64_t i = 0; i < n && !good && n > 1; ++i)
            loads[list[i]] = load_of(s, list[i], t, x, shares);
        list += n;
        count -= n;
    }
}

/* Put relations in whose systems nothing differs from the outputs kept in front of a list. Returns how many. */
static int64_t gather_unmoved(dt_solver *s, int64_t count, int64_t *list)
{
    const struct crossing *c = &s->crossing;
    const double *g = c->io.g, *g_before = c->outputs + (c->io.g - c->io.xdot);
    const double *z = c->io.z_out, *z_before = c->outputs + (c->io.z_out - c->io.xdot);
    uint8_t *moved = s->release.marked;
    int64_t n = 0;
    memset(moved, 0, (size_t)s->mixed.n_blocks);
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (s->model.rel_block[k] >= 0 && memcmp(g + k, g_before + k, sizeof *g) != 0)
            moved[s->model.rel_block[k]] = 1;
    for (int64_t k = 0; k < s->model.n_z; ++k)
        if (s->model.z_block[k] >= 0 && memcmp(z + k, z_before + k, sizeof *z) != 0)
            moved[s->model.z_block[k]] = 1;
    for (int64_t i = 0; i < count; ++i)
        if (!moved[s->model.rel_block[list[i]]])
            list[n++] = list[i];
    return n;
}

/* Find out which of these relations, of systems that do not need each other, change nothing at the point in
 * release.x: all of them, if they change nothing together. */
static void find_idle(dt_solver *s, int64_t count, int64_t *list, double t)
{
    struct release *r = &s->release;
    const struct crossing *c = &s->crossing;
    int code = evaluate(s, count, list, t, r->x, r->memory);
    if (code == DT_OK && memcmp(c->io.xdot, c->outputs, s->outputs_bytes) == 0) {
        for (int64_t i = 0; i < count; ++i)
            r->idle[list[i]] = 1;
        return;
    }
    int64_t n = code == DT_OK ? gather_unmoved(s, count, list) : count;
    int64_t half = n < count ? n : n / 2;
    if (half > 0)
        find_idle(s, half, list, t);
    if (half > 0 && half < n)
        find_idle(s, n - half, list + half, t);
}

/* Once after the event before: set those that wait aside that change nothing. */
void dt_sort_out_idle(dt_solver *s, double t)
{
    struct release *r = &s->release;
    struct crossing *c = &s->crossing;
    int64_t count = 0;
    dt_interpolate(s, t, r->x);
    if (evaluate(s, 0, NULL, t, r->x, r->memory) != DT_OK)
        return;
    memcpy(c->outputs, c->io.xdot, s->outputs_bytes);
    for (int64_t i = 0; i < r->n; ++i) {
        r->list[i] = r->waiting[i];
        r->idle[r->waiting[i]] = 0;
    }
    for (int64_t i = 0, n; i < r->n; i += n) {
        n = dt_gather_independent(s, r->n - i, r->list + i);
        find_idle(s, n, r->list + i, t);
    }
    for (int64_t i = 0; i < r->n; ++i)
        if (!r->idle[r->waiting[i]])
            r->waiting[count++] = r->waiting[i];
    r->n = count;
}
