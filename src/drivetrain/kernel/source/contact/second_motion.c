/* Non-uniqueness with dry friction (Painlevé): where friction is proportional to a load that it changes
 * itself, the equations of rigid bodies may have two solutions, or none (P. Painlevé, Comptes Rendus 121,
 * 1895).
 *
 * Which of two solutions a machine would take is unknown, so the run ends there. The relations that determine
 * limits, such as "the flanks push forward", are given their other value one by one. If that is also
 * consistent, with different motion, there are two. Only contacts declared as such are checked, and only
 * while they slide: contacts at rest hold as long as they can. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

/* Fraction of the largest acceleration by which two motions differ, and multiple of noise that is
 * significant. */
#define DIFFERENT 1e-6
#define MOTION_CLEAR 1e3

static int64_t system_of(const dt_solver *s, int64_t contact)
{
    const int64_t *rel = s->model.contact_rel + 2 * contact;
    return s->model.rel_block[rel[0] >= 0 ? rel[0] : rel[1]];
}

static bool is_rival(const dt_solver *s, int64_t k)
{
    int64_t block = s->model.rel_block[k];
    if (block < 0 || dt_is_decided(s, k))
        return false;
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        if (s->model.contact_jams[c] && system_of(s, c) == block)
            return true;
    return false;
}

/* To be called once, after the contacts. False if memory is short. */
bool dt_second_motion_prepare(dt_solver *s)
{
    struct second_motion *m = &s->second_motion;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        m->n_rival += is_rival(s, k);
    if (m->n_rival == 0)
        return true;
    m->rival = malloc((size_t)m->n_rival * sizeof *m->rival);
    m->rate = malloc((size_t)(s->n + 1) * sizeof *m->rate);
    if (!m->rival || !m->rate)
        return false;
    int64_t count = 0;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        if (is_rival(s, k))
            m->rival[count++] = k;
    return true;
}

void dt_second_motion_destroy(dt_solver *s)
{
    free(s->second_motion.rival);
    free(s->second_motion.rate);
}

static bool any_slides(const dt_solver *s, int64_t block)
{
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        if (s->model.contact_jams[c] && system_of(s, c) == block && dt_slides(s, c))
            return true;
    return false;
}

/* Do states move at other rates than those noted? */
static bool moves_otherwise(const dt_solver *s)
{
    double largest = 0.0, difference = 0.0;
    for (int64_t i = 0; i < s->model.n_x; ++i) {
        if (!s->model.rate_state[i])
            continue;
        largest = fmax(largest, fmax(fabs(s->io.xdot[i]), fabs(s->second_motion.rate[i])));
        difference = fmax(difference, fabs(s->io.xdot[i] - s->second_motion.rate[i]));
    }
    return difference > DIFFERENT * largest;
}

static int evaluate(dt_solver *s)
{
    dt_restore_memory(s);
    return dt_evaluate_full(s, s->time, s->x);
}

/* Is relation k also consistent with its other value, and does that lead to a different motion? */
static bool has_second(dt_solver *s, int64_t k)
{
    s->rel[k] = 1.0 - s->rel[k];
    bool found = evaluate(s) == DT_OK && dt_system_consistent(s, s->model.rel_block[k]) &&
                 fabs(s->io.g[k]) > MOTION_CLEAR * dt_noise(s, k) && dt_contacts_agree(s) && moves_otherwise(s);
    s->rel[k] = 1.0 - s->rel[k];
    return found;
}

/* Report the contacts of a system. */
static int fail_system(dt_solver *s, int64_t block)
{
    s->failure.n_relations = 0;
    for (int64_t c = 0; c < s->model.n_contact; ++c)
        for (int i = 0; i < 2 && s->model.contact_jams[c] && system_of(s, c) == block; ++i)
            if (s->model.contact_rel[2 * c + i] >= 0)
                s->failed_relations[s->failure.n_relations++] = s->model.contact_rel[2 * c + i];
    return dt_fail(s, DT_TWO_MOTIONS);
}

/* With consistent modes at the present point: are they the only ones? Returns a dt_status. */
int dt_refuse_second_motion(dt_solver *s)
{
    struct second_motion *m = &s->second_motion;
    int64_t tried = 0, found = -1;
    if (m->n_rival > 0 && s->model.n_x > 0)
        memcpy(m->rate, s->io.xdot, (size_t)s->model.n_x * sizeof *m->rate);
    for (int64_t i = 0; i < m->n_rival && found < 0; ++i)
        if (any_slides(s, s->model.rel_block[m->rival[i]])) {
            ++tried;
            found = has_second(s, m->rival[i]) ? s->model.rel_block[m->rival[i]] : -1;
        }
    int code = tried ? evaluate(s) : DT_OK;
    if (code != DT_OK)
        return dt_fail_block(s, code);
    return found < 0 ? DT_DONE : fail_system(s, found);
}
