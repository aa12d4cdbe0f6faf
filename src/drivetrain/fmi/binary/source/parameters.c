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
    case DT_FMU_TO_GUESS: return u->guesses + d->index;
    case DT_FMU_TO_NOMINAL: return u->nominal + d->index;
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

/* Let a function of parameters write numbers to `found`. */
static void evaluate(const unit *u, dt_function function, double *found)
{
    const dt_settings *own = u->m->settings;
    dt_io io = {.p = u->parameters, .tables = own->tables, .table_offset = own->table_offset, .y = found,
                .failed_block = -1};
    function(&io);
}

static void derive(unit *u, double *found)
{
    if (u->m->n_derived == 0)
        return;
    evaluate(u, u->m->derive, found);
    for (int64_t k = 0; k < u->m->n_derived; ++k)
        *place(u, u->m->derived + k) = found[k];
}

/* What the equations rely on has to hold. */
static enum unit_status check_reliances(unit *u, double *found)
{
    if (u->m->rely)
        evaluate(u, u->m->rely, found);
    for (int64_t k = 0, computed = 0; k < u->m->n_reliances; ++k) {
        const dt_fmu_reliance *r = u->m->reliances + k;
        double factor = r->parameter < 0 ? found[computed++] : u->parameters[r->parameter];
        if ((factor == 0.0) != (r->zero != 0)) {
            unit_begin(u);
            unit_text(u, "the equations of this unit were made on the condition that ");
            unit_text(u, unit_word(u, r->text));
            unit_text(u, "; with these parameters they are others: export the model with them");
            return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
        }
    }
    return UNIT_OK;
}

enum unit_status unit_derive(unit *u)
{
    int64_t size = u->m->n_derived > u->m->n_reliances ? u->m->n_derived : u->m->n_reliances;
    if (!u->tuned)
        return UNIT_OK;
    double *found = u->allocate((size_t)size + 1, sizeof(double));
    if (!found)
        return unit_say(u, UNIT_ERROR, "no memory for what follows from the parameters");
    derive(u, found);
    enum unit_status status = check_reliances(u, found);
    u->release(found);
    unit_copy_parameters(u);
    return status;
}
