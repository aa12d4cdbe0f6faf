/* What a run is asked for, how it ends, and what it counts. */
#ifndef DRIVETRAIN_DT_SETTINGS_H
#define DRIVETRAIN_DT_SETTINGS_H

#include "dt_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which integrator makes the steps. */
enum dt_method {
    DT_AUTO = 0,     /* starts with the explicit one and changes as stiffness comes and goes */
    DT_EXPLICIT = 1, /* Bogacki & Shampine 5(4) */
    DT_STIFF = 2,    /* Rodas5P, of order 5(4), L-stable; needs the Jacobian of the model */
    DT_EXTERNAL = 3  /* the caller's own, see DT_STEP */
};

typedef struct dt_settings {
    double start_time;
    double stop_time;
    double interval;      /* output grid: start_time + k interval, and stop_time */
    double max_step;      /* > 0; may be infinite */
    double initial_step;  /* 0: chosen from the derivatives */
    double event_noise;   /* a crossing function of smaller size is rounding noise around 0 */
    double lock_tolerance; /* speed at which elements may lock, in tolerances of the states behind it */
    int64_t max_steps;    /* steps, accepted or not, to the next event or grid point */
    int64_t max_events_per_instant;   /* more of them crowded together: DT_CHATTERING */
    int64_t max_event_iterations;     /* passes of one event: more is DT_EVENT_CYCLE */
    const double *atol;   /* [n_x] absolute tolerances */
    const double *rtol;   /* [n_x] relative tolerances */
    const double *size_limit; /* [n_x] size of a state above which its tolerance grows no more */
    const double *parameters;
    const double *tables;
    const int64_t *table_offset;
    const double *sample_start;    /* [n_sample] first tick of a clock */
    const double *sample_interval; /* [n_sample] time between ticks, > 0 */
    const double *memory;          /* [n_memory] first guesses for the unknowns of algebraic blocks */
    int64_t method;                /* dt_method; models without Jacobian are integrated explicitly */
    const double *delay_longest;   /* [n_delay] the delay if it is constant, else its bound, s */
    int64_t short_rows;            /* 1: dt_advance writes short rows. Only for models whose `full`
                                      reads neither memory nor history */
    double seconds_per_call;       /* dt_advance returns after about so long; may be infinite */
    int64_t step_probes;           /* 1: some steps are held against their rates, see dt_step_probe */
} dt_settings;

/* How a call ended. */
enum dt_status {
    DT_DONE = 0,            /* what was asked is done */
    DT_MORE = 1,            /* the buffer is full, or max_steps or the time is used up: call again */
    DT_EVENT_CYCLE = 2,     /* the passes of an event repeat or do not settle */
    DT_ZENO = 3,            /* jumps of a state follow each other at shrinking intervals, endlessly */
    DT_NON_FINITE = 4,      /* a derivative, or another value, is infinite or not a number */
    DT_BLOCK_FAILED = 5,    /* an algebraic block has no solution */
    DT_ASSERT = 6,          /* an assertion of the model is violated */
    DT_STEP_TOO_SMALL = 7,  /* the tolerance is not reached with the smallest step */
    DT_TOO_MANY_STEPS = 8,  /* more than settings.max_steps to the next event or grid point */
    DT_NOT_READY = 9,       /* dt_advance without a successful dt_initialise */
    DT_ANALYSE = 10,        /* call again after dt_set_jacobian if the Jacobian is still to come, else
                               after dt_set_pivots: a large stiff system needs an order of pivots */
    DT_DELAY_TIME = 11,     /* a delay is not positive, or longer than its bound */
    DT_DELAY_MEMORY = 12,   /* the past that a delay reaches back to has become too long */
    DT_DELAY_START = 13,    /* no values at the start agree with the delays */
    DT_CHATTERING = 14,     /* modes toggle without time passing to speak of */
    DT_NO_MODES = 15,       /* no values of the relations agree with the equations at an event */
    DT_STEP = 16,           /* call again after dt_take_step: the caller's integrator is to make a step */
    DT_NOT_WHOLE = 17,      /* an integer has become a number with a fraction */
    DT_LOOSE = 18,          /* a discrete variable would change although there is no event */
    DT_TOO_FAST = 19,       /* a wave is so fast that the run would never end */
    DT_JUMP = 20,           /* a motion jumps that is differentiated */
    DT_LOCKED_MOVING = 21,  /* an element locks although its sides move against each other */
    DT_IMPULSE = 22,        /* what an impulse does is not known, see dt_impulse_reason */
    DT_TWO_MOTIONS = 23     /* more than one motion agrees with the equations of contacts */
};

/* Why an impulse is not known: `count` of a failure. */
enum dt_impulse_reason {
    DT_IMPULSE_GIVEN = 1,       /* the speed follows from what is given */
    DT_IMPULSE_RESTITUTION = 2, /* the restitution is not between 0 and 1 */
    DT_IMPULSE_OPEN = 3,        /* no impulses agree with the equations */
    DT_IMPULSE_GAINS = 4,       /* the impulses of this instant would bring energy along */
    DT_IMPULSE_ENDLESS = 5,     /* one impact leads to another at the same instant, without end */
    DT_IMPULSE_START = 6        /* it would have to happen at the start */
};

/* What a row says about its instant. */
enum dt_flag {
    DT_REGULAR = 0, /* point of the output grid */
    DT_LEFT = 1,    /* left limit of an event: old modes */
    DT_RIGHT = 2,   /* right limit of the same event: new modes */
    DT_FIRST = 3,   /* start_time, after the initial event */
    DT_LAST = 4,    /* stop_time; if an event falls there, its right limit, after a DT_LEFT row */
    DT_SCHEDULED = 8 /* added to DT_RIGHT or DT_LAST after an event at an instant known beforehand: of
                        a time relation or a clock, even if a state relation crosses there too */
};

typedef struct dt_stats {
    int64_t steps;            /* accepted integrator steps */
    int64_t rejected_steps;
    int64_t rhs_evaluations;  /* derivatives for the integrator, some of which `full` gave */
    int64_t full_evaluations; /* calls of `full` */
    int64_t state_events;
    int64_t time_events;      /* scheduled ones, those that coincide with state events included */
    int64_t event_iterations; /* passes of event iterations */
    int64_t mixed_sweeps;     /* evaluations in search of consistent relations */
    int64_t pivots;           /* relations exchanged by least-index pivoting */
    int64_t searches;         /* exhaustive searches */
    int64_t lock_corrections; /* times that speeds of locked elements were set to zero */
    int64_t dormant_crossings; /* relations that changed without influence and without an event */
    int64_t stiff_steps;      /* of `steps`: those of the stiff method */
    int64_t jacobians;        /* calls of `jacobian` */
    int64_t factorisations;   /* of the matrix of the stiff method */
    int64_t switches;         /* between the two methods */
    int64_t impulses;         /* instants at which speeds jumped by impulses */
} dt_stats;

/* Changes that are written down when the passes of an event do not settle. */
#define DT_CYCLE_LOG 64

/* A discrete variable that a pass of an event has changed. */
typedef struct dt_change {
    int64_t pass;
    int64_t discrete;
    double before, after;
} dt_change;

/* Which thing failed; fields that do not apply are -1 or empty. */
typedef struct dt_failure {
    int64_t status;            /* dt_status; DT_DONE if nothing failed */
    double time;
    int64_t state;             /* DT_NON_FINITE, DT_STEP_TOO_SMALL, DT_TOO_MANY_STEPS: culprit in
                                  (x | q); DT_NON_FINITE, DT_NOT_WHOLE, DT_LOOSE, DT_JUMP: in
                                  (x | q | z | y) */
    int64_t block;             /* DT_BLOCK_FAILED: failed_block of the model */
    int64_t block_code;        /* DT_BLOCK_FAILED: dt_code */
    int64_t assertion;         /* DT_ASSERT, DT_EVENT_CYCLE, DT_NO_MODES: first violated assertion */
    int64_t n_relations;       /* DT_EVENT_CYCLE, DT_ZENO, DT_CHATTERING, DT_NO_MODES, DT_TWO_MOTIONS: relations */
    const int64_t *relations;  /* that keep changing */
    int64_t n_changes;         /* DT_EVENT_CYCLE: what changes within one period, or in the last */
    const dt_change *changes;  /* pass; at most DT_CYCLE_LOG */
    int64_t delay;             /* DT_DELAY_TIME: which one */
    int64_t lock;              /* DT_LOCKED_MOVING, DT_IMPULSE: which one */
    int64_t accepted;          /* 1: no step could be made from an accepted point, which dt_current
                                  gives */
    int64_t period;            /* DT_EVENT_CYCLE: passes after which everything repeats; 0: it does
                                  not */
    int64_t count;             /* DT_ZENO, DT_CHATTERING: events that this rests on */
    double interval;           /* DT_ZENO: between the last two of them; DT_CHATTERING: on average;
                                  DT_TOO_MANY_STEPS: last step; DT_TOO_FAST: longest step; DT_JUMP: its height;
                                  DT_LOCKED_MOVING: the speed; DT_IMPULSE: that, or the restitution */
    double ratio;              /* DT_ZENO: of the last two intervals */
} dt_failure;

/* What steps say that were held against their rates: the change of every quantity against an integral of its rate
 * that the method had no part in. A quantity is a state or a quadrature, or behind these a pair. */
typedef struct dt_step_probe {
    int64_t steps;             /* that were probed; 0: none, and nothing is said below */
    int64_t refined;           /* those of them at which was looked twice */
    double ratio;              /* most that a quantity misses, as a multiple of what it may, */
    int64_t quantity;          /* which one; -1: none, */
    double begin, end;         /* the step, as far as it counts, */
    double change, integral;   /* and what the two differ in */
    double allowed;            /* what they may differ by */
} dt_step_probe;

#ifdef __cplusplus
}
#endif

#endif
