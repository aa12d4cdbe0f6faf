/* Create and destroy solvers, start runs, probe the initial event. */
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "../events/events.h"
#include "../stepping/stepping.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"
#include "../model/model.h"
#include "../linalg/linalg.h"
#include "../sensitivity/sensitivity.h"

int64_t dt_abi_version(void) { return DT_ABI_VERSION; }

static int64_t count_blocks(const dt_model *model)
{
    int64_t last = -1;
    for (int64_t k = 0; k < model->n_rel; ++k)
        last = dt_max(last, model->rel_block[k]);
    return last + 1;
}

/* Evaluations within a step read the same data, but write to memory of their own. */
static void prepare_looks(dt_solver *s)
{
    struct crossing *c = &s->crossing;
    dt_io io = s->io;
    io.memory = c->io.memory;
    io.xdot = c->io.xdot;
    io.z_out = c->io.z_out;
    io.g = c->io.g;
    io.t_event = c->io.t_event;
    io.reinit_on = c->io.reinit_on;
    io.reinit_value = c->io.reinit_value;
    io.impact_on = c->io.impact_on;
    io.restitution = c->io.restitution;
    io.assert_ok = c->io.assert_ok;
    io.y = c->io.y;
    io.switching = c->io.switching;
    io.angle = c->io.angle;
    io.delay_value = c->io.delay_value;
    io.delay_time = c->io.delay_time;
    c->io = io;
    for (int64_t k = 0; k < s->model.n_rel; ++k)
        c->true_at_zero[k] = !s->model.strict[k];
}

dt_solver *dt_construct(const dt_model *model, const dt_settings *settings)
{
    dt_solver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->model = *model;
    s->settings = *settings;
    s->n = model->n_x + model->n_q;
    s->n_all_rel = model->n_rel + model->n_time_rel;
    s->mode_search.n_blocks = count_blocks(model);
    s->history.n = model->n_delay;
    s->external.on = settings->method == DT_EXTERNAL;
    s->step_probe.on = dt_may_probe_steps(s);
    if (!dt_allocate(s)) {
        dt_destroy(s);
        return NULL;
    }
    s->io.x = s->x;
    s->io.pre = s->pre;
    s->io.z = s->z;
    s->io.rel = s->rel;
    s->io.sample = s->sample;
    s->failure.state = s->failure.block = s->failure.assertion = s->failure.delay = -1;
    s->failure.lock = -1;
    dt_step_probe_start(s);
    dt_history_prepare(s);
    dt_tiles_prepare(s);
    dt_prepare_knots(s);
    return s;
}

void dt_give_parameters(dt_solver *s, const dt_settings *settings)
{
    s->settings = *settings;
    s->io.p = settings->parameters;
    s->io.tables = settings->tables;
    s->io.table_offset = settings->table_offset;
    prepare_looks(s);
    if (s->model.prepare)
        s->model.prepare(&s->io);
}

dt_solver *dt_create(const dt_model *model, const dt_settings *settings)
{
    dt_solver *s = dt_construct(model, settings);
    if (s)
        dt_give_parameters(s, settings);
    return s;
}

void dt_destroy(dt_solver *solver)
{
    if (!solver)
        return;
    dt_matrix_destroy(&solver->stiff.matrix);
    free(solver->stiff.handed);
    dt_history_destroy(solver);
    free(solver->locks.basis);
    free(solver->locks.basis_column);
    dt_destroy_blocks(solver);
    dt_contacts_destroy(solver);
    dt_second_motion_destroy(solver);
    dt_detach_sensitivity(solver);
    free(solver->arena);
    free(solver);
}

void dt_current(const dt_solver *s, double *row) { dt_write_row(s, DT_REGULAR, row); }

void dt_last(const dt_solver *s, double *row) { dt_record(s, DT_REGULAR, row); }

/* Doublings of the last step within which an undefined value is sought. */
#define FARTHEST_LOOK 30

/* Evaluate everything where the derivatives at the present point lead within h. Is it all defined? */
static bool defined_ahead(dt_solver *s, double h, int *code)
{
    for (int64_t i = 0; i < s->n; ++i)
        s->x_new[i] = s->x[i] + h * s->k[0][i];
    dt_restore_memory(s);
    *code = dt_evaluate_full(s, s->time + h, s->x_new);
    return *code == DT_OK && dt_all_finite(s->n, s->io.xdot) && dt_first_undefined(s) < 0;
}

int dt_tried(dt_solver *s, double *row)
{
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, s->time_end, s->x_new);
    if (!dt_all_finite(s->n, s->x_new)) {
        double h = s->time_end - s->time;
        for (int look = 0; look < FARTHEST_LOOK && defined_ahead(s, h, &code); ++look)
            h *= 2.0;
    }
    dt_write_row(s, DT_REGULAR, row);
    return code;
}

void dt_get_stats(const dt_solver *s, dt_stats *stats) { *stats = s->stats; }

void dt_get_failure(const dt_solver *s, dt_failure *failure) { *failure = s->failure; }

int dt_set_jacobian(dt_solver *s, const dt_model *model)
{
    bool pattern_to_come = !s->model.jac_ptr;
    s->model.jacobian = model->jacobian;
    if (!pattern_to_come)
        return DT_OK;
    s->model.n_jac = model->n_jac;
    s->model.n_jac_room = model->n_jac_room;
    s->model.jac_ptr = model->jac_ptr;
    s->model.jac_row = model->jac_row;
    s->stiff.handed = calloc((size_t)(model->n_jac + model->n_jac_room + 1), sizeof(double));
    s->stiff.jac = s->io.jac = s->stiff.handed;
    return s->io.jac && dt_matrix_create(&s->stiff.matrix, &s->model) ? DT_OK : DT_TOO_LARGE;
}

int64_t dt_get_matrix(const dt_solver *s, const int64_t **ptr, const int64_t **row,
                      const double **value)
{
    *ptr = s->stiff.matrix.ptr;
    *row = s->stiff.matrix.row;
    *value = s->stiff.matrix.value;
    return s->stiff.matrix.n;
}

int dt_set_pivots(dt_solver *s, const int64_t *position, const int64_t *column)
{
    return dt_sparse_order(s->stiff.matrix.factors, position, column);
}

int dt_initialise(dt_solver *s, double t0, const double *x0, const double *pre0)
{
    s->stats = (dt_stats){0};
    s->steps_before = 0;
    s->usual_step = 0.0;
    s->changed_modes = NAN;
    s->crossing_due = s->event_due = s->violated = s->load_reversal.due = s->crossing.dip_ahead = false;
    s->locks.known = s->locks.drifting = s->locks.differentiated = false;
    s->locks.n_resting = s->locks.n_direct = 0;
    s->stiff.waiting = false;
    s->external = (struct external){.on = s->external.on, .undefined = -1};
    dt_choice_start(s);
    dt_step_probe_start(s);
    int status = dt_start_event(s, t0, x0, pre0, false);
    if (s->sensitivity && status == DT_DONE)
        dt_end_start_sensitivity(s);
    s->phase = status == DT_DONE ? PHASE_FIRST_ROW : PHASE_FAILED;
    return status;
}

/* Evaluate everything at a point with the modes of the last probed one. */
static int keep_modes(dt_solver *s, double t, const double *x)
{
    memcpy(s->point, s->probed, (size_t)s->point_size * sizeof(double));
    memcpy(s->x, x, (size_t)s->model.n_x * sizeof(double));
    dt_clear_failure(s);
    s->io.initial = 0;
    int code = dt_evaluate_full(s, t, s->x);
    return code == DT_OK ? DT_DONE : dt_fail_block(s, code);
}

/* Return the results of a probe, and restore the run. */
static void leave_probe(dt_solver *s, const struct dt_solver *before, double *row, double *xdot)
{
    dt_failure failure = s->failure;
    dt_write_row(s, DT_FIRST, row);
    memcpy(xdot, s->io.xdot, (size_t)s->n * sizeof(double));
    memcpy(s->point, s->point_backup, (size_t)s->point_size * sizeof(double));
    *s = *before;
    s->failure = failure;
}

int dt_probe(dt_solver *s, double t, const double *x, const double *pre0, double *row, double *xdot)
{
    dt_gather_point(s);
    struct dt_solver before = *s;
    size_t size = (size_t)s->point_size * sizeof(double);
    memcpy(s->point_backup, s->point, size);
    int status = dt_start_event(s, t, x, pre0, true);
    if (status == DT_DONE)
        memcpy(s->probed, s->point, size);
    before.probed_known = before.probed_known || status == DT_DONE;
    leave_probe(s, &before, row, xdot);
    return status;
}

int dt_probe_nearby(dt_solver *s, double t, const double *x, const double *pre0, double *row,
                    double *xdot)
{
    if (!s->probed_known)
        return dt_probe(s, t, x, pre0, row, xdot);
    dt_gather_point(s);
    struct dt_solver before = *s;
    memcpy(s->point_backup, s->point, (size_t)s->point_size * sizeof(double));
    s->mode_search.sweeps_only = true;
    int status = dt_start_event(s, t, x, pre0, true);
    if (status != DT_DONE)
        status = keep_modes(s, t, x);
    leave_probe(s, &before, row, xdot);
    return status;
}
