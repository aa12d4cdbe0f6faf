/* Create, reset and free instances. */
#include <string.h>

#include "unit.h"

int64_t unit_row_length(const unit *u)
{
    const dt_model *m = u->model;
    return 2 + m->n_x + m->n_q + m->n_z + m->n_y;
}

/* Lay out the arrays from `at` on, or count if it is NULL; returns how many numbers they take. */
static size_t lay_out(unit *u, double *at)
{
    const dt_model *m = u->model;
    int64_t length = unit_row_length(u);
    struct {
        double **array;
        int64_t size;
    } all[] = {
        {&u->row, length}, {&u->rates, m->n_x + m->n_q},
        {&u->truth, m->n_rel + m->n_time_rel}, {&u->rows, UNIT_ROWS * length},
        {&u->parameters, u->m->n_parameters}, {&u->x0, m->n_x}, {&u->z0, m->n_z},
        {&u->condition, u->m->n_conditions}, {&u->nominal, m->n_x}, {&u->atol, m->n_x}, {&u->rtol, m->n_x},
        {&u->first, m->n_sample}, {&u->interval, m->n_sample}, {&u->delay, m->n_delay},
        {&u->guesses, m->n_memory},
    };
    size_t used = 0;
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) {
        if (at)
            *all[k].array = at + used;
        used += (size_t)all[k].size;
    }
    return used;
}

size_t unit_array_size(const unit *u)
{
    unit counted = *u;
    return lay_out(&counted, NULL);
}

static void copy(double *to, const double *from, int64_t count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof(double));
}

static void take_own_values(unit *u)
{
    const dt_settings *own = u->m->settings;
    copy(u->parameters, own->parameters, u->m->n_parameters);
    copy(u->x0, u->m->x0, u->model->n_x);
    copy(u->z0, u->m->z0, u->model->n_z);
    copy(u->nominal, u->m->nominal, u->model->n_x);
    copy(u->first, own->sample_start, u->model->n_sample);
    copy(u->interval, own->sample_interval, u->model->n_sample);
    copy(u->delay, own->delay_longest, u->model->n_delay);
    copy(u->guesses, own->memory, u->model->n_memory);
    for (int64_t k = 0; k < u->m->n_conditions; ++k)
        u->condition[k] = u->m->conditions[k].value;
    u->start_time = u->time = own->start_time;
    u->stop_time = own->stop_time;
    u->tolerance = u->m->tolerance;
}

void unit_reset(unit *u)
{
    dt_destroy(u->solver);
    u->solver = NULL;
    u->phase = UNIT_INSTANTIATED;
    u->tuned = u->moved = u->started = u->changed = u->event_due = false;
    u->ended = u->stop_given = u->touched = u->stale = false;
    memset(u->row, 0, (size_t)unit_row_length(u) * sizeof(double));
    take_own_values(u);
}

static char *copied_name(const unit *u, const char *name)
{
    size_t size = strlen(name) + 1;
    char *own = u->allocate(size, 1);
    return own ? memcpy(own, name, size) : NULL;
}

unit *unit_create(const unit *like, const char *name, const char *token)
{
    unit *u = like->allocate(1, sizeof *u);
    if (!u)
        return NULL;
    *u = *like;
    u->m = &dt_fmu_exported;
    u->model = u->m->model;
    u->name = copied_name(u, name ? name : "");
    u->arena = u->allocate(lay_out(u, NULL) + 1, sizeof(double));
    if (!u->name || !u->arena) {
        unit_free(u);
        return NULL;
    }
    lay_out(u, u->arena);
    unit_reset(u);
    if (!token || strcmp(token, u->m->token) != 0) {
        unit_begin(u);
        unit_text(u, "the description belongs to another binary: its token is ");
        unit_text(u, token ? token : "missing");
        unit_text(u, ", that of the binary is ");
        unit_text(u, u->m->token);
        unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
        unit_free(u);
        return NULL;
    }
    return u;
}

void unit_free(unit *u)
{
    if (!u)
        return;
    dt_destroy(u->solver);
    void (*release)(void *) = u->release;
    if (u->arena)
        release(u->arena);
    if (u->name)
        release(u->name);
    release(u);
}
