/* Many runs of one model, one after another on the calling thread. */
#include <stdlib.h>
#include <string.h>

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

/* Are these values and derivatives of the first instant as expected? */
static bool are_expected(const dt_batch *series, const double *row)
{
    for (int64_t k = 0; k < series->n_expected; ++k)
        if (!(fabs(row[series->column[k]] - series->expected[k]) <= series->within[k]))
            return false;
    return true;
}

/* A call that makes runs. */
struct making {
    const dt_model *model;
    struct reuse reuse;
    bool probes;              /* whether first instants are probed before a run starts */
    double *room;             /* for a complete row and the derivatives */
};

/* Where the derivatives are. */
static double *derivatives(const struct making *m)
{
    const dt_model *model = m->model;
    return m->room + 2 + model->n_x + model->n_q + model->n_z + model->n_y;
}

/* Has nothing been evaluated at the start of the run but what a probe evaluates? In addition, locked elements
 * may have been brought to rest, and second motions sought. */
static bool started_like_probe(const dt_solver *s)
{
    return s->stats.lock_corrections == 0 && !s->locks.known && s->second_motion.n_rival == 0;
}

/* Start a run and see whether its first instant is as expected; if not, DT_NOT_READY. Where only a probe can
 * tell, `probes` becomes true. */
static int start(struct making *m, dt_solver *s, const dt_batch *series)
{
    int status = dt_initialise(s, s->settings.start_time, series->x0, series->pre0);
    m->probes = status != DT_DONE || !started_like_probe(s);
    if (m->probes)
        return status;
    dt_current(s, m->room);
    memcpy(derivatives(m), s->io.xdot, (size_t)s->n * sizeof *m->room);
    return are_expected(series, m->room) ? DT_DONE : DT_NOT_READY;
}

/* The same after a probe of that instant. */
static int start_after_probe(struct making *m, dt_solver *s, const dt_batch *series)
{
    double t = s->settings.start_time;
    if (series->n_expected && (dt_probe(s, t, series->x0, series->pre0, m->room, derivatives(m)) != DT_DONE ||
                               !are_expected(series, m->room)))
        return DT_NOT_READY;
    return dt_initialise(s, t, series->x0, series->pre0);
}

/* Start the next run with the common solver. */
static int start_next(struct making *m, const dt_settings *settings, const dt_batch *series)
{
    dt_solver *s = dt_reuse(&m->reuse, m->model, settings);
    if (!s)
        return DT_NOT_READY;
    if (m->probes)
        return start_after_probe(m, s, series);
    int status = start(m, s, series);
    return m->probes ? start_next(m, settings, series) : status;
}

/* Make the next run. It is handed over to the caller if it cannot be completed here. */
static int next_run(struct making *m, const dt_settings *common, dt_batch *series, double *rows,
                    int64_t capacity, int64_t *steps)
{
    dt_settings own = settings_of(common, m->model, series);
    int status = start_next(m, &own, series);
    dt_solver *s = m->reuse.solver;
    if (status == DT_NOT_READY)
        return status;
    if (status == DT_DONE)
        status = dt_advance(s, rows, capacity, &series->n_rows[series->run], *steps);
    *steps -= s->stats.steps + s->stats.rejected_steps;
    dt_get_step_probe(s, &series->probes[series->run]);
    series->stats[series->run] = s->stats;
    if (status != DT_DONE) {
        series->left = s;
        m->reuse.solver = NULL;
    }
    return status;
}

int dt_run_batch(const dt_model *model, const dt_settings *settings, dt_batch *series,
                  double *rows, int64_t capacity, int64_t max_steps)
{
    int64_t n = model->n_x + model->n_q, probed = 2 + n + model->n_z + model->n_y + n;
    struct making making = {.model = model, .room = malloc((size_t)probed * sizeof(double))};
    /* clocks that tick at the start, and the values before it that delays need, come on top of a probe */
    making.probes = !series->n_expected || model->n_sample > 0 || model->n_delay > 0;
    int status = making.room ? DT_DONE : DT_NOT_READY;
    double end = dt_clock() + settings->seconds_per_call;
    series->left = NULL;
    while (status == DT_DONE && series->run < series->n_runs) {
        int64_t *written = &series->n_rows[series->run];
        *written = 0;
        if (capacity <= 0 || max_steps <= 0 || dt_clock() > end) {
            status = DT_MORE;
            break;
        }
        status = next_run(&making, settings, series, rows, capacity, &max_steps);
        rows += *written * dt_length_of_rows(model, settings);
        capacity -= *written;
        series->run += status == DT_DONE;
    }
    dt_end_reuse(&making.reuse);
    free(making.room);
    return status;
}
