/* Settings of a run, its status and failure reports, and its statistics. */
#ifndef DRIVETRAIN_DT_SETTINGS_H
#define DRIVETRAIN_DT_SETTINGS_H

#include "dt_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The integration method. */
enum dt_method {
    DT_AUTO = 0,     /* starts with the explicit method and switches as stiffness appears and disappears */
    DT_EXPLICIT = 1, /* Bogacki & Shampine 5(4) */
    DT_STIFF = 2,    /* Rodas5P, of order 5(4), L-stable; needs the Jacobian of the model */
    DT_EXTERNAL = 3  /* the caller's own, see DT_STEP */
};

typedef struct dt_settings {
    double start_time;
    double stop_time;
    double span;          /* time from which limits on steps and events are derived: that from start to stop,
                           * also if the run is prolonged */
    double interval;      /* output grid: start_time + k interval, and stop_time */
    int64_t n_output;     /* > 0: output_times are the grid instead of multiples of the interval */
    const double *output_times; /* [n_output] increasing, between start_time and stop_time */
    double max_step;      /* > 0; may be infinite */
    double initial_step;  /* 0: chosen from the derivatives */
    double event_noise;   /* a crossing function of smaller magnitude is rounding noise around 0 */
    double lock_tolerance; /* speed below which elements may lock, in tolerances of its states */
    int64_t max_steps;    /* steps, accepted or rejected, up to the next event or grid point */
    int64_t max_events_per_instant;   /* more events than this in close succession: DT_CHATTERING */
    int64_t max_event_iterations;     /* passes of one event iteration: more is DT_EVENT_CYCLE */
    const double *atol;   /* [n_x] absolute tolerances */
    const double *rtol;   /* [n_x] relative tolerances */
    const double *size_limit; /* [n_x] magnitude of a state above which its tolerance stops growing */
    const double *parameters;
    const double *tables;
    const int64_t *table_offset;
    const double *sample_start;    /* [n_sample] first tick of a clock */
    const double *sample_interval; /* [n_sample] time between ticks, > 0 */
    const double *memory;          /* [n_memory] first guesses for the unknowns of algebraic blocks */
    int64_t method;                /* dt_method; models without Jacobian are integrated explicitly */
    const double *delay_longest;   /* [n_delay] the delay if it is constant, else its upper bound, s */
    int64_t short_rows;            /* 1: dt_advance writes short rows. Only for models whose `full`
                                      reads neither memory nor history */
    double seconds_per_call;       /* dt_advance returns after about this time; may be infinite */
    int64_t step_probes;           /* 1: some steps are checked against an independent quadrature of their
                                    * rates, see dt_step_probe */
} dt_settings;

/* Outcome of a call. */
enum dt_status {
    DT_DONE = 0,            /* the request is complete */
    DT_MORE = 1,            /* the buffer is full, or max_steps or the time is exhausted: call again */
    DT_EVENT_CYCLE = 2,     /* the event iteration repeats or does not converge */
    DT_ZENO = 3,            /* Zeno behaviour: jumps of a state follow each other at shrinking intervals,
                             * endlessly */
    DT_NON_FINITE = 4,      /* a derivative, or another value, is infinite or not a number */
    DT_BLOCK_FAILED = 5,    /* an algebraic block has no solution */
    DT_ASSERT = 6,          /* an assertion of the model is violated */
    DT_STEP_TOO_SMALL = 7,  /* the tolerance is not met with the smallest step */
    DT_TOO_MANY_STEPS = 8,  /* more than settings.max_steps up to the next event or grid point */
    DT_NOT_READY = 9,       /* dt_advance without a successful dt_initialise */
    DT_ANALYSE = 10,        /* call again, after dt_set_jacobian if the Jacobian is yet to be generated, else
                             * after dt_set_pivots: a large stiff system needs a pivot order */
    DT_DELAY_TIME = 11,     /* a delay is not positive, or longer than its bound */
    DT_DELAY_MEMORY = 12,   /* the history needed for a delay has become too long */
    DT_DELAY_START = 13,    /* no initial values are consistent with the delays */
    DT_CHATTERING = 14,     /* modes toggle with almost no progress in time */
    DT_NO_MODES = 15,       /* no values of the relations are consistent with the equations at an event */
    DT_STEP = 16,           /* call again after dt_take_step: the caller's integrator is to make a step */
    DT_NOT_WHOLE = 17,      /* an integer variable has taken a fractional value */
    DT_VARIES = 18,          /* a discrete variable would change without an event */
    DT_TOO_FAST = 19,       /* an oscillation is so fast that the run would never end */
    DT_JUMP = 20,           /* a motion that is differentiated jumps */
    DT_LOCKED_MOVING = 21,  /* an element locks although its sides are in relative motion */
    DT_IMPULSE = 22,        /* the outcome of an impulse is undetermined, see dt_impulse_reason */
    DT_TWO_MOTIONS = 23,    /* more than one motion agrees with the equations of contacts */
    DT_FOREIGN = 24         /* a block computed by another program has failed */
};

/* Why the outcome of an impulse is undetermined: `count` of a failure. */
enum dt_impulse_reason {
    DT_IMPULSE_GIVEN = 1,       /* the speed is prescribed */
    DT_IMPULSE_RESTITUTION = 2, /* the restitution is not between 0 and 1 */
    DT_IMPULSE_OPEN = 3,        /* no impulses are consistent with the equations */
    DT_IMPULSE_GAINS = 4,       /* the impulses at this instant would add energy */
    DT_IMPULSE_ENDLESS = 5,     /* one impact leads to another at the same instant, without end */
    DT_IMPULSE_START = 6        /* it would have to happen at the start */
};

/* What a row says about its instant. */
enum dt_flag {
    DT_REGULAR = 0, /* point of the output grid */
    DT_LEFT = 1,    /* left limit of an event: modes before it */
    DT_RIGHT = 2,   /* right limit of the same event: modes after it */
    DT_FIRST = 3,   /* start_time, after the initial event */
    DT_LAST = 4,    /* stop_time; if an event falls there, its right limit, after a DT_LEFT row */
    DT_SCHEDULED = 8 /* added to DT_RIGHT or DT_LAST after an event at a predetermined instant: of a time
                      * relation or a clock, even if a state relation crosses there too */
};

typedef struct dt_stats {
    int64_t steps;            /* accepted integrator steps */
    int64_t rejected_steps;
    int64_t rhs_evaluations;  /* evaluations of the derivatives for the integrator, some of them by `full` */
    int64_t full_evaluations; /* calls of `full` */
    int64_t state_events;
    int64_t time_events;      /* scheduled ones, including those that coincide with state events */
    int64_t event_iterations; /* passes of event iterations */
    int64_t mixed_sweeps;     /* evaluations in the search for consistent relations */
    int64_t pivots;           /* relations exchanged by least-index pivoting */
    int64_t searches;         /* exhaustive mode searches */
    int64_t lock_corrections; /* times that speeds of locked elements were reset to zero */
    int64_t dormant_crossings; /* relations that changed without effect and without an event */
    int64_t stiff_steps;      /* of `steps`: those by the stiff method */
    int64_t jacobians;        /* calls of `jacobian` */
    int64_t factorisations;   /* of the iteration matrix of the stiff method */
    int64_t switches;         /* between the two methods */
    int64_t impulses;         /* instants at which impulses made speeds jump */
} dt_stats;

/* Changes that are logged if an event iteration does not converge. */
#define DT_CYCLE_LOG 64

/* A discrete variable changed in a pass of an event iteration. */
typedef struct dt_change {
    int64_t pass;
    int64_t discrete;
    double before, after;
} dt_change;

/* Details of a failure; fields that do not apply are -1 or empty. */
typedef struct dt_failure {
    int64_t status;            /* dt_status; DT_DONE if nothing failed */
    double time;
    int64_t state;             /* DT_NON_FINITE, DT_STEP_TOO_SMALL, DT_TOO_MANY_STEPS: culprit in
                                  (x | q); DT_NON_FINITE, DT_NOT_WHOLE, DT_VARIES, DT_JUMP: in
                                  (x | q | z | y) */
    int64_t block;             /* DT_BLOCK_FAILED: failed_block of the model */
    int64_t block_code;        /* DT_BLOCK_FAILED: dt_code */
    int64_t assertion;         /* DT_ASSERT, DT_EVENT_CYCLE, DT_NO_MODES: first violated assertion */
    int64_t n_relations;       /* DT_EVENT_CYCLE, DT_ZENO, DT_CHATTERING, DT_NO_MODES, DT_TWO_MOTIONS: relations */
    const int64_t *relations;  /* that keep changing */
    int64_t n_changes;         /* DT_EVENT_CYCLE: changes within one period, or in the last */
    const dt_change *changes;  /* pass; at most DT_CYCLE_LOG */
    int64_t delay;             /* DT_DELAY_TIME: the delay */
    int64_t lock;              /* DT_LOCKED_MOVING, DT_IMPULSE: the lock */
    int64_t accepted;          /* 1: no step was possible from an accepted point, which dt_current returns */
    int64_t period;            /* DT_EVENT_CYCLE: passes after which everything repeats; 0: no repetition */
    int64_t count;             /* DT_ZENO, DT_CHATTERING: number of events behind this finding; DT_FOREIGN: the
                                * block */
    double interval;           /* DT_ZENO: time between the last two of them; DT_CHATTERING: on average;
                                * DT_TOO_MANY_STEPS: last step; DT_TOO_FAST: longest step; DT_JUMP: height of
                                * the jump; DT_LOCKED_MOVING: the speed; DT_IMPULSE: the speed, or the
                                * restitution */
    double ratio;              /* DT_ZENO: ratio of the last two intervals */
} dt_failure;

/* Independent check of steps: the change of every quantity compared with an integral of its rate that does
 * not involve the method. A quantity is a state or a quadrature; after these come the pairs. */
typedef struct dt_step_probe {
    int64_t steps;             /* steps that were probed; 0: none, and the fields below are meaningless */
    int64_t refined;           /* those of them at which a second quadrature was made */
    double ratio;              /* largest discrepancy, as a multiple of the allowed one, */
    int64_t quantity;          /* the quantity; -1: none, */
    double begin, end;         /* the step, up to where it counts, */
    double change, integral;   /* the two values that differ, */
    double allowed;            /* and the allowed difference */
} dt_step_probe;

#ifdef __cplusplus
}
#endif

#endif
