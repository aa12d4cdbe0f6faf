/* Calls of the model functions, and rows written from their results. */
#include <math.h>
#include <string.h>

#include "model.h"

/* The derivatives; of a long model tile by tile, so that shared data are still in cache. */
static int evaluate_rates(dt_solver *s)
{
    int code = DT_OK;
    if (!s->model.tile)
        return s->model.ode(&s->io);
    for (int64_t tile = 0; tile < s->model.n_tile && code == DT_OK; ++tile)
        code = s->model.tile(&s->io, tile, s->tiles.passed);
    return code;
}

/* Keep the speeds of elements at rest constant. */
static void keep_at_rest(const dt_solver *s, double *xdot)
{
    for (int64_t i = 0; i < s->locks.n_resting; ++i)
        xdot[s->locks.resting[i]] = 0.0;
}

int dt_evaluate_ode(dt_solver *s, double time, const double *x, double *xdot)
{
    double *kept = s->io.xdot;
    s->io.time = time;
    s->io.x = x;
    s->io.xdot = xdot;
    s->io.failed_block = -1;
    ++s->stats.rhs_evaluations;
    s->failing_code = evaluate_rates(s);
    s->io.xdot = kept;
    keep_at_rest(s, xdot);
    if (s->model.n_switching)
        dt_watch_branches(s);
    if (s->model.n_angle)
        dt_watch_angles(s, s->io.angle);
    return s->failing_code;
}

/* The derivatives at the start of a step, on the branches that apply there: those of quantities looked up by
 * cell number are known only once that number is. Angles may jump from one branch to the next. */
int dt_evaluate_start(dt_solver *s, double *xdot)
{
    memset(s->branches.branch, 0, (size_t)s->model.n_switching * sizeof(double));
    int code = dt_evaluate_ode(s, s->time, s->x, xdot);
    dt_mark_branches(s, s->io.switching);
    dt_mark_angles(s, s->io.angle);
    dt_begin_angles(s);
    return code;
}

static int evaluate_by(dt_solver *s, dt_function function, dt_io *io, double time, const double *x)
{
    io->time = time;
    io->x = x;
    io->failed_block = -1;
    ++s->stats.full_evaluations;
    s->failing_code = function(io);
    s->io.failed_block = io->failed_block;
    return s->failing_code;
}

/* Evaluate everything, into the buffers of `io`. */
int dt_evaluate_into(dt_solver *s, dt_io *io, double time, const double *x)
{
    return evaluate_by(s, s->model.full, io, time, x);
}

/* The same without what is needed only by rows and after events. */
int dt_look_into(dt_solver *s, dt_io *io, double time, const double *x)
{
    return evaluate_by(s, s->model.look ? s->model.look : s->model.full, io, time, x);
}

int dt_evaluate_full(dt_solver *s, double time, const double *x)
{
    return dt_evaluate_into(s, &s->io, time, x);
}

/* The derivatives, with these guesses for loops, keeping the data at the end of the step. */
static int evaluate_aside(dt_solver *s, const double *memory, double time, const double *x, double *xdot)
{
    dt_io *io = &s->crossing.io;
    double *kept = io->xdot;
    if (s->model.n_memory)
        memcpy(io->memory, memory, (size_t)s->model.n_memory * sizeof(double));
    io->time = time;
    io->x = x;
    io->xdot = xdot;
    io->failed_block = -1;
    ++s->stats.rhs_evaluations;
    s->failing_code = s->model.ode(io);
    io->xdot = kept;
    s->io.failed_block = io->failed_block;
    keep_at_rest(s, xdot);
    return s->failing_code;
}

/* The derivatives within the step. */
int dt_evaluate_rates(dt_solver *s, double time, const double *x, double *xdot)
{
    return evaluate_aside(s, s->memory_kept, time, x, xdot);
}

/* The derivatives near the last full evaluation. */
int dt_evaluate_again(dt_solver *s, double time, const double *x, double *xdot)
{
    return evaluate_aside(s, s->io.memory, time, x, xdot);
}

/* Shared loads follow from those at the start of the step, whatever stages have tried. */
static void begin_with_shares_of_start(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        if (s->model.shares[i])
            s->io.memory[i] = s->memory_kept[i];
}

/* Are all variables checked after every step? */
static bool checks_all(const dt_solver *s)
{
    return s->model.may_be_undefined || s->model.may_vary || s->model.n_delay;
}

/* Evaluate what is needed at the end of the current step, unless that has been done. */
int dt_evaluate_end(dt_solver *s)
{
    if (s->end_known)
        return DT_OK;
    begin_with_shares_of_start(s);
    if (s->model.n_memory)
        memcpy(s->crossing.guess, s->io.memory, (size_t)s->model.n_memory * sizeof(double));
    int code = checks_all(s) ? dt_evaluate_full(s, s->time_end, s->x_new)
                             : dt_look_into(s, &s->io, s->time_end, s->x_new);
    s->end_known = code == DT_OK;
    return code;
}

/* The derivatives there. If crossings are sought, all the rest will be needed as well. */
int dt_evaluate_last_stage(dt_solver *s, double *xdot)
{
    if (s->model.n_rel == 0) {
        int code = dt_evaluate_ode(s, s->time_end, s->x_new, xdot);
        dt_note_end(s);
        return code;
    }
    ++s->stats.rhs_evaluations;
    int code = dt_evaluate_end(s);
    if (code == DT_OK && dt_leaves_branch(s)) {
        code = dt_evaluate_ode(s, s->time_end, s->x_new, xdot);
    } else {
        memcpy(xdot, s->io.xdot, (size_t)s->n * sizeof(double));
        keep_at_rest(s, xdot);
    }
    dt_note_end(s);
    return code;
}

void dt_chain(dt_io *io, int64_t n_x, int64_t cleared, int64_t n, const int64_t *chain)
{
    double *jac = io->jac;
    memset(jac, 0, (size_t)cleared * sizeof *jac);
    memset(io->dfdt, 0, (size_t)n_x * sizeof *jac);
    for (int64_t i = 0; i < n; ++i, chain += 3) {
        double *to = chain[0] < 0 ? io->dfdt - 1 - chain[0] : jac + chain[0];
        double a = chain[1] < 0 ? 1.0 : jac[chain[1]], b = chain[2] < 0 ? 1.0 : jac[chain[2]];
        *to += a * b;
    }
}

/* Jacobian of the states and derivative with respect to time. States at rest have none, and infinite or
 * undefined entries count as 0: the method is then less accurate, as its error will show. */
int dt_evaluate_jacobian(dt_solver *s, double time, const double *x)
{
    const struct locks *h = &s->locks;
    double *jac = s->io.jac, *dfdt = s->io.dfdt;
    s->io.time = time;
    s->io.x = x;
    s->io.failed_block = -1;
    ++s->stats.jacobians;
    s->failing_code = s->model.jacobian(&s->io);
    for (int64_t e = 0; e < s->model.n_jac; ++e)
        if (!isfinite(jac[e]) || (h->n_resting && h->pinned[s->model.jac_row[e]]))
            jac[e] = 0.0;
    for (int64_t i = 0; i < s->model.n_x; ++i)
        if (!isfinite(dfdt[i]) || (h->n_resting && h->pinned[i]))
            dfdt[i] = 0.0;
    return s->failing_code;
}

void dt_keep_memory(dt_solver *s)
{
    if (s->model.n_memory)
        memcpy(s->memory_kept, s->io.memory, (size_t)s->model.n_memory * sizeof(double));
}

/* Accept the end of the current step. Shared loads remain those of its start as long as outputs within it are
 * written. */
void dt_note_end_memory(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i) {
        s->end_memory[i] = s->io.memory[i];
        if (!s->model.shares[i])
            s->memory_kept[i] = s->io.memory[i];
    }
}

/* Finish the step. */
void dt_keep_end_shares(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        if (s->model.shares[i])
            s->memory_kept[i] = s->end_memory[i];
}

/* The same for linear loops alone, just before an event: where the last step ended depends on its size.
 * Guesses for other loops stay, so that of several solutions the same one is found. */
void dt_keep_shares(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        if (s->model.shares[i]) {
            s->shares_before[i] = s->memory_kept[i];
            s->memory_kept[i] = s->io.memory[i];
        }
}

/* Restore those at the end of the last step. */
void dt_take_back_shares(dt_solver *s)
{
    for (int64_t i = 0; i < s->model.n_memory; ++i)
        if (s->model.shares[i])
            s->memory_kept[i] = s->shares_before[i];
}

/* Trial points must leave no trace in the guesses and in the reference vectors of minimum-norm solutions. */
void dt_restore_memory(dt_solver *s)
{
    if (s->model.n_memory)
        memcpy(s->io.memory, s->memory_kept, (size_t)s->model.n_memory * sizeof(double));
}

int64_t dt_length_of_rows(const dt_model *m, const dt_settings *settings)
{
    int64_t known = 2 + m->n_x + m->n_q + m->n_z;
    return known + (settings->short_rows ? m->n_rel + m->n_time_rel : m->n_y);
}

int64_t dt_row_length(const dt_solver *s) { return dt_length_of_rows(&s->model, &s->settings); }

/* Time, flag, states and discrete values; returns the position after them. */
static double *write_known(const dt_solver *s, double time, int flag, const double *x, double *row)
{
    size_t n = (size_t)s->n, n_z = (size_t)s->model.n_z;
    row[0] = time;
    row[1] = flag;
    if (x != row + 2)
        memcpy(row + 2, x, n * sizeof *row);
    if (n_z)
        memcpy(row + 2 + n, s->z, n_z * sizeof *row);
    return row + 2 + n + n_z;
}

/* The row at the last evaluated instant. */
void dt_write_row(const dt_solver *s, int flag, double *row)
{
    row = write_known(s, s->io.time, flag, s->io.x, row);
    memcpy(row, s->io.y, (size_t)s->model.n_y * sizeof *row);
}

/* The short row at an instant with these states, and with the current modes. */
void dt_write_short_row(const dt_solver *s, double time, int flag, const double *x, double *row)
{
    row = write_known(s, time, flag, x, row);
    memcpy(row, s->rel, (size_t)s->n_all_rel * sizeof *row);
}

/* Record the last evaluated instant. */
void dt_record(const dt_solver *s, int flag, double *row)
{
    if (s->settings.short_rows)
        dt_write_short_row(s, s->io.time, flag, s->io.x, row);
    else
        dt_write_row(s, flag, row);
}

/* Length of the part common to short and complete rows. */
static int64_t known_length(const dt_solver *s) { return 2 + s->n + s->model.n_z; }

/* The inputs for model functions that are common to all short rows. */
static dt_io io_of_rows(const dt_solver *s)
{
    dt_io io = s->io;
    io.initial = 0;
    return io;
}

/* Evaluate a model function at the instant of a short row, writing to y. */
static int evaluate_short(const dt_solver *s, dt_io *io, dt_function function,
                          const double *short_row, double *y)
{
    io->time = short_row[0];
    io->x = short_row + 2;
    io->z = io->pre = short_row + 2 + s->n;
    io->rel = short_row + known_length(s);
    io->y = y;
    return function(io);
}

int dt_complete(const dt_solver *s, const double *short_rows, int64_t n_rows, double *rows)
{
    int64_t known = known_length(s);
    dt_io io = io_of_rows(s);
    for (int64_t i = 0; i < n_rows; ++i) {
        memcpy(rows, short_rows, (size_t)known * sizeof *rows);
        int code = evaluate_short(s, &io, s->model.full, short_rows, rows + known);
        if (code)
            return code;
        short_rows += known + s->n_all_rel;
        rows += known + s->model.n_y;
    }
    return DT_OK;
}

int dt_select(const dt_solver *s, const dt_selection *selection, const double *short_rows,
              int64_t n_rows, double *picked)
{
    int64_t known = known_length(s);
    dt_function own = selection->function, function = own ? own : s->model.full;
    dt_io io = io_of_rows(s);
    struct history past = {.n = s->model.n_delay};
    if (selection->n_past)
        io.history = &past;
    for (int64_t i = 0; i < n_rows; ++i) {
        past.told = short_rows + known + s->n_all_rel;
        double *y = own ? picked : s->io.y;
        int code = evaluate_short(s, &io, function, short_rows, y);
        if (code)
            return code;
        for (int64_t k = 0; k < selection->n_taken; ++k) {
            int64_t from = selection->from[k];
            picked[selection->to[k]] = from < known ? short_rows[from] : y[from - known];
        }
        for (int64_t k = 0; k < selection->n_opposite; ++k) /* unlike -v this does not turn 0 into -0 */
            picked[selection->opposite[k]] = 0.0 - picked[selection->opposite[k]];
        short_rows += known + s->n_all_rel + selection->n_past;
        picked += selection->width;
    }
    return DT_OK;
}

/* Value with this index in (x | q | z | y) after an evaluation of `full`. */
double dt_value_in(const dt_solver *s, const dt_io *io, int64_t index)
{
    if (index < s->n)
        return io->x[index];
    index -= s->n;
    return index < s->model.n_z ? s->z[index] : io->y[index - s->model.n_z];
}

/* The same after the last evaluation. */
double dt_value(const dt_solver *s, int64_t index) { return dt_value_in(s, &s->io, index); }
