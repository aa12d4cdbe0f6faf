/* Look-ahead for modes when the current ones become inconsistent.
 *
 * Elements at rest that cannot hold together do hold as long as nothing moves. Where a motion prescribed by a
 * source starts with zero acceleration, no crossing function says that one of them must let go: up to that
 * instant there is a solution, and after it there is none. Which element lets go becomes apparent a little
 * later. The modes are therefore sought at increasing distances after the last good point, until they follow
 * from more than rounding; they change at that point.
 *
 * Similarly, states that are moved on trial may contradict modes at rest. */
#include <string.h>

#include "contact.h"
#include "../model/model.h"

/* Factor from one look-ahead distance to the next. */
#define FARTHER 64.0

/* Make the relations consistent on trial. Nothing remains of a trial but the relations, which were those of
 * `mode_search.start` before; if it fails, not even these. */
static bool try_modes(dt_solver *s)
{
    struct mode_search *m = &s->mode_search;
    double noise = m->noise_bits;
    enum phase phase = s->phase;
    int code = s->failing_code;
    int64_t block = s->io.failed_block;
    bool found = dt_find_modes(s) == DT_DONE;
    m->noise_bits = noise;
    s->phase = phase;
    if (found)
        return true;
    memcpy(s->rel, m->start, (size_t)s->n_all_rel * sizeof(double));
    dt_clear_failure(s);
    s->failing_code = code;
    s->io.failed_block = block;
    return false;
}

/* Evaluate everything at the present time for other states x, which may contradict the current modes: then
 * with other modes, valid only there. Returns a dt_code. */
int dt_evaluate_elsewhere(dt_solver *s)
{
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, s->time, s->x);
    if (code != DT_SINGULAR || s->mode_search.n_blocks == 0)
        return code;
    if (!try_modes(s))
        return code;
    memcpy(s->rel, s->mode_search.start, (size_t)s->n_all_rel * sizeof(double));
    return DT_OK;
}

enum ahead { AHEAD_NOTHING, AHEAD_UNCLEAR, AHEAD_CLEAR };

/* Do the modes found determine clearly which relations change? Changes within rounding do not count. */
static enum ahead mark_changes(dt_solver *s)
{
    bool clear = true;
    for (int64_t k = 0; k < s->model.n_rel; ++k) {
        s->mode_search.triggered[k] = s->model.rel_block[k] >= 0 && s->rel[k] != s->mode_search.start[k];
        clear = clear && !dt_doubtful(s, k);
    }
    memcpy(s->rel, s->mode_search.start, (size_t)s->n_all_rel * sizeof(double));
    return clear ? AHEAD_CLEAR : AHEAD_UNCLEAR;
}

/* The modes at this distance after the present point, which is x_point, if the current ones are
 * contradictory. */
static enum ahead look_at_modes(dt_solver *s, double h)
{
    enum ahead seen = AHEAD_UNCLEAR;
    double t = s->time;
    s->time = t + h;
    for (int64_t i = 0; i < s->n; ++i)
        s->x[i] = s->x_point[i] + h * s->k[0][i];
    dt_restore_memory(s);
    if (dt_evaluate_full(s, s->time, s->x) == DT_SINGULAR)
        seen = try_modes(s) ? mark_changes(s) : s->model.n_contact ? AHEAD_UNCLEAR : AHEAD_NOTHING;
    memcpy(s->x, s->x_point, (size_t)s->n * sizeof(double));
    s->time = t;
    return seen;
}

/* Mark the relations that change where no step is possible with the current modes; false if there are
 * none. */
bool dt_look_ahead(dt_solver *s, double least, double most)
{
    enum ahead seen = s->mode_search.n_blocks ? AHEAD_UNCLEAR : AHEAD_NOTHING;
    int64_t block = s->io.failed_block;
    int code = s->failing_code;
    double failed_at = s->io.time;
    memcpy(s->x_point, s->x, (size_t)s->n * sizeof(double));
    dt_note_at_rest(s);
    for (double h = least; h < most && seen == AHEAD_UNCLEAR; h *= FARTHER)
        seen = look_at_modes(s, h);
    s->contact.forced = seen == AHEAD_CLEAR;
    if (seen == AHEAD_CLEAR)
        return true;
    memset(s->mode_search.triggered, 0, (size_t)s->n_all_rel);
    s->io.failed_block = block;
    s->failing_code = code;
    s->io.time = failed_at;
    return false;
}
