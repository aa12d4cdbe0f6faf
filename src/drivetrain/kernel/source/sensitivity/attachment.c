/* Begin and end: memory of the sensitivities, and the rows that they write.
 *
 * The rows grow as the run does; this is the only allocation, between steps. */
#include <stdlib.h>
#include <string.h>

#include "sensitivity.h"

#define FIRST_ROOM 256

/* Pieces of one allocation; with base NULL only their size counts. */
struct room {
    double *base;
    size_t used;
};

static double *take(struct room *room, int64_t count)
{
    double *found = room->base ? room->base + room->used : NULL;
    room->used += (size_t)count;
    return found;
}

static int64_t outputs_of(const dt_slopes *slopes)
{
    return slopes->first + slopes->ptr[slopes->n_quantity];
}

static int64_t largest_output(const dt_sensitivity *of)
{
    int64_t steps = dt_max(outputs_of(of->rates), outputs_of(of->crossings));
    int64_t events = dt_max(outputs_of(of->events), outputs_of(of->latches));
    int64_t others = dt_max(outputs_of(of->switches), outputs_of(of->delays));
    return dt_max(others, dt_max(steps, events));
}

/* What evaluations write is their own; all else is shared with the run. */
static void lay_out_io(dt_solver *s, struct sensitivity *w, struct room *room)
{
    const dt_model *m = &s->model;
    w->io = s->io;
    w->io.memory = take(room, m->n_memory);
    w->io.work = take(room, m->n_work);
    w->io.factors = take(room, m->n_factors);
    w->io.switching = take(room, m->n_switching);
    w->io.angle = take(room, m->n_angle);
    w->slope = take(room, largest_output(w->of));
    w->io.y = w->slope;
}

static size_t lay_out(dt_solver *s, struct sensitivity *w, double *base)
{
    struct room room = {base, 0};
    int64_t k = w->of->n_direction, states = w->of->n_row * k, n_x = s->model.n_x;
    int64_t all = states + (1 + w->of->n_parameter + 2 * w->of->n_latched) * k;
    int64_t past = s->model.n_delay * k;
    lay_out_io(s, w, &room);
    w->now = take(&room, all);
    w->given = take(&room, w->of->n_given + all + past);
    w->stage = w->given + w->of->n_given;
    w->delayed = w->stage + all;
    w->io.p = w->given;
    w->next = take(&room, states);
    w->base = take(&room, all);
    for (int i = 0; i <= STAGES; ++i)
        w->rate[i] = take(&room, states);
    w->x = take(&room, s->n);
    w->flow = take(&room, s->n);
    w->largest = take(&room, states);
    w->origin = take(&room, states);
    w->halfway = take(&room, states);
    w->coarser = take(&room, states);
    w->error = take(&room, states);
    w->differs = take(&room, k);
    w->moved = take(&room, states);
    w->delay = take(&room, k);
    w->noise = take(&room, k);
    w->any = (bool *)take(&room, k);
    w->apart = (bool *)take(&room, k);
    w->shift = take(&room, k);
    w->strict = (bool *)take(&room, k);
    w->past_now = take(&room, past);
    w->past_before = take(&room, past);
    w->delay_time = take(&room, past);
    w->node = take(&room, (DEGREE_OF_CHANGE + 1) * past);
    w->largest_past = take(&room, past);
    w->column = take(&room, s->n);
    w->matrix = take(&room, 9 * n_x * n_x);
    w->right = take(&room, 3 * n_x * k);
    w->before = take(&room, s->model.n_lock * k);
    w->target = take(&room, s->model.n_lock * k);
    w->one_before = take(&room, s->model.n_lock);
    w->one_target = take(&room, s->model.n_lock);
    w->after = take(&room, s->n);
    w->side_before = take(&room, s->model.n_switching);
    w->side = take(&room, s->model.n_switching);
    w->after_bend = take(&room, s->model.n_switching);
    w->looked = take(&room, s->model.n_switching);
    w->no_branch = take(&room, s->model.n_switching);
    w->z = take(&room, s->model.n_z);
    w->was_locked = (uint8_t *)take(&room, s->model.n_lock);
    w->verdicts = (dt_verdict_on_direction *)take(&room, 3 * k);
    return room.used;
}

/* Changes of the discrete reals. */
double *dt_latched_rows(const struct sensitivity *w, double *change)
{
    return change + (w->of->n_row + 1 + w->of->n_parameter) * w->of->n_direction;
}

/* Between events they are the same everywhere. */
void dt_spread_latched(struct sensitivity *w)
{
    int64_t count = w->of->n_latched * w->of->n_direction;
    double *own = dt_latched_rows(w, w->now);
    if (count == 0)
        return;
    memcpy(own + count, own, (size_t)count * sizeof *own);
    memcpy(dt_latched_rows(w, w->stage), own, (size_t)(2 * count) * sizeof *own);
    memcpy(dt_latched_rows(w, w->base), own, (size_t)(2 * count) * sizeof *own);
}

/* The changes with which the run begins. */
void dt_restart_changes(struct sensitivity *w)
{
    const dt_sensitivity *of = w->of;
    size_t k = (size_t)of->n_direction, states = (size_t)of->n_row * k;
    double *changes[] = {w->now, w->stage, w->base};
    for (int i = 0; i < 3; ++i) {
        if (states)
            memcpy(changes[i], of->start, states * sizeof(double));
        memset(changes[i] + states, 0, k * sizeof(double));
        memcpy(changes[i] + states + k, of->parameters, (size_t)of->n_parameter * k * sizeof(double));
    }
    if (of->n_latched) {
        memcpy(dt_latched_rows(w, w->now), of->start_latched, (size_t)of->n_latched * k * sizeof(double));
        dt_spread_latched(w);
    }
}

static void begin(dt_solver *s, struct sensitivity *w)
{
    const dt_sensitivity *of = w->of;
    size_t k = (size_t)of->n_direction, states = (size_t)of->n_row * k;
    dt_restart_changes(w);
    if (of->n_given)
        memcpy(w->given, s->settings.parameters, (size_t)of->n_given * sizeof(double));
    w->n_state = s->model.n_x;
    w->n_delay = s->model.n_delay;
    w->rows.width = s->n_all_rel + (int64_t)states + (of->n_latched + w->n_delay) * (int64_t)k + 2 * w->n_delay;
    w->past.width = 2 + (DEGREE_OF_CHANGE + 1) * dt_length_of_past(w);
    w->breaks.width = 2 + (int64_t)k;
    w->events.width = 2 + (int64_t)k;
    w->parts.width = 2 + (1 + NODES_OF_PART) * (int64_t)states;
}

int dt_attach_sensitivity(dt_solver *s, const dt_sensitivity *sensitivity)
{
    dt_detach_sensitivity(s);
    struct sensitivity *w = s->sensitivity = calloc(1, sizeof *w);
    if (!w)
        return DT_TOO_LARGE;
    w->of = sensitivity;
    w->arena = calloc(lay_out(s, w, NULL) + 1, sizeof(double));
    if (!w->arena) {
        dt_detach_sensitivity(s);
        return DT_TOO_LARGE;
    }
    lay_out(s, w, w->arena);
    begin(s, w);
    return DT_OK;
}

void dt_detach_sensitivity(dt_solver *s)
{
    struct sensitivity *w = s->sensitivity;
    s->sensitivity = NULL;
    if (!w)
        return;
    free(w->rows.rows);
    free(w->events.rows);
    free(w->parts.rows);
    free(w->past.rows);
    free(w->breaks.rows);
    free(w->arena);
    free(w);
}

/* Room for one more row; NULL if memory is short. */
double *dt_write_one(struct written *to)
{
    if (to->count == to->room) {
        int64_t room = to->room ? 2 * to->room : FIRST_ROOM;
        double *larger = realloc(to->rows, (size_t)(room * to->width) * sizeof(double) + 1);
        if (!larger)
            return NULL;
        to->rows = larger;
        to->room = room;
    }
    return to->rows + to->width * to->count++;
}

int64_t dt_take_sensitivity_rows(dt_solver *s, double **rows)
{
    struct written *own = &s->sensitivity->rows;
    int64_t count = own->count;
    *rows = own->rows;
    own->rows = NULL;
    own->count = own->room = 0;
    return count;
}

void dt_drop_rows(double *rows) { free(rows); }

int64_t dt_sensitivity_events(const dt_solver *s, const double **events)
{
    *events = s->sensitivity->events.rows;
    return s->sensitivity->events.count;
}

const dt_verdict_on_direction *dt_sensitivity_verdicts(const dt_solver *s)
{
    return s->sensitivity->verdicts;
}
