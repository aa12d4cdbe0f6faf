/* Why a run has failed, in words. */
#include "unit.h"

#define MOST_SHOWN 6

bool unit_ended(const unit *u)
{
    dt_failure failure;
    dt_get_failure(u->solver, &failure);
    return failure.status == DT_ASSERT && failure.assertion >= 0 && u->m->words->ends[failure.assertion];
}

static void tell_culprit(unit *u, const dt_failure *f)
{
    const dt_fmu_words *words = u->m->words;
    struct {
        int64_t number, first;
        const char *what;
    } all[] = {
        {f->state, words->value, " Variable concerned: "},
        {f->assertion, words->assertion, " "},
        {f->block, words->block, " The equations are to determine "},
        {f->delay, words->delay, " "},
        {f->lock, words->lock, " The element concerned: "},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        if (all[k].number >= 0) {
            unit_text(u, all[k].what);
            unit_text(u, unit_word(u, all[k].first + all[k].number));
            unit_text(u, ".");
        }
    for (int64_t k = 0; k < f->n_relations && k < MOST_SHOWN; ++k) {
        unit_text(u, k ? ", " : " Conditions that keep changing: ");
        unit_text(u, unit_word(u, words->relation + f->relations[k]));
    }
    unit_text(u, f->n_relations > MOST_SHOWN ? " and others." : f->n_relations ? "." : "");
}

enum unit_status unit_failed(unit *u, const char *what)
{
    dt_failure failure = {.status = DT_NOT_READY, .time = u->time};
    if (u->solver)
        dt_get_failure(u->solver, &failure);
    unit_begin(u);
    unit_text(u, what);
    unit_text(u, " at t = ");
    unit_number(u, failure.time);
    unit_text(u, " s: ");
    unit_text(u, unit_word(u, u->m->words->status + failure.status));
    if (failure.status != DT_DONE && failure.status != DT_NOT_READY)
        tell_culprit(u, &failure);
    return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}
