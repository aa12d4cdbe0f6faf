/* Forward sensitivities: how states, and instants of events, change with parameters. */
#ifndef DRIVETRAIN_DT_SENSITIVITY_H
#define DRIVETRAIN_DT_SENSITIVITY_H

#include "dt_solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Slopes of some quantities with respect to states, time and parameters: those that are not always zero,
 * quantity by quantity. */
typedef struct dt_slopes {
    dt_function function;     /* reads what `ode` reads and writes the slopes to y */
    int64_t n_quantity;
    int64_t first;            /* position in y of the first slope */
    const int64_t *ptr;       /* [n_quantity + 1] quantity i has the slopes ptr[i] to ptr[i + 1] */
    const int64_t *column;    /* by this state, then time, parameters, discrete reals (twice) and delayed values; a
                               * state counts as its number, time as `n_row` of the sensitivities */
} dt_slopes;

/* What is differentiated. Matrices are stored by rows, with a number for each direction. */
typedef struct dt_sensitivity {
    int64_t n_direction;
    int64_t n_parameter;      /* parameters that change */
    int64_t n_row;            /* states that are differentiated: n_x, or n_x + n_q */
    const double *parameters; /* [n_parameter][n_direction] their changes */
    const double *sizes;      /* [n_direction] usual sizes of a change in each direction */
    const double *start;      /* [n_row][n_direction] changes of the initial states */
    const dt_slopes *rates;   /* of the derivatives of these states, on the branch of the step */
    dt_function tangent;      /* their changes [n_row][n_direction], written to y: reads the changes of states as
                               * ode, but from `p` behind the parameters; NULL: `rates` are used instead */
    int64_t n_given;          /* parameters in front of these */
    const dt_slopes *crossings; /* of the crossing functions of relations */
    const dt_slopes *events;  /* of instants of time relations, new values of reset states, speeds of locks, and
                               * restitutions */
    const dt_slopes *switches; /* of what the switching functions depend on */
    int64_t n_imposed;        /* discrete reals that are imposed on trial only, and otherwise stay */
    const int64_t *imposed;   /* [n_imposed] */
    int64_t n_latched;        /* discrete reals that are set at events: */
    const int64_t *latched;   /* [n_latched] their numbers, */
    const double *start_latched; /* [n_latched][n_direction] their changes at the start, */
    const dt_slopes *latches; /* and the slopes of their new values, behind the parameters by all discrete reals
                               * after the pass of an event and then before it */
    const dt_slopes *delays;  /* of the delayed expressions, then of their delays, which are constant */
    int64_t seeks_start;      /* 1: the start is to be found, so that locks do not yet bring anything to rest */
} dt_sensitivity;

/* Why there is no derivative in a direction from some instant on. */
enum dt_indifferentiable {
    DT_DIFFERENTIABLE = 0,
    DT_GRAZING = 1,           /* a crossing function only touches zero: `part` is the relation */
    DT_SIMULTANEOUS = 2,      /* several events coincide, and move apart: `part` is a relation */
    DT_FORCED_EVENT = 3,      /* modes changed as they could not continue, at an instant of no relation */
    DT_LATCHED = 4,           /* a discrete real was set: `part` is its number */
    DT_LOCKS_MOVING = 5,      /* an element locks by chance: `part` is the lock */
    DT_RATE_JUMPS = 6,        /* derivatives jump without an event, where several switching functions or none
                               * pass zero: `part` is -1 */
    DT_NO_SLOPE = 7,          /* a slope is infinite or undefined */
    DT_NOT_RESOLVED = 8,      /* slopes vary too fast within a step */
    DT_START_AT_LIMIT = 9,    /* the run starts where a relation, `part`, is about to change */
    DT_UNKNOWN_ARRIVAL = 10,  /* a jump arrives at the end of a delay, at an instant whose change is not known */
    DT_UNKNOWN_PAST = 11      /* the initial event depends on changes before the start that were not found */
};

typedef struct dt_verdict_on_direction {
    int64_t code;             /* dt_indifferentiable */
    int64_t part;             /* -1: none */
    double time;
} dt_verdict_on_direction;

/* Carry sensitivities with the run that dt_initialise begins next, through its initial event. They never affect
 * it. `sensitivity`, whose start is that before this event, must stay valid. Returns DT_OK or DT_TOO_LARGE. */
DT_API int dt_attach_sensitivity(dt_solver *solver, const dt_sensitivity *sensitivity);

/* For each direction the relation that the start is at the limit of, and leaves with a change; -1: none. Those in
 * time count behind the others; behind them all the locks whose speed is zero and would not stay so; then the
 * switching functions at zero that pass it at once, and those that stay there. Returns a dt_code. */
DT_API int dt_sensitivity_limits(dt_solver *solver, int64_t *limits);

/* There is no derivative in a direction, since the run starts at the limit of relation `part`. */
DT_API void dt_sensitivity_refuse(dt_solver *solver, int64_t direction, int64_t part);

/* The present point, as one of the rows below. */
DT_API void dt_sensitivity_present(dt_solver *solver, double *row);

/* Take a row for each row of the run: [relations, sensitivities[n_row][n_direction], those of the discrete reals
 * [n_latched][n_direction] and those of the delayed values [n_delay][n_direction], these values and their rates].
 * Returns their number. The solver has none any more; dt_drop_rows gives them back. */
DT_API int64_t dt_take_sensitivity_rows(dt_solver *solver, double **rows);
DT_API void dt_drop_rows(double *rows);

/* The largest size of each of `width` values in some rows, which are `stride` apart, and the largest difference from
 * those in rows of another run; the latter is NaN or infinite where a value is. */
DT_API void dt_compare_rows(int64_t count, int64_t width, const double *values, int64_t stride, const int64_t *rows,
                            const double *others, int64_t other_stride, const int64_t *other_rows, double *largest,
                            double *apart);

/* A row for each event: [time, relation or -1, changes of its instant[n_direction]]. Returns their number. */
DT_API int64_t dt_sensitivity_events(const dt_solver *solver, const double **events);

/* One for each direction; NaN follows where there is no derivative. */
DT_API const dt_verdict_on_direction *dt_sensitivity_verdicts(const dt_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
