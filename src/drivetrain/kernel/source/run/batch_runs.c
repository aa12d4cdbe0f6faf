/* Many runs of one model, one after another on the calling thread. */
#include <stdlib.h>

#include "run.h"
#include "../model/model.h"

static dt_settings settings_of(const dt_settings *common, const dt_model *model,
                               const dt_batch *series)
{
    dt_settings own = *common;
    own.parameters = series->parameters + series->run * series->n_parameters;
    own.sample_start = series->sample_start + series->run * model->n_sample;
    own.sample_interval = series->sample_interval + series->run * model->n_sample;
    own.delay_longest = series->delay_longest + series->run * model->n_delay;
    return own;
}

/* Is the first instant as expected? `room` receives its values and derivatives. */
static bool start_fits(dt_solver *s, const dt_batch *series, double *room)
{
    if (!series->n_expected)
        return true;
    double *xdot = room + 2 + s->n + s->model.n_z + s->model.n_y;
    if (dt_probe(s, s->settings.start_time, series->x0, series->pre0, room, xdot) != DT_DONE)
        return false;
    for (int64_t k = 0; k < series->n_expected; ++k)
        if (!(fabs(room[series->column[k]] - series->expected[k]) <= series->within[k]))
            return false;
    return true;
}

/* Make one run; *steps is the number of steps left for it and the following ones. */
static int run_one(dt_solver *s, const dt_batch *series, double *rows, int64_t capacity,
                   int64_t *steps)
{
    int status = dt_initialise(s, s->settings.start_time, series->x0, series->pre0);
    if (status == DT_DONE)
        status = dt_advance(s, rows, capacity, &series->n_rows[series->run], *steps);
    *steps -= s->stats.steps + s->stats.rejected_steps;
    return status;
}

/* Make the next run. It is handed over to the caller if it cannot be completed here. */
static int next_run(const dt_model *model, const dt_settings *common, dt_batch *series,
                    double *room, double *rows, int64_t capacity, int64_t *steps)
{
    dt_settings own = settings_of(common, model, series);
    dt_solver *s = dt_create(model, &own);
    if (!s || !start_fits(s, series, room)) {
        dt_destroy(s);
        return DT_NOT_READY;
    }
    int status = run_one(s, series, rows, capacity, steps);
    dt_get_step_probe(s, &series->probes[series->run]);
    series->stats[series->run] = s->stats;
    if (status == DT_DONE)
        dt_destroy(s);
    else
        series->left = s;
    return status;
}

int dt_run_batch(const dt_model *model, const dt_settings *settings, dt_batch *series,
                  double *rows, int64_t capacity, int64_t max_steps)
{
    int64_t n = model->n_x + model->n_q, probed = 2 + n + model->n_z + model->n_y + n;
    double *room = malloc((size_t)probed * sizeof(double));
    int status = room ? DT_DONE : DT_NOT_READY;
    double end = dt_clock() + settings->seconds_per_call;
    series->left = NULL;
    while (status == DT_DONE && series->run < series->n_runs) {
        int64_t *written = &series->n_rows[series->run];
        *written = 0;
        if (capacity <= 0 || max_steps <= 0 || dt_clock() > end) {
            status = DT_MORE;
            break;
        }
        status = next_run(model, settings, series, room, rows, capacity, &max_steps);
        rows += *written * dt_length_of_rows(model, settings);
        capacity -= *written;
        series->run += status == DT_DONE;
    }
    free(room);
    return status;
}
