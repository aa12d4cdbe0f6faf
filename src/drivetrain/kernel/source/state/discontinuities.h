/* State of the detection and location of discontinuities within a step. */
#ifndef DRIVETRAIN_KERNEL_STATE_DISCONTINUITIES_H
#define DRIVETRAIN_KERNEL_STATE_DISCONTINUITIES_H

#include "base.h"

/* Load reversals of shared loads, see load_reversal.c. */
struct load_reversal {
    bool on;                  /* elements that may be at their limits hold together */
    bool near;                /* one of them may be near its limit at the start of the step */
    bool due;                 /* the step ends at a load reversal: */
    double time;              /* at this time */
    double *shares, *now;     /* [n_memory] at the previous part of the step, and at this one */
    double *direction, *since; /* [n_memory] their last change, and its beginning */
    double *x;                /* [n] states at points within the step */
};

/* Crossings within the current step, see zero_crossing.c. */
struct crossing {
    uint8_t *candidate;       /* [n_rel] seen on the new side within this step */
    uint8_t *clear_start;     /* [n_rel] clearly on the old side at the start of the step, */
    bool start_known;         /* if this is set */
    uint8_t *inert;         /* [n_rel] crosses within this step, without effect */
    double *true_at_zero;     /* [n_rel] 1: the relation is also true at 0 */
    bool dip_ahead;           /* one is expected just after the end of the step, */
    bool dip_expected;        /* or was expected just after its start */
    bool any_inert;
    bool opposing;            /* a relation contradicts its frozen value at the last point checked */
    dt_io io;                 /* for points within the step, so that the data at its end are kept */
    const dt_io *looked;      /* where the last evaluation was written */
    double *outputs, *memory; /* of the model at the last point checked, before relations are varied */
    double *guess;            /* [n_memory] used to evaluate the end of the step */
    double *g_end;            /* of g_check: at the end of the step */
    double *g_start;          /* [n_rel] at the start of the step */
    double *g_check[CHECKPOINTS];
    double t_check[CHECKPOINTS];
    double *g_left;
    double *g_right;
};

/* Discontinuities of the derivatives, see branch_changes.c. */
struct branches {
    double *branch;           /* [n_switching] io.branch of the step */
    double *start, *end;      /* [n_switching] values of the functions at both ends of the step, or the branch
                               * there */
    double *left, *right, *look; /* [n_switching] values in between */
    double *seen;             /* [n_switching] earliest time of a detected change, see branch_changes.c */
    double beyond;            /* size of the step after one that ends at a discontinuity, 0: it does not */
    int64_t near;             /* number of consecutive steps that ended early at a discontinuity */
    bool lasted;              /* the last one ended at a discontinuity of a delayed expression */
    bool free;                /* this one may change branches */
    bool changed;             /* other branches were seen than at its start */
    bool cut;                 /* the previous step ended at a discontinuity */
};

/* Oscillations with free angles, see oscillation_limit.c. */
struct oscillation {
    double *start, *end;      /* [n_angle] angles at both ends of the step, then arguments of tables, */
    double *rate;             /* [n_knot] and their rates of change in the last step */
    double *range;            /* [2 * n_knot] ranges of these tables and slopes; NaN: not yet computed */
    double beyond;            /* size of the step after one that ends at a spline knot, 0: it does not */
    double turned;            /* angle by which an oscillation advanced in this attempt, */
    double approached;        /* by which peaks were approached or left, */
    double passed;            /* and by which one-way steep features were passed */
    double longest;           /* longest step if oscillations continue as they did, */
    double steep;             /* and if steep features do */
    double slowed;            /* where a step was last repeated for this reason; NaN: never */
    int64_t short_steps;      /* number of steps too short for the run to end */
};

struct history_break {
    double time;
    int64_t piece;            /* first piece after it */
    int level;                /* 0: a jump; else a discontinuity that has been delayed level - 1 times */
    bool own;                 /* not just the arrival of an earlier one */
};

/* Past values of delayed expressions, see delay_history.c. Pieces and breaks are numbered from the start of
 * the run; those from `first` to `end` are kept, in ring buffers. */
struct history {
    int64_t n, n_constant;    /* number of delays; of constant ones */
    const uint8_t *kind;      /* [n] dt_delay_kind */
    const double *told;       /* [2 * n] values and rates at a recorded instant; NULL: they follow from the history */
    bool running;             /* a history exists; otherwise `before` applies */
    double start_time;
    double longest, shortest; /* longest look-back, and longest step allowed */
    int level;                /* lowest level of the breaks that arrived at this event */
    double *before;           /* [n] values before the start: of the run or of a probe */
    double *before_run, *before_probe;
    double *previous;         /* [n] the guess before that, while they are sought */
    double *now;              /* [n] values at the end of the recorded history */
    double *scale;            /* [n] largest values so far */
    double *nodes;            /* [nodes of a piece * n] */
    int64_t *passed;          /* [n] number of the next break to arrive at a constant delay */
    int64_t *segment;         /* [n] first piece after the last break that has arrived, -1: none */
    double *pieces;           /* [capacity * stride] start, end, coefficients */
    int64_t stride, first, end, capacity;
    struct history_break *breaks;
    int64_t break_first, break_end, break_capacity;
};

#endif
