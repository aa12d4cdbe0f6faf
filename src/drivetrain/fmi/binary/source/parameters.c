/* What follows from parameters: other ones, starts, clocks, copies for loops. */
#include <string.h>

#include "unit.h"

/* Where a derived number belongs. */
static double *place(unit *u, const dt_fmu_derived *d)
{
    switch (d->place) {
    case DT_FMU_TO_PARAMETER: return u->parameters + d->index;
    case DT_FMU_TO_STATE: return u->x0 + d->index;
    case DT_FMU_TO_DISCRETE: return u->z0 + d->index;
    case DT_FMU_TO_CLOCK_START: return u->first + d->index;
    case DT_FMU_TO_CLOCK_INTERVAL: return u->interval + d->index;
    case DT_FMU_TO_DELAY: return u->delay + d->index;
    case DT_FMU_TO_MEMORY: return u->guesses + d->index;
    default: return u->condition + d->index;
    }
}

void unit_copy_parameters(unit *u)
{
    const dt_fmu_model *m = u->m;
    double *copies = u->parameters + m->n_own, *masks = copies + m->n_copied;
    for (int64_t k = 0; k < m->n_copied; ++k)
        copies[k] = u->parameters[m->copied[k]];
    for (int64_t k = 0; k < m->n_runs; ++k) {
        const double *run = u->parameters + m->runs[2 * k];
        bool alike = true;
        for (int64_t i = 1; i < m->runs[2 * k + 1]; ++i)
            alike &= memcmp(run, run + i, sizeof *run) == 0;
        memset(masks + k, alike ? 0 : 0xff, sizeof *masks);
    }
}

enum unit_status unit_derive(unit *u)
{
    const dt_fmu_model *m = u->m;
    if (m->derive && m->n_derived > 0) {
        double *found = u->allocate((size_t)m->n_derived, sizeof(double));
        if (!found)
            return unit_say(u, UNIT_ERROR, "no memory for the parameters that follow from others");
        dt_io io = {.p = u->parameters, .tables = m->settings->tables, .table_offset = m->settings->table_offset,
                    .y = found, .failed_block = -1};
        m->derive(&io);
        for (int64_t k = 0; k < m->n_derived; ++k)
            *place(u, m->derived + k) = found[k];
        u->release(found);
    }
    unit_copy_parameters(u);
    return UNIT_OK;
}
