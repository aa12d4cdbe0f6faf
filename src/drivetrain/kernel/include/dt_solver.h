/* Running a solver: initialisation, time stepping, batches of runs, rows, external integrators. */
#ifndef DRIVETRAIN_DT_SOLVER_H
#define DRIVETRAIN_DT_SOLVER_H

#include "dt_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dt_solver dt_solver;

/* DT_ABI_VERSION of the library. */
DT_API int64_t dt_abi_version(void);

/* A solver for one run; NULL if memory is short. The arrays that `model` and `settings` point to
 * are not copied, must outlive the solver and must not change. */
DT_API dt_solver *dt_create(const dt_model *model, const dt_settings *settings);

/* Release a solver; NULL is allowed. */
DT_API void dt_destroy(dt_solver *solver);

/* Length of what dt_advance writes: 2 + n_x + n_q + n_z, then n_y or for short rows
 * n_rel + n_time_rel. */
DT_API int64_t dt_row_length(const dt_solver *solver);

/* Start a run at time t0 with states x0[n_x] and discrete values pre0[n_z]: event iteration with
 * `initial` = 1, then with `initial` = 0 and the clocks that tick at t0. The first row is handed
 * out by the next dt_advance. Returns DT_DONE or a failure. */
DT_API int dt_initialise(dt_solver *solver, double t0, const double *x0, const double *pre0);

/* Solve the initial event at (t, x, pre0) without touching the run: fills in a row (flag DT_FIRST) and
 * xdot[n_x + n_q]. Speeds of locked elements are not corrected and clocks do not tick. */
DT_API int dt_probe(dt_solver *solver, double t, const double *x, const double *pre0, double *row,
                    double *xdot);

/* The same near the last successfully probed point, for finite differences: where sweeps do not settle the
 * modes, those of that point are kept, and there is no further search. */
DT_API int dt_probe_nearby(dt_solver *solver, double t, const double *x, const double *pre0,
                           double *row, double *xdot);

/* Continue the run and append rows to `rows` (row-major, `capacity` rows of dt_row_length).
 *
 * Returns DT_MORE when the buffer is full, `max_steps` integrator steps were tried, the time for a call is
 * exhausted or the history of delayed expressions needs more memory, which the next call allocates; DT_DONE
 * at stop_time, or a failure; a failed run stays failed. *n_rows is the number of rows written, also in case
 * of failure. */
DT_API int dt_advance(dt_solver *solver, double *rows, int64_t capacity, int64_t *n_rows,
                      int64_t max_steps);

/* Continue the run to time t and append rows of what happens on the way and, unless the last row is there
 * already, one at t: at an event its right limit, else a point of the output grid, of which there are no
 * others. Steps are those of a run without such requests; the last one usually passes t. At stop_time the run
 * ends. Otherwise as dt_advance; call again with the same t after DT_MORE. */
DT_API int dt_step_to(dt_solver *solver, double t, double *rows, int64_t capacity,
                      int64_t *n_rows, int64_t max_steps);

/* After dt_step_to: an event is due at that instant. Writes its left limit; the right one is a row of the
 * next dt_step_to. Returns DT_DONE or a failure. */
DT_API int dt_interrupt(dt_solver *solver, double *row);

/* After dt_interrupt: the event at that instant begins with states x[n_x] and discrete values z[n_z] in place of
 * those reached, as if another motion had led there. Returns DT_DONE, or DT_NOT_READY if no event is due. */
DT_API int dt_place(dt_solver *solver, const double *x, const double *z);

/* The contents of the parameters have changed: after dt_interrupt, or before dt_complete and dt_select.
 * Clocks tick at their next instants. */
DT_API void dt_renew(dt_solver *solver);

/* What a foreign block is asked for. */
enum dt_foreign_request {
    DT_FOREIGN_STEP = 1,    /* advance to this tick with the inputs given before, and write the outputs there */
    DT_FOREIGN_GIVE = 2     /* take the inputs of this tick, and write the outputs that belong to them */
};

/* A block computed by another program: reads u, writes y; not 0: it has failed. */
typedef int (*dt_foreign_call)(void *context, int64_t block, int64_t request, double t, const double *u, double *y);

/* Before dt_initialise: whom to call for the foreign blocks of the model. Their outputs at the start are those in
 * `pre0`; at the first instant inputs are given, then at every tick a step is made and inputs are given. Where
 * outputs follow from inputs at once, the event goes on and inputs that change are given again, at most once for
 * every block. */
DT_API void dt_set_foreign(dt_solver *solver, dt_foreign_call call, void *context);

/* Instants so far at which this was not enough: blocks whose outputs depend on their own inputs. */
DT_API int64_t dt_foreign_circles(const dt_solver *solver);

/* End later. A run that has reached its stop time continues. */
DT_API void dt_prolong(dt_solver *solver, double stop_time);

/* Outcome of dt_restore. */
enum dt_restored {
    DT_RESTORED = 0,
    DT_OTHER_VERSION = 1,   /* the state is that of another version of the kernel, or none */
    DT_OTHER_MODEL = 2,     /* sizes of the model or of the solver differ */
    DT_INCOMPLETE = 3       /* it ends early, or memory is short */
};

/* Size in bytes of the whole state of a run, as it is now: values, modes, delays, clocks, step sizes,
 * methods. */
DT_API int64_t dt_state_size(dt_solver *solver);

/* Write it to `bytes`. It holds no addresses. */
DT_API void dt_save(dt_solver *solver, void *bytes);

/* Put a solver of the same model and settings in this state: its run continues as the other one would.
 * Parameters and tables are its own. Returns dt_restored; after a failure the solver has no run. */
DT_API int dt_restore(dt_solver *solver, const void *bytes, int64_t size);

/* Runs of one model that differ in their parameters and in what depends on these. */
typedef struct dt_batch {
    int64_t n_runs;
    int64_t n_parameters;
    const double *parameters;      /* [n_runs][n_parameters] */
    const double *sample_start;    /* [n_runs][n_sample] as in dt_settings */
    const double *sample_interval; /* [n_runs][n_sample] */
    const double *delay_longest;   /* [n_runs][n_delay] */
    const double *x0;              /* [n_x] common initial states, */
    const double *pre0;            /* [n_z] */
    int64_t n_expected;            /* valid if a probe of the initial instant yields */
    const int64_t *column;         /* [n_expected] in these columns of (complete row | xdot) */
    const double *expected;        /* [n_expected] these values, */
    const double *within;          /* [n_expected] within these differences */
    int64_t run;                   /* in and out: the next run */
    int64_t *n_rows;               /* out [n_runs] number of rows of each run that was started */
    dt_step_probe *probes;         /* out [n_runs] for runs that have reached stop_time */
    dt_stats *stats;               /* out [n_runs] likewise */
    dt_solver *left;               /* out: solver of a run that was started and has not ended, or NULL; to be
                                    * destroyed by the caller */
} dt_batch;

/* Make the runs from series->run on, one after another, just as dt_create, dt_initialise and dt_advance
 * would; the parameters, clocks and delays in `settings` are ignored. The rows of all runs are appended to
 * `rows`.
 *
 * Returns DT_DONE when all runs have reached stop_time. DT_MORE without a solver left: `rows` is full,
 * `max_steps` integrator steps were tried or the time for a call is over, call again. DT_NOT_READY: the
 * common start is not valid for run series->run, or memory is short. Otherwise that run has been left, with
 * the status returned by dt_initialise or dt_advance. */
DT_API int dt_run_batch(const dt_model *model, const dt_settings *settings, dt_batch *series,
                         double *rows, int64_t capacity, int64_t max_steps);

/* Complete short rows, written by any runs with the same parameters and tables; the solver's own run is not
 * affected. Returns a dt_code. */
DT_API int dt_complete(const dt_solver *solver, const double *short_rows, int64_t n_rows,
                       double *rows);

/* Columns selected from rows. */
typedef struct dt_selection {
    int64_t width;             /* number of columns */
    dt_function function;      /* writes some of them to their places in `y`; NULL: none, */
    int64_t n_taken;           /* all are among the others, which are taken from the row: */
    const int64_t *from, *to;  /* [n_taken] column of the row, place in the selection */
    int64_t n_opposite;
    const int64_t *opposite;   /* [n_opposite] places whose sign is to be reversed */
    int64_t n_past;            /* 2 * n_delay: rows end with the delayed values and their rates, which a function
                                * may then read; or 0 */
} dt_selection;

/* The same for some columns only: `picked` has as many rows, of the width of the selection. With a function,
 * the columns taken from the row must be those of the short row. */
DT_API int dt_select(const dt_solver *solver, const dt_selection *selection,
                     const double *short_rows, int64_t n_rows, double *picked);

/* Provide the Jacobian that was to be generated, and its pattern if that was pending too, as now given by the
 * model. Returns DT_OK or DT_TOO_LARGE. */
DT_API int dt_set_jacobian(dt_solver *solver, const dt_model *model);

/* After DT_ANALYSE: the matrix to be ordered, by compressed columns; returns its order. */
DT_API int64_t dt_get_matrix(const dt_solver *solver, const int64_t **ptr, const int64_t **row,
                             const double **value);

/* Provide the requested order, see dt_sparse_order. If dt_advance is called again without one (e.g. because
 * the matrix is singular), the step is retried with half its size. */
DT_API int dt_set_pivots(dt_solver *solver, const int64_t *position, const int64_t *column);

/* Degree of the polynomials that represent the states within a step. */
#define DT_DEGREE 5

/* The step requested from the caller's integrator, after DT_STEP. */
typedef struct dt_span {
    double start;
    double end;               /* the step may end earlier, but not later than this */
    int64_t fresh;            /* 1: there was an event since the last step, restart the method; if 0, the
                               * states may still have moved slightly to keep locked elements at rest */
    const double *x;          /* [n_x] states at the start */
    const double *xdot;       /* [n_x + n_q] their derivatives, then those of the quadratures */
} dt_span;

DT_API void dt_get_span(const dt_solver *solver, dt_span *span);

/* Derivatives xdot[n_x + n_q] at a point, with the currently frozen modes. Returns a dt_code. */
DT_API int dt_rates(dt_solver *solver, double t, const double *x, double *xdot);

/* Entries of the Jacobian of the states there, see dt_model; *jac points to memory of the solver. Only to be
 * called if the model has one. Returns a dt_code. */
DT_API int dt_rates_jacobian(dt_solver *solver, double t, const double *x, const double **jac);

/* Accept a step that ends at `end` with states x_end[n_x]. Between start and end they are
 *   c0 + a (c1 + b (c2 + a (c3 + b (c4 + a c5)))),  a = (t - start) / (end - start),  b = 1 - a,
 * with the rows c0 to c5 of coefficients[(DT_DEGREE + 1) * n_x]. */
DT_API void dt_take_step(dt_solver *solver, double end, const double *x_end,
                         const double *coefficients);

/* The caller's integrator cannot continue. Returns DT_STEP if the run continues with other modes, else the
 * dt_status of the failure. */
DT_API int dt_give_up(dt_solver *solver);

/* Values at the last evaluated instant, as a row; after a failure: where it happened. */
DT_API void dt_current(const dt_solver *solver, double *row);

/* A complete row at the end of the last step, up to which the run has come between two rows. Returns DT_DONE, or
 * DT_NOT_READY where a row or an event is to come first. */
DT_API int dt_reached(dt_solver *solver, double *row);

/* The state whose error limits the length of steps. */
DT_API int64_t dt_limiting_state(dt_solver *solver);

/* Values at the end of the last attempted step, or, if there was none, where the derivatives lead from the
 * last point. Returns a dt_code. */
DT_API int dt_tried(dt_solver *solver, double *row);

/* The same as dt_current, in the row format of dt_advance. */
DT_API void dt_last(const dt_solver *solver, double *row);

/* After DT_NO_MODES: pattern i (0, 1, …) of modes in which all relations are consistent but one, which is
 * returned; -1: there is no such pattern. Writes its crossing function, and a row of the values there. */
DT_API int64_t dt_contradiction(dt_solver *solver, int64_t i, double *g, double *row);

/* ------------------------------------------------------------ motions that the caller integrates
 *
 * After dt_initialise and a first dt_step_to at that instant, of a solver with the method DT_EXTERNAL and a
 * model without delays: derivatives between events by dt_rates, events where the caller has found that a
 * crossing function has changed its sign, or at dt_next_instant. Quadratures stay as they are. */

/* Everything at a point, with the modes as they are: a complete row, crossing functions [n_rel] and switching
 * functions [n_switching]. Returns DT_DONE or a failure. */
DT_API int dt_view(dt_solver *solver, double t, const double *x, double *row, const double **g,
                   const double **switching);

/* The motion has led to x at time t, where an event is due: the complete row after it. */
DT_API int dt_pass(dt_solver *solver, double t, const double *x, double *row);

/* The motion has led to x at time t, without an event: the row there. What loops are solved from is kept, and
 * assertions are checked. Returns DT_DONE or a failure; DT_MORE if an assertion does not hold where a relation is no
 * longer what its frozen value says: dt_pass has to follow. */
DT_API int dt_accept(dt_solver *solver, double t, const double *x, double *row);

/* Frozen values of all relations, [n_rel + n_time_rel]. */
DT_API void dt_modes(const dt_solver *solver, double *rel);

/* The next instant known in advance at which an event is due; infinite if there is none. */
DT_API double dt_next_instant(const dt_solver *solver);

/* For the run so far. Probes do not affect it. */
DT_API void dt_get_step_probe(const dt_solver *solver, dt_step_probe *found);

DT_API void dt_get_stats(const dt_solver *solver, dt_stats *stats);

/* The pointers in `failure` stay valid until the next call on the solver. */
DT_API void dt_get_failure(const dt_solver *solver, dt_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
