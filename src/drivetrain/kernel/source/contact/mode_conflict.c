/* Record of nearly consistent modes, for the report when no consistent ones exist.
 *
 * An unsuccessful search has often come close: all relations but one are consistent, and that one is false if
 * it is taken as true, and true if it is taken as false. The two patterns together show what is wrong. */
#include <string.h>

#include "contact.h"
#include "../model/model.h"

static double *pattern(const dt_solver *s, int64_t i)
{
    return s->mode_search.contradicted + i * s->n_all_rel;
}

/* The present modes are contradicted by relation k alone. */
void dt_note_contradiction(dt_solver *s, int64_t k)
{
    struct mode_search *m = &s->mode_search;
    for (int64_t i = 0; i < m->n_contradicted; ++i)
        if (m->contradictory[i] == k && pattern(s, i)[k] == s->rel[k])
            return;
    if (m->n_contradicted == CONTRADICTIONS)
        return;
    memcpy(pattern(s, m->n_contradicted), s->rel, (size_t)s->n_all_rel * sizeof(double));
    m->contradictory[m->n_contradicted++] = k;
    m->at_start = s->io.initial;
}

void dt_forget_contradictions(dt_solver *s) { s->mode_search.n_contradicted = 0; }

int64_t dt_contradiction(dt_solver *s, int64_t i, double *g, double *row)
{
    struct mode_search *m = &s->mode_search;
    if (s->failure.status != DT_NO_MODES || i >= m->n_contradicted)
        return -1;
    size_t size = (size_t)s->n_all_rel * sizeof(double);
    int64_t initial = s->io.initial;
    s->io.initial = m->at_start;
    memcpy(s->rel, pattern(s, i), size);
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, s->time, s->x);
    dt_write_row(s, DT_REGULAR, row);
    if (s->model.n_z)
        memcpy(row + 2 + s->n, s->io.z_out, (size_t)s->model.n_z * sizeof(double));
    *g = s->io.g[m->contradictory[i]];
    memcpy(s->rel, m->start, size);
    dt_restore_memory(s);
    dt_evaluate_full(s, s->time, s->x);
    s->io.initial = initial;
    return code == DT_OK ? m->contradictory[i] : -1;
}
