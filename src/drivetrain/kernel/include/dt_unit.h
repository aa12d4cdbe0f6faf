/* Units for model exchange: compiled programs whose derivatives, outputs and event indicators a model reads. */
#ifndef DRIVETRAIN_DT_UNIT_H
#define DRIVETRAIN_DT_UNIT_H

#include "dt_solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mode of a unit counts its events; in front of that count stands the number of its block. */
#define DT_UNIT_MODES 1048576.0

/* Which function of a unit has failed. */
enum dt_unit_failure {
    DT_UNIT_WORKS = 0,
    DT_UNIT_TIME = 1,
    DT_UNIT_STATES = 2,
    DT_UNIT_INPUTS = 3,
    DT_UNIT_RATES = 4,
    DT_UNIT_OUTPUTS = 5,
    DT_UNIT_INDICATORS = 6,
    DT_UNIT_DIRECTION = 7,
    DT_UNIT_COMPLETED = 8,
    DT_UNIT_ENDS = 9    /* it asks to end the run */
};

/* A function of the unit, to be cast before it is called. */
typedef void (*dt_unit_function)(void);

/* One instance. Its arguments are the time, the states and the inputs; its functions are the derivatives of the
 * states, the outputs and the event indicators. Numbers of the model are factor * number of the unit + offset. */
typedef struct dt_unit {
    void *instance;
    int64_t version;             /* of FMI: 2 or 3 */
    int64_t n_x, n_u, n_y, n_g;  /* states, inputs, outputs, event indicators */
    int64_t n_in, n_out;         /* variables of the inputs and outputs: fewer where some are arrays */
    dt_unit_function set_time, set_states, set_inputs, get_rates, get_outputs, get_indicators;
    dt_unit_function get_directional; /* or NULL: slopes are differences */
    dt_unit_function completed_step;  /* or NULL: it need not be told */
    const uint32_t *input;       /* [n_in] value references */
    const uint32_t *output;      /* [n_out] */
    const uint32_t *known;       /* [n_x + n_u] of the arguments, */
    const uint32_t *unknown;     /* [n_x + n_y] and of the functions, for directional derivatives */
    const uint8_t *directional;  /* [n_x + n_y + n_g] 1: the unit gives the slopes of this function */
    const int64_t *reads_ptr;    /* [n_x + n_y + n_g + 1] compressed rows: */
    const int64_t *reads;        /* the arguments of each function besides time */
    const double *factor;        /* [n_x + n_u + n_y] of states, inputs, outputs */
    const double *offset;        /* [n_x + n_u + n_y] */
    const double *nominal;       /* [n_x + n_u] magnitudes of the arguments, for differences */
    double mode;                 /* the present one */
    double time;
    double *argument;            /* [n_x + n_u] present states and inputs */
    double *value;               /* [n_x + n_y + n_g] functions, in numbers of the model */
    double *work;                /* [2 n_functions + n_x + n_u] */
    double *slope;               /* [(1 + n_x + n_u) n_functions] by columns */
    uint8_t *slope_known;        /* [1 + n_x + n_u] */
    int64_t told;                /* bits: time, states, inputs are those of the instance */
    int64_t has;                 /* bits: groups of functions that belong to these arguments */
    int64_t failed;              /* dt_unit_failure */
    int64_t status;              /* what that function has returned */
} dt_unit;

/* The units of the foreign blocks of the model, NULL for those that have none. The array is not copied. */
DT_API void dt_set_units(dt_solver *solver, dt_unit *const *units, int64_t n);

/* For generated code: function `function` of the unit with this mode, or (by >= 0) its slope by one argument:
 * 0 is the time, others as in `reads`. `argument` holds the time and the arguments that the function reads. NaN where
 * the unit gives no value, or is in another mode. */
DT_API double dt_unit_value(const dt_io *io, double mode, int64_t function, int64_t by, const double *argument);

#ifdef __cplusplus
}
#endif

#endif
