/* Detect and log event iterations that repeat periodically.
 *
 * The starting point of a pass (discrete variables, relations, states, guesses) is condensed to a hash. It is
 * compared with that of an earlier pass, which is replaced by the present one at every power of two (Brent,
 * "An improved Monte Carlo factorization algorithm", BIT 20, 1980): a cycle of any length is found without
 * storing the past. It is then run through once more, and the changes are logged. Passes that never repeat,
 * such as those of a counter that feeds itself, end at the limit. */
#include <string.h>

#include "events.h"
#include "../model/model.h"

/* Passes before comparison starts: almost every event has settled by then. */
#define CYCLE_PATIENCE 8

/* FNV-1a. */
static uint64_t digest(uint64_t hash, const double *v, int64_t n)
{
    for (int64_t i = 0; i < n; ++i) {
        uint64_t bits;
        memcpy(&bits, &v[i], sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
    }
    return hash;
}

static uint64_t signature(const dt_solver *s)
{
    uint64_t hash = digest(14695981039346656037u, s->io.z_out, s->model.n_z);
    hash = digest(hash, s->rel, s->n_all_rel);
    hash = digest(hash, s->x, s->model.n_x);
    return digest(hash, s->io.memory, s->model.n_memory);
}

/* Log the discrete variables and relations changed by this pass. */
static void write_down(dt_solver *s, int64_t pass)
{
    dt_failure *f = &s->failure;
    for (int64_t i = 0; i < s->model.n_z && f->n_changes < DT_CYCLE_LOG; ++i)
        if (!dt_same(s->io.z_out[i], s->pre[i]))
            s->cycle_log[f->n_changes++] = (dt_change){pass, i, s->pre[i], s->io.z_out[i]};
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        s->mode_search.cycling[k] |= s->mode_search.start[k] != s->rel[k];
}

static void report(dt_solver *s)
{
    for (int64_t k = 0; k < s->n_all_rel; ++k)
        if (s->mode_search.cycling[k])
            s->failed_relations[s->failure.n_relations++] = k;
    s->failure.period = s->cycle.period;
    s->failure.assertion = dt_first_violated(s);
}

/* After a pass that has not settled; true if there is no prospect of settling. */
bool dt_watch_cycle(dt_solver *s, int64_t pass)
{
    struct cycle *c = &s->cycle;
    int64_t last = s->settings.max_event_iterations;
    if (pass < CYCLE_PATIENCE && pass + 1 < last)
        return false;
    uint64_t now = signature(s);
    bool repeats = c->reference_pass && now == c->reference && !c->period;
    if (repeats) {
        c->period = pass - c->reference_pass;
        c->end = pass + c->period;
    } else if (!c->period && (pass & (pass - 1)) == 0) {
        c->reference = now;
        c->reference_pass = pass;
    }
    if (repeats || (!c->period && pass + 1 == last)) {
        memset(s->mode_search.cycling, 0, (size_t)s->n_all_rel);
        s->failure.n_changes = 0;
    } else if (c->period || pass >= last) {
        write_down(s, pass);
    }
    bool over = c->period ? pass >= c->end && !repeats : pass >= last;
    if (over)
        report(s);
    return over;
}
