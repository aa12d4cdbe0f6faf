/* The state of an instance as bytes, and back: values, arrays, and the state of the solver. */
#include <string.h>

#include "unit.h"

#define MARK UINT64_C(0x4454554e49540001) /* "DTUNIT", version 1 */

struct unit_saved {
    uint64_t mark, token;
    uint64_t size;            /* of all */
    uint64_t arrays, solver;  /* numbers in the arrays, bytes of the solver */
    uint64_t exchange;
    uint64_t phase, tuned, moved, started, changed, event_due, ended, stop_given, touched, stale;
    double tolerance, start_time, stop_time, time;
    double data[];
};

/* A number for the text of the token (FNV-1a). */
static uint64_t token_number(const unit *u)
{
    uint64_t number = UINT64_C(14695981039346656037);
    for (const char *at = u->m->token; *at; ++at)
        number = (number ^ (unsigned char)*at) * UINT64_C(1099511628211);
    return number;
}

enum unit_status unit_save(unit *u, void **saved)
{
    int64_t bytes = u->solver ? dt_state_size(u->solver) : 0;
    size_t arrays = unit_array_size(u), words = bytes > 0 ? ((size_t)bytes + 7) / 8 : 0;
    size_t size = sizeof(struct unit_saved) + (arrays + words) * sizeof(double);
    struct unit_saved *s = bytes < 0 ? NULL : u->allocate(1, size);
    if (!s)
        return unit_say(u, UNIT_ERROR, "no memory to keep a state");
    *s = (struct unit_saved){
        .mark = MARK, .token = token_number(u), .size = size, .arrays = arrays, .solver = (uint64_t)bytes,
        .exchange = u->exchange, .phase = u->phase, .tuned = u->tuned, .moved = u->moved, .started = u->started,
        .changed = u->changed,
        .event_due = u->event_due, .ended = u->ended, .stop_given = u->stop_given, .touched = u->touched, .stale = u->stale,
        .tolerance = u->tolerance, .start_time = u->start_time, .stop_time = u->stop_time, .time = u->time,
    };
    memcpy(s->data, u->arena, arrays * sizeof(double));
    if (bytes > 0)
        dt_save(u->solver, s->data + arrays);
    unit_forget(u, saved);
    *saved = s;
    return UNIT_OK;
}

enum unit_status unit_restore(unit *u, const void *saved)
{
    const struct unit_saved *s = saved;
    if (!s || s->mark != MARK || s->token != token_number(u) || s->arrays != unit_array_size(u) ||
        s->exchange != u->exchange)
        return unit_say(u, UNIT_ERROR, "this is no state of this unit");
    u->phase = (enum unit_phase)s->phase;
    u->tuned = s->tuned;
    u->moved = s->moved;
    u->started = s->started;
    u->changed = s->changed;
    u->event_due = s->event_due;
    u->ended = s->ended;
    u->stop_given = s->stop_given;
    u->touched = s->touched;
    u->stale = s->stale;
    u->tolerance = s->tolerance;
    u->start_time = s->start_time;
    u->stop_time = s->stop_time;
    u->time = s->time;
    memcpy(u->arena, s->data, s->arrays * sizeof(double));
    if (s->solver == 0)
        return UNIT_OK;
    enum unit_status status = unit_make_solver(u);
    if (status == UNIT_OK && dt_restore(u->solver, s->data + s->arrays, (int64_t)s->solver) != DT_RESTORED)
        status = unit_say(u, UNIT_ERROR, "this state is that of another version of the kernel");
    return status;
}

void unit_forget(unit *u, void **saved)
{
    if (*saved)
        u->release(*saved);
    *saved = NULL;
}

size_t unit_saved_size(const void *saved) { return ((const struct unit_saved *)saved)->size; }

void unit_serialise(const void *saved, void *bytes) { memcpy(bytes, saved, unit_saved_size(saved)); }

enum unit_status unit_deserialise(unit *u, const void *bytes, size_t size, void **saved)
{
    struct unit_saved head;
    if (size < sizeof head)
        return unit_say(u, UNIT_ERROR, "these bytes are too few to be a state");
    memcpy(&head, bytes, sizeof head);
    if (head.mark != MARK || head.token != token_number(u) || head.size != size)
        return unit_say(u, UNIT_ERROR, "these bytes are no state of this unit, or of another version of it");
    void *copy = u->allocate(1, size);
    if (!copy)
        return unit_say(u, UNIT_ERROR, "no memory for a state");
    memcpy(copy, bytes, size);
    *saved = copy;
    return UNIT_OK;
}
