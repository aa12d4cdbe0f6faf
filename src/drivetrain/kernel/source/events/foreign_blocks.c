/* Blocks computed by other programs: at a tick of their clock they step there, then take their inputs.
 *
 * The model latches the inputs at the tick and leaves the outputs as they are, so that only what is written here
 * changes them. The clock belongs to such blocks alone: that it ticks again when outputs have followed from inputs
 * at once latches the inputs again, and nothing else. */
#include <math.h>
#include <string.h>

#include "events.h"
#include "../model/model.h"

/* Rounds after which events of a block will follow those of the model for ever. */
#define MOST_FOLLOWING 100

/* Whether a block takes part in an event, and has been given its inputs there. */
enum { NOT_DUE, DUE, GIVEN };

void dt_set_foreign(dt_solver *s, dt_foreign_call call, void *context)
{
    s->foreign.call = call;
    s->foreign.context = context;
}

int64_t dt_foreign_circles(const dt_solver *s) { return s->foreign.circles; }

static void forget_inputs(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.foreign_in_ptr[s->model.n_foreign]; ++i)
        s->foreign.given[i] = NAN;
}

/* All blocks take their inputs at the first instant. */
void dt_foreign_begin(dt_solver *s)
{
    s->foreign.circles = 0;
    if (!s->model.n_foreign)
        return;
    memset(s->foreign.due, DUE, (size_t)s->model.n_foreign);
    forget_inputs(s);
}

/* Note which blocks take part in this event: those whose clocks tick, and those that always do, whose clocks never
 * tick by themselves. Says whether there are any of the latter. */
bool dt_foreign_tick(dt_solver *s)
{
    bool always = false;
    for (int64_t k = 0; k < s->model.n_foreign; ++k) {
        double *clock = &s->sample[s->model.foreign_clock[k]];
        if (s->model.foreign_always[k])
            *clock = 1.0;
        always |= s->model.foreign_always[k];
        s->foreign.due[k] = *clock != 0.0 ? DUE : NOT_DUE;
    }
    if (s->model.n_foreign)
        forget_inputs(s);
    return always;
}

/* How often blocks may follow each other in one event: along chains once each, but a block with events of its own
 * until nothing changes. */
int64_t dt_foreign_rounds(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_foreign; ++k)
        if (s->model.foreign_always[k])
            return MOST_FOLLOWING;
    return s->model.n_foreign;
}

/* They still change after that many rounds. */
int dt_foreign_restless(dt_solver *s)
{
    ++s->foreign.circles;
    for (int64_t k = 0; k < s->model.n_foreign; ++k)
        if (s->model.foreign_always[k]) {
            s->failure.count = k;
            return dt_fail(s, DT_FOREIGN);
        }
    return DT_DONE;
}

bool dt_foreign_is_due(const dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_foreign; ++k)
        if (s->foreign.due[k])
            return true;
    return false;
}

/* The clocks of the blocks of this event tick once more. */
void dt_foreign_again(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_foreign; ++k)
        if (s->foreign.due[k])
            s->sample[s->model.foreign_clock[k]] = 1.0;
}

/* Call a block, and place its outputs; says whether one of them has changed. */
static int call(dt_solver *s, int64_t k, int64_t request, const double *u, bool *changed)
{
    const int64_t *out = s->model.foreign_out + s->model.foreign_out_ptr[k];
    int64_t n = s->model.foreign_out_ptr[k + 1] - s->model.foreign_out_ptr[k];
    double *y = s->foreign.value;
    for (int64_t i = 0; i < n; ++i)
        y[i] = s->z[out[i]];
    if (!s->foreign.call || s->foreign.call(s->foreign.context, k, request, s->time, u, y)) {
        s->failure.count = k;
        return dt_fail(s, DT_FOREIGN);
    }
    for (int64_t i = 0; i < n; ++i) {
        *changed = *changed || !dt_same(s->z[out[i]], y[i]);
        s->pre[out[i]] = s->z[out[i]] = y[i];
    }
    return DT_DONE;
}

/* Blocks that tick advance to the present instant. */
int dt_foreign_step(dt_solver *s)
{
    int status = DT_DONE;
    bool changed = false;
    for (int64_t k = 0; k < s->model.n_foreign && status == DT_DONE; ++k)
        if (s->foreign.due[k] && !s->model.foreign_always[k])
            status = call(s, k, DT_FOREIGN_STEP, s->foreign.given + s->model.foreign_in_ptr[k], &changed);
    return status;
}

/* Note the inputs of a block as they are now; says whether they differ from those given in this event. A block without
 * inputs is called once. */
static bool note_inputs(dt_solver *s, int64_t k)
{
    bool differ = s->foreign.due[k] == DUE;
    s->foreign.due[k] = GIVEN;
    for (int64_t i = s->model.foreign_in_ptr[k]; i < s->model.foreign_in_ptr[k + 1]; ++i) {
        double now = s->z[s->model.foreign_in[i]];
        differ = differ || !dt_same(s->foreign.given[i], now);
        s->foreign.given[i] = now;
    }
    return differ;
}

/* Blocks that tick take their inputs, if these have changed; says whether outputs have followed at once. */
int dt_foreign_give(dt_solver *s, bool *changed)
{
    int status = DT_DONE;
    *changed = false;
    for (int64_t k = 0; k < s->model.n_foreign && status == DT_DONE; ++k)
        if (s->foreign.due[k] && note_inputs(s, k))
            status = call(s, k, DT_FOREIGN_GIVE, s->foreign.given + s->model.foreign_in_ptr[k], changed);
    return status;
}
