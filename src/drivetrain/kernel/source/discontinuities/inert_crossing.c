/* Relations that change within a step without any effect (no event needed).
 *
 * While a clutch slides, "the torque exceeds the limit of sticking" may change without affecting anything.
 * Such a crossing needs neither to be located nor an event: the step is accepted, and the relation takes its
 * new value at the end of it. A relation is inert if the model gives the same values, bit for bit, whichever
 * value the relation has: derivatives, discrete variables, crossing functions, scheduled instants,
 * reinitialisations, assertions and other variables. Several at once are tried in all combinations, since one
 * may matter only together with another. A contact that is not free always matters, whether its slip vanishes
 * or its load exceeds a limit. */
#include <string.h>

#include "discontinuities.h"
#include "../contact/contact.h"
#include "../model/model.h"

/* If there are more at once they are not tested: their crossings are events. */
#define DORMANT_MAX 4

static void flip(dt_solver *s, int64_t k) { s->rel[k] = 1.0 - s->rel[k]; }

static void flip_some(dt_solver *s, const int64_t *list, int count, uint32_t mask)
{
    for (int i = 0; i < count; ++i)
        if (mask >> i & 1u)
            flip(s, list[i]);
}

static void copy_memory(const dt_solver *s, const double *from, double *to)
{
    if (s->model.n_memory)
        memcpy(to, from, (size_t)s->model.n_memory * sizeof(double));
}

/* An evaluation that is repeated with other relations. */
struct look {
    dt_io *io;
    double time;
    const double *x, *guess;
    bool complete;
};

/* Evaluate what only rows need, too: the other values stay. */
static void complete(dt_solver *s, struct look *look)
{
    look->complete = true;
    copy_memory(s, look->guess, look->io->memory);
    dt_evaluate_into(s, look->io, look->time, look->x);
    memcpy(s->crossing.outputs, look->io->xdot, s->outputs_bytes);
}

/* Does the model give the same values with the other values of these relations? */
static bool without_influence(dt_solver *s, struct look *look, const int64_t *list, int count,
                              uint32_t mask)
{
    if (!look->complete)
        complete(s, look);
    flip_some(s, list, count, mask);
    copy_memory(s, look->guess, look->io->memory);
    bool same = dt_evaluate_into(s, look->io, look->time, look->x) == DT_OK &&
                memcmp(look->io->xdot, s->crossing.outputs, s->outputs_bytes) == 0;
    flip_some(s, list, count, mask);
    return same;
}

/* The same for all combinations; single ones from `tried` on are known to have no effect. */
static bool all_without_influence(dt_solver *s, struct look *look, const int64_t *list,
                                  int count, int tried)
{
    bool same = true;
    for (uint32_t mask = 1; same && mask < (1u << count); ++mask) {
        bool single = (mask & (mask - 1)) == 0;
        if (!single || mask < (1u << tried))
            same = without_influence(s, look, list, count, mask);
    }
    return same;
}

/* Relations known to be inert, then others that have crossed and have no effect alone. Returns their number,
 * `known` of which are of the first kind; 0 if there are too many. */
static int choose(dt_solver *s, struct look *look, const double *g, int64_t *list, int *known)
{
    const uint8_t *inert = s->crossing.inert;
    int count = 0;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (inert[k])
            list[count++] = k;
    *known = count;
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        if (inert[k] || !dt_crossed(s, k, g[k]) || dt_touches(s, k) ||
            !without_influence(s, look, &k, 1, 1u))
            continue;
        if (count == DORMANT_MAX)
            return 0;
        list[count++] = k;
    }
    return count;
}

/* After an evaluation of the crossing functions g: find which of the relations that have crossed are inert.
 * Those known before are tested again. The evaluation is left unchanged. */
void dt_find_inert(dt_solver *s, dt_io *io, const double *g)
{
    struct crossing *c = &s->crossing;
    struct look look = {io, io->time, io->x, io == &s->io ? c->guess : s->memory_kept, !s->model.look};
    int64_t list[DORMANT_MAX];
    int known;
    memcpy(c->outputs, io->xdot, s->outputs_bytes);
    copy_memory(s, io->memory, c->memory);
    dt_measure_noise(s, g, c->memory);
    int count = choose(s, &look, g, list, &known);
    if (count > 0 && all_without_influence(s, &look, list, count, known)) {
        for (int i = known; i < count; ++i)
            c->inert[list[i]] = 1;
        c->any_inert = true;
    } else if (known && !all_without_influence(s, &look, list, known, known)) {
        memset(c->inert, 0, (size_t)s->model.n_rel);
        c->any_inert = false;
    }
    memcpy(io->xdot, c->outputs, s->outputs_bytes);
    copy_memory(s, c->memory, io->memory);
}

/* The step is accepted: relations that have crossed without effect take their new value. */
void dt_flip_inert(dt_solver *s)
{
    if (!s->crossing.any_inert)
        return;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (s->mode_search.triggered[k]) {
            flip(s, k);
            s->mode_search.triggered[k] = 0;
            ++s->stats.dormant_crossings;
        }
}
